import Foundation

/// What was asked over HTTP.
struct HTTPRequest: Sendable {
  let method: String
  /// Percent-encoded.
  let path: String
  let body: [UInt8]
}

/// Where an answer goes: `begin`, any number of `write`, `end`; or `fail`.
protocol HTTPAnswer: Sendable {
  func begin(status: Int, headers: [String: String])
  func write(_ text: String)
  func end()
  func fail(_ error: any Error)
}

/// How an API writes events and errors.
struct EventForm: Sendable {
  /// One step of a stream.
  let event: @Sendable (JSON) -> String
  /// The event for what went wrong in the middle of a stream.
  let error: @Sendable (Failure) -> JSON
  /// The last event.
  let end: String
  /// The body of an answer that is an error.
  let refusal: @Sendable (Failure) -> JSON

  private static let named: @Sendable (JSON) -> String = { "event: \($0["type"]?.string ?? "")\ndata: \($0.text)\n\n" }
  private static let object: @Sendable (Failure) -> JSON = { ["error": $0.error.json] }

  /// Events without names, and a last one of their own.
  static let plain = EventForm(event: { "data: \($0.text)\n\n" }, error: object, end: "data: [DONE]\n\n", refusal: object)

  /// Events that are named by the type they have.
  static let typed = EventForm(
    event: named,
    error: { failure in
      var event = failure.error.json.object ?? [:]
      event["type"] = "error"
      event["error"] = failure.error.json
      return .object(event)
    }, end: "", refusal: object)

  /// Errors as the Anthropic SDKs know them.
  static let anthropic = EventForm(event: named, error: anthropicError, end: "", refusal: anthropicError)

  private static let anthropicTypes = [
    401: "authentication_error", 403: "permission_error", 404: "not_found_error", 429: "rate_limit_error",
  ]

  @Sendable private static func anthropicError(_ failure: Failure) -> JSON {
    var error = failure.error.json.object ?? [:]
    let other = failure.status >= 500 ? "api_error" : "invalid_request_error"
    error["type"] = .string(anthropicTypes[failure.status] ?? other)
    return ["type": "error", "error": .object(error)]
  }
}

/// What is served, by the path below /v1.
private let served: [String: (endpoint: String, form: EventForm)] = [
  "chat/completions": ("chat.completions", .plain),
  "completions": ("completions", .plain),
  "embeddings": ("embeddings", .plain),
  "messages": ("messages", .anthropic),
  "messages/count_tokens": ("messages.count_tokens", .anthropic),
  "responses": ("responses", .typed),
  "responses/input_tokens": ("responses.input_tokens", .plain),
]
private let roots: Set<Substring> = ["chat", "completions", "embeddings", "messages", "models", "responses"]

/// One request and its answer.
struct HTTPExchange: Sendable {
  let catalog: Catalog
  let request: HTTPRequest
  let answer: any HTTPAnswer

  func run() async {
    let segments = Self.segments(request.path)
    let found = served[segments.joined(separator: "/")]
    do {
      if request.method == "POST", let found {
        try await answer(found.endpoint, found.form)
      } else {
        try await answerModels(segments)
      }
    } catch let failure as Failure {
      whole((found?.form ?? .plain).refusal(failure), status: failure.status)
    } catch is CancellationError {
      answer.fail(URLError(.cancelled))
    } catch {
      answer.fail(error)
    }
  }

  /// The path below `/v1`, or whatever base URL there is before the first word that is served.
  private static func segments(_ path: String) -> [Substring] {
    let segments = path.split(separator: "/")
    if let version = segments.firstIndex(of: "v1") { return Array(segments[(version + 1)...]) }
    return segments.firstIndex { roots.contains($0) }.map { Array(segments[$0...]) } ?? segments
  }

  private func answer(_ endpoint: String, _ form: EventForm) async throws {
    let body = try body()
    let instance = try await catalog.instance(body["model"])
    let call = endpointRequest(endpoint, body)
    if body["stream"] == true {
      try await stream(Steps.start(instance, call, timeout: nil), form)
    } else {
      whole(try inlineVectors(try await instance.request(call)))
    }
  }

  private func body() throws -> JSON {
    let body: JSON
    do {
      guard String(bytes: request.body, encoding: .utf8) != nil else { throw JSONError(reason: "it is not UTF-8", position: 0) }
      body = try request.body.withUnsafeBytes { try JSON(parsing: $0) }
    } catch let error as JSONError {
      throw Failure.invalidRequest("the body is not JSON: \(error.message)", code: "invalid_json")
    }
    guard let object = body.object else { throw Failure.invalidRequest("the body must be a JSON object", code: "invalid_json") }
    if object["model"] == nil {
      throw Failure.invalidRequest("you must provide a model parameter", code: "missing_required_parameter", param: "model")
    }
    return body
  }

  private func answerModels(_ segments: [Substring]) async throws {
    guard request.method == "GET", segments.first == "models" else {
      let known = served.keys.sorted().map { "POST /v1/\($0)" } + ["GET /v1/models", "GET /v1/models/{model}"]
      let problem = "\(request.method) /\(segments.joined(separator: "/")) is not served here; these are: \(known.joined(separator: ", "))"
      throw Failure(404, ErrorObject(problem, type: "invalid_request_error", code: "unknown_url"))
    }
    if segments.count == 1 { return whole(try JSON(encoding: ModelsPage(data: try await catalog.models()))) }
    let name = segments.dropFirst().joined(separator: "/")
    whole(try JSON(encoding: try await catalog.model(name.removingPercentEncoding ?? name)))  // else no name, which the catalog says
  }

  /// Each request has a name of its own, where OpenAI's SDKs and where Anthropic's look for it.
  private func begin(status: Int, headers: [String: String]) {
    let name = "req_" + UUID().uuidString.lowercased().filter { $0 != "-" }
    answer.begin(status: status, headers: headers.merging(["x-request-id": name, "request-id": name]) { own, _ in own })
  }

  private func whole(_ body: JSON, status: Int = 200) {
    begin(status: status, headers: ["Content-Type": "application/json", "x-should-retry": status == 200 ? "true" : "false"])
    answer.write(body.text)
    answer.end()
  }

  /// Steps, then what ends them: an error in the middle is an event too, and the last one.
  private func stream(_ steps: Steps, _ form: EventForm) async throws {
    begin(status: 200, headers: ["Content-Type": "text/event-stream"])
    do {
      for try await step in steps.stream(read: { try $0.json() }, explain: { $0 }) { answer.write(form.event(step)) }
      try Task.checkCancellation()  // a stream whose reader was cancelled just ends
      if !form.end.isEmpty { answer.write(form.end) }
    } catch let failure as Failure {
      answer.write(form.event(form.error(failure)))
    }
    answer.end()
  }
}

/// The answer as an HTTP server gives it: tensors as lists of floats.
private func inlineVectors(_ message: Message) throws -> JSON {
  var answer = try message.json()
  let tensors = try message.tensors()
  guard !tensors.isEmpty, case .object(var object) = answer, let data = object["data"]?.array else { return answer }
  object["data"] = .array(
    try data.map { item in
      guard case .object(var fields) = item, fields["embedding"]?.object != nil else { return item }
      fields["embedding"] = .array(try Embedding(json: item, tensors: tensors).embedding.map { .float(Double($0)) })
      return .object(fields)
    })
  answer = .object(object)
  return answer
}
