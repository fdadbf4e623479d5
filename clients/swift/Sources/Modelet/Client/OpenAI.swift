/// The OpenAI client, in-process: the official SDKs' names, arguments, answers and errors.
///
///     let client = OpenAI()
///     let answer = try await client.embeddings.create(model: "@local/minilm", input: ["one text", "another"])
///
/// Names are found by the resolver, libraries opened once and kept. Calls run on threads of their own, any number at once; cancelling the
/// task cancels the call.
public struct OpenAI: Sendable {
  private let endpoints: Endpoints

  /// `timeout` cancels a call, or of a stream a step, that takes longer (APITimeoutError); the default is none.
  public init(_ options: Options = Options(), timeout: Duration? = nil) {
    endpoints = Endpoints(catalog: Catalog(options), timeout: timeout)
  }

  /// Vectors of texts.
  public var embeddings: Embeddings { Embeddings(endpoints: endpoints) }
  /// Conversations: `chat.completions`.
  public var chat: Chat { Chat(endpoints: endpoints) }
  /// How texts go on.
  public var completions: Completions { Completions(endpoints: endpoints) }
  /// Answers to conversations, in items and events.
  public var responses: Responses { Responses(endpoints: endpoints) }
  /// The modelets that can be found by name.
  public var models: Models { Models(endpoints: endpoints) }
}

/// Requests of endpoints, with the errors of the official SDKs.
struct Endpoints: Sendable {
  let catalog: Catalog
  let timeout: Duration?

  /// The one answer of a request. `timeout` is the client's, if there is none.
  func whole<Answer>(_ endpoint: String, _ body: JSON, timeout: Duration?, read: (Message) throws -> Answer) async throws -> Answer {
    try await explained {
      let instance = try await catalog.instance(body["model"])
      return try read(try await instance.request(endpointRequest(endpoint, body), timeout: timeout ?? self.timeout))
    }
  }

  /// The answers of a request, one after the other. An error of the request is thrown here, one in the middle by the stream.
  func stream<Part: Sendable>(
    _ endpoint: String, _ body: JSON, timeout: Duration?, read: @escaping @Sendable (Message) throws -> Part
  ) async throws -> AsyncThrowingStream<Part, any Error> {
    try await explained {
      let instance = try await catalog.instance(body["model"])
      let steps = try await Steps.start(instance, endpointRequest(endpoint, body), timeout: timeout ?? self.timeout)
      return steps.stream(read: read) { APIError(status: nil, error: $0.error) }  // what goes wrong on the way has no status
    }
  }

  func explained<Answer>(_ work: () async throws -> Answer) async throws -> Answer {
    do {
      return try await work()
    } catch let failure as Failure {
      throw failure.ofEndpoint
    }
  }
}

/// The request of an endpoint.
func endpointRequest(_ endpoint: String, _ body: JSON) -> [UInt8] {
  var writer = JSONWriter()
  writer.raw("{\"endpoint\":\"\(endpoint)\",\"body\":")
  writer.write(body)
  writer.raw("}")
  return writer.bytes
}

/// A request as an endpoint takes it, `extra` fields included: what the function of a modelet knows beyond the official ones.
func requestBody(_ params: some Encodable, _ extra: JSON.Object, stream: Bool? = nil) throws -> JSON {
  var body = try JSON(encoding: params).object ?? [:]
  body["stream"] = stream.map { .bool($0) } ?? body["stream"]
  for (key, value) in extra.members { body[key] = value }
  return .object(body)
}
