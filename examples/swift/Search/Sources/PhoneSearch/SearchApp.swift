#if canImport(SwiftUI) && os(iOS)
  import SwiftUI

  /// The app of an Xcode project: `@main struct Phone: App { var body: some Scene { WindowGroup { SearchView() } } }`.
  public struct SearchView: View {
    @State private var search = Search(documents: [
      "To reset your password, open Settings and choose Security.",
      "Orders above fifty euros are delivered free of charge.",
      "The battery lasts about eleven hours of video playback.",
    ])
    @State private var query = ""
    @State private var hits: [Search.Hit] = []
    @State private var problem: String?

    public init() {}

    public var body: some View {
      NavigationStack {
        List(hits) { hit in Text(hit.text) }
          .searchable(text: $query)
          .overlay { if let problem { Text(problem) } }
          .task { prepare() }
          .task(id: query) { await find() }
          .navigationTitle("Search")
      }
    }

    private func prepare() {
      do {
        try Search.prepare()
      } catch {
        problem = "\(error)"
      }
    }

    private func find() async {
      guard !query.isEmpty else { return }
      do {
        try await search.find(query)
        hits = search.hits
      } catch is CancellationError {
        return
      } catch {
        problem = "\(error)"
      }
    }
  }
#endif
