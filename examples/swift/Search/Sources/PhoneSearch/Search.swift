import CMiniLM
import Foundation
import Modelet

/// What the app shows: documents, best first.
@MainActor
public final class Search {
  public struct Hit: Identifiable, Sendable {
    public let id: Int
    public let text: String
    public let score: Float
  }

  public private(set) var hits: [Hit] = []
  private let documents: [String]
  private let client = OpenAI()
  private var vectors: [[Float]] = []

  public init(documents: [String]) { self.documents = documents }

  /// Makes the linked modelet known. Its weights are a file of the app's bundle.
  public static func prepare(bundle: Bundle = .main) throws {
    let weights = bundle.path(forResource: "weights", ofType: "safetensors")
    try link(modelet_minilm_functions(), weights: weights.map { ["weights.safetensors": $0] } ?? [:])
  }

  /// Ranks the documents. A newer question cancels the older one when its task is cancelled.
  public func find(_ query: String) async throws {
    if vectors.isEmpty { vectors = try await embed(documents) }
    let asked = try await embed([query])[0]
    let scored = zip(documents, vectors).enumerated().map { index, item in
      Hit(id: index, text: item.0, score: zip(item.1, asked).map(*).reduce(0, +))
    }
    hits = scored.sorted { $0.score > $1.score }
  }

  private func embed(_ texts: [String]) async throws -> [[Float]] {
    try await client.embeddings.create(model: "@local/minilm", input: texts).data.map(\.embedding)
  }
}
