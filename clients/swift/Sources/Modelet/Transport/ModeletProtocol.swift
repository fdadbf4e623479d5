import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Packages that speak to OpenAI or Anthropic through `URLSession`, in-process: requests are answered from libraries instead of being sent.
///
///     let session = URLSession(configuration: .modelet)  // give it to the package
///
/// Every request of such a session is answered here, whatever its host; what is not served is a 404. So it belongs into a session of its own,
/// and not into `URLProtocol.registerClass`. Errors have the status and the error object that the package knows. A stream comes as
/// server-sent events, one `data` a step. Cancelling the task of the session cancels the call.
public final class ModeletProtocol: URLProtocol, @unchecked Sendable {
  private static let catalog = Catalog(Options())
  private let lock = NSRecursiveLock()
  private var work: Task<Void, Never>?
  /// A session does not expect a word about a task that it has stopped; Foundation on Linux ends the process at one.
  private var isStopped = false

  override public class func canInit(with request: URLRequest) -> Bool {
    ["http", "https"].contains(request.url?.scheme?.lowercased())
  }

  override public class func canonicalRequest(for request: URLRequest) -> URLRequest { request }

  override public func startLoading() {
    let request = HTTPRequest(request)
    lock.withLock { work = Task { await HTTPExchange(catalog: Self.catalog, request: request, answer: self).run() } }
  }

  override public func stopLoading() {
    lock.withLock {
      isStopped = true
      work?.cancel()
      work = nil
    }
  }

  private func tell(_ message: (any URLProtocolClient) -> Void) {
    lock.withLock {
      if let client, !isStopped { message(client) }
    }
  }
}

extension URLSessionConfiguration {
  /// The default configuration, with requests answered by modelets.
  public static var modelet: URLSessionConfiguration {
    let configuration = URLSessionConfiguration.default
    configuration.protocolClasses = [ModeletProtocol.self]
    return configuration
  }
}

extension ModeletProtocol: HTTPAnswer {
  func begin(status: Int, headers: [String: String]) {
    let response = request.url.flatMap { HTTPURLResponse(url: $0, statusCode: status, httpVersion: "HTTP/1.1", headerFields: headers) }
    guard let response else { return }
    tell { $0.urlProtocol(self, didReceive: response, cacheStoragePolicy: .notAllowed) }
  }

  func write(_ text: String) { tell { $0.urlProtocol(self, didLoad: Data(text.utf8)) } }

  func end() { tell { $0.urlProtocolDidFinishLoading(self) } }

  func fail(_ error: any Error) { tell { $0.urlProtocol(self, didFailWithError: error) } }
}

extension HTTPRequest {
  /// The request of a session, whose body may be a stream.
  init(_ request: URLRequest) {
    method = request.httpMethod ?? "GET"
    path = request.url.flatMap { URLComponents(url: $0, resolvingAgainstBaseURL: true)?.percentEncodedPath } ?? "/"
    body = request.httpBody.map { [UInt8]($0) } ?? request.httpBodyStream.map(Self.read) ?? []
  }

  private static func read(_ stream: InputStream) -> [UInt8] {
    stream.open()
    defer { stream.close() }
    var (bytes, part) = ([UInt8](), [UInt8](repeating: 0, count: 1 << 16))
    while case let count = stream.read(&part, maxLength: part.count), count > 0 { bytes += part[..<count] }
    return bytes
  }
}
