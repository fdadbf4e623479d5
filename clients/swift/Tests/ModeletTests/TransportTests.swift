import Foundation
import Testing

@testable import Modelet

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Collects what a session's delegate hears.
private final class Listener: NSObject, URLSessionDataDelegate, @unchecked Sendable {
  private let lock = NSLock()
  private var (status, type, pieces) = (0, "", [String]())
  private var continuation: CheckedContinuation<(status: Int, type: String, pieces: [String]), any Error>?
  /// Called with the number of pieces so far.
  private let each: @Sendable (URLSessionTask, Int) -> Void

  init(each: @escaping @Sendable (URLSessionTask, Int) -> Void) { self.each = each }

  func listen(to task: URLSessionTask) async throws -> (status: Int, type: String, pieces: [String]) {
    try await withCheckedThrowingContinuation { continuation in
      lock.withLock { self.continuation = continuation }
      task.resume()
    }
  }

  func urlSession(
    _ session: URLSession, dataTask: URLSessionDataTask, didReceive response: URLResponse,
    completionHandler: @escaping (URLSession.ResponseDisposition) -> Void
  ) {
    let answer = response as? HTTPURLResponse
    lock.withLock { (status, type) = (answer?.statusCode ?? 0, answer?.value(forHTTPHeaderField: "Content-Type") ?? "") }
    completionHandler(.allow)
  }

  func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
    let count = lock.withLock {
      pieces.append(String(decoding: data, as: UTF8.self))
      return pieces.count
    }
    each(dataTask, count)
  }

  func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
    lock.withLock {
      continuation?.resume(with: error.map { .failure($0) } ?? .success((status, type, pieces)))
      continuation = nil
    }
  }
}

private func post(_ path: String, _ body: JSON?, method: String = "POST") -> URLRequest {
  var request = URLRequest(url: URL(string: "https://api.openai.com\(path)")!)
  request.httpMethod = method
  request.httpBody = body.map { Data($0.text.utf8) }
  request.setValue("application/json", forHTTPHeaderField: "Content-Type")
  return request
}

private func ask(
  _ request: URLRequest, each: @escaping @Sendable (URLSessionTask, Int) -> Void = { _, _ in }
) async throws -> (status: Int, type: String, pieces: [String]) {
  let listener = Listener(each: each)
  let session = URLSession(configuration: .modelet, delegate: listener, delegateQueue: nil)
  defer { session.finishTasksAndInvalidate() }
  return try await listener.listen(to: session.dataTask(with: request))
}

/// The events of a stream: the `data` of each, and the names.
private func events(_ text: String) -> (data: [String], names: [String]) {
  let lines = text.split(separator: "\n")
  let after: (String) -> [String] = { field in lines.filter { $0.hasPrefix(field) }.map { String($0.dropFirst(field.count)) } }
  return (after("data: "), after("event: "))
}

@Suite("A shared request over URLSession gives what every language gets")
struct TransportShapeTests {
  @Test(arguments: cases("tests/shapes/endpoints.json") + cases("tests/shapes/chat.json"))
  func request(_ shape: Case) async throws {
    let path = (shape["endpoint"]?.string ?? "").replacingOccurrences(of: ".", with: "/")
    let answer = try await ask(post("/v1/\(path)", shape["body"]))
    #expect(answer.status == shape["status"]?.int ?? 200)
    let isStream = shape["steps"] != nil
    #expect(answer.type == (isStream ? "text/event-stream" : "application/json"))
    var parts = isStream ? events(answer.pieces.joined()).data : answer.pieces
    if isStream, shape["error"] == nil { #expect(parts.popLast() == "[DONE]") }
    let objects = try parts.map { try JSON(parsing: $0) }
    var error = objects.last?["error"]?.object
    error?["message"] = nil
    #expect(error.map { .object($0) } == shape["error"])
    let expected = shape["steps"]?.array ?? [shape["answer"]].compactMap { $0 }
    #expect(objects.filter { $0["error"] == nil }.map(withoutIdentity) == expected)
  }
}

@Suite("A session with modelets")
struct SessionTests {
  @Test("gives each step of a stream by itself")
  func steps() async throws {
    let body: JSON = ["model": "chat", "stream": true, "messages": [["role": "user", "content": "one| two| three"]]]
    let answer = try await ask(post("/v1/chat/completions", body))
    #expect(answer.pieces.count >= 6)
    #expect(answer.pieces.allSatisfy { $0.hasPrefix("data: ") && $0.hasSuffix("\n\n") })
  }

  @Test("gives each request a name of its own", arguments: ["/v1/models", "/v1/nothing"])
  func identity(_ path: String) async throws {
    let session = URLSession(configuration: .modelet)
    defer { session.finishTasksAndInvalidate() }
    var names: Set<String> = []
    for _ in 0..<2 {
      let answer: HTTPURLResponse? = await withCheckedContinuation { continuation in
        session.dataTask(with: post(path, nil, method: "GET")) { _, answer, _ in continuation.resume(returning: answer as? HTTPURLResponse)
        }
        .resume()
      }
      let name = try #require(answer?.value(forHTTPHeaderField: "x-request-id"))
      #expect(name.hasPrefix("req_") && name.count == 36)
      #expect(answer?.value(forHTTPHeaderField: "request-id") == name)
      names.insert(name)
    }
    #expect(names.count == 2)
  }

  @Test("serves any base URL", arguments: ["/v1", "/openai/v1", "", "/proxy"])
  func base(_ base: String) async throws {
    let answer = try await ask(post("\(base)/embeddings", ["model": "fake", "input": "a"]))
    #expect(answer.status == 200)
    #expect(try JSON(parsing: answer.pieces.joined())["data"]?.array?.count == 1)
  }

  @Test("answers a plain data task too")
  func plain() async throws {
    let (data, response) = try await URLSession(configuration: .modelet).data(for: post("/v1/embeddings", ["model": "fake", "input": "a"]))
    #expect((response as? HTTPURLResponse)?.statusCode == 200)
    #expect(try JSONDecoder().decode(CreateEmbeddingResponse.self, from: data).data[0].embedding == [0, 1, 2])
  }

  @Test("lists and retrieves models")
  func models() async throws {
    let list = try JSON(parsing: try await ask(post("/v1/models", nil, method: "GET")).pieces.joined())
    let ids = (list["data"]?.array ?? []).compactMap { $0["id"]?.string }
    let page = try await OpenAI().models.list()
    #expect(ids == page.map(\.id))
    #expect(ids.contains("@local/minilm"))
    let one = try await ask(post("/v1/models/%40local%2Ffake", nil, method: "GET"))
    #expect(try JSON(parsing: one.pieces.joined()) == JSON(encoding: try await OpenAI().models.retrieve("@local/fake")))
  }

  static let wrong: [(method: String, path: String, body: String?, status: Int, code: String)] = [
    ("POST", "/v1/embeddings", "{", 400, "invalid_json"),
    ("POST", "/v1/embeddings", "[1]", 400, "invalid_json"),
    ("POST", "/v1/embeddings", "null", 400, "invalid_json"),
    ("POST", "/v1/embeddings", "{}", 400, "missing_required_parameter"),
    ("POST", "/v1/embeddings", "{\"model\": null, \"input\": \"a\"}", 400, "invalid_name"),
    ("POST", "/v1/embeddings", "{\"model\":\"engine\",\"input\":\"\\ud800\"}", 400, "invalid_json"),
    ("GET", "/v1/embeddings", nil, 404, "unknown_url"),
    ("DELETE", "/v1/models/fake", nil, 404, "unknown_url"),
    ("GET", "/", nil, 404, "unknown_url"),
    ("GET", "/v1/models/fakke", nil, 404, "model_not_found"),
    ("GET", "/v1/models/%FF", nil, 400, "invalid_name"),
  ]

  @Test("answers a malformed request with an error object", arguments: wrong.indices)
  func refusal(_ index: Int) async throws {
    let item = Self.wrong[index]
    var request = post(item.path, nil, method: item.method)
    request.httpBody = item.body.map { Data($0.utf8) }
    let answer = try await ask(request)
    #expect(answer.status == item.status)
    let error = try JSON(parsing: answer.pieces.joined())["error"]
    #expect(error?["code"] == .string(item.code))
    #expect(error?.object?.members.map(\.key).sorted() == ["code", "message", "param", "type"])
  }

  @Test("has Anthropic's errors for Anthropic's requests")
  func anthropic() async throws {
    let answer = try await ask(post("/v1/messages", ["model": "engine", "max_tokens": 1, "messages": []]))
    #expect(answer.status == 404)
    let error = try JSON(parsing: answer.pieces.joined())
    #expect(error["type"] == "error")
    #expect(error["error"]?["type"] == "not_found_error")
  }

  @Test("streams Anthropic's events by name")
  func anthropicStream() async throws {
    let messages: JSON = [["role": "user", "content": "one| two"]]
    let answer = try await ask(post("/v1/messages", ["model": "chat", "max_tokens": 9, "stream": true, "messages": messages]))
    let names = events(answer.pieces.joined()).names
    #expect(names.first == "message_start")
    #expect(names.last == "message_stop")
  }

  @Test("cancels the call of a task that is cancelled, whenever that is", arguments: [1, 2, 5, 50])
  func cancel(_ last: Int) async throws {
    let body: JSON = ["model": "talk", "stream": true, "messages": [["role": "user", "content": "endless"]]]
    await #expect(throws: URLError.self) {
      try await ask(post("/v1/chat/completions", body)) { task, count in if count == last { task.cancel() } }
    }
    let catalog = Catalog(Options())
    for _ in 0..<10_000 {
      let stats = try await catalog.instance("talk").request(Array(#"{"control":"stats"}"#.utf8)).json()
      if stats["calls"]?["running"] == 1 { return }  // the question itself
      await Task.yield()
    }
    Issue.record("the call goes on")
  }
}
