/// `client.embeddings`.
public struct Embeddings: Sendable {
  let endpoints: Endpoints

  /// The vector of one text.
  public func create(model: String, input: String, timeout: Duration? = nil) async throws -> CreateEmbeddingResponse {
    try await create(EmbeddingCreateParams(model: model, input: .text(input)), timeout: timeout)
  }

  /// One vector for each of up to 2,048 texts.
  public func create(model: String, input: [String], timeout: Duration? = nil) async throws -> CreateEmbeddingResponse {
    try await create(EmbeddingCreateParams(model: model, input: .texts(input)), timeout: timeout)
  }

  /// One vector for each item of the input. Throws BadRequestError, NotFoundError, APITimeoutError and the other classes of APIError.
  public func create(
    _ params: EmbeddingCreateParams, extraBody: JSON.Object = [:], timeout: Duration? = nil
  ) async throws -> CreateEmbeddingResponse {
    try await create(body: requestBody(params, extraBody), timeout: timeout)
  }

  func create(body: JSON, timeout: Duration? = nil) async throws -> CreateEmbeddingResponse {
    try await endpoints.whole("embeddings", body, timeout: timeout, read: CreateEmbeddingResponse.init(message:))
  }
}

/// `client.chat`.
public struct Chat: Sendable {
  let endpoints: Endpoints

  public var completions: ChatCompletions { ChatCompletions(endpoints: endpoints) }
}

/// `client.chat.completions`.
public struct ChatCompletions: Sendable {
  let endpoints: Endpoints

  /// The next message of a conversation.
  public func create(model: String, messages: [ChatCompletionMessageParam], timeout: Duration? = nil) async throws -> ChatCompletion {
    try await create(ChatCompletionCreateParams(model: model, messages: messages), timeout: timeout)
  }

  /// The next message of a conversation.
  public func create(
    _ params: ChatCompletionCreateParams, extraBody: JSON.Object = [:], timeout: Duration? = nil
  ) async throws -> ChatCompletion {
    try await create(body: requestBody(params, extraBody), timeout: timeout)
  }

  /// The next message of a conversation, in chunks.
  public func stream(
    model: String, messages: [ChatCompletionMessageParam], timeout: Duration? = nil
  ) async throws -> AsyncThrowingStream<ChatCompletionChunk, any Error> {
    try await stream(ChatCompletionCreateParams(model: model, messages: messages), timeout: timeout)
  }

  /// The next message of a conversation, in chunks.
  public func stream(
    _ params: ChatCompletionCreateParams, extraBody: JSON.Object = [:], timeout: Duration? = nil
  ) async throws -> AsyncThrowingStream<ChatCompletionChunk, any Error> {
    try await stream(body: requestBody(params, extraBody, stream: true), timeout: timeout)
  }

  func create(body: JSON, timeout: Duration? = nil) async throws -> ChatCompletion {
    try await endpoints.whole("chat.completions", body, timeout: timeout) { try ChatCompletion(json: $0.json()) }
  }

  func stream(body: JSON, timeout: Duration? = nil) async throws -> AsyncThrowingStream<ChatCompletionChunk, any Error> {
    try await endpoints.stream("chat.completions", body, timeout: timeout) { try ChatCompletionChunk(json: $0.json()) }
  }
}

/// `client.completions`.
public struct Completions: Sendable {
  let endpoints: Endpoints

  /// How a text goes on.
  public func create(model: String, prompt: String, timeout: Duration? = nil) async throws -> Completion {
    try await create(CompletionCreateParams(model: model, prompt: .text(prompt)), timeout: timeout)
  }

  /// How a text goes on.
  public func create(_ params: CompletionCreateParams, extraBody: JSON.Object = [:], timeout: Duration? = nil) async throws -> Completion {
    try await endpoints.whole("completions", requestBody(params, extraBody), timeout: timeout) { try Completion(json: $0.json()) }
  }

  /// How a text goes on, in parts.
  public func stream(
    model: String, prompt: String, timeout: Duration? = nil
  ) async throws -> AsyncThrowingStream<Completion, any Error> {
    try await stream(CompletionCreateParams(model: model, prompt: .text(prompt)), timeout: timeout)
  }

  /// How a text goes on, in parts.
  public func stream(
    _ params: CompletionCreateParams, extraBody: JSON.Object = [:], timeout: Duration? = nil
  ) async throws -> AsyncThrowingStream<Completion, any Error> {
    let body = try requestBody(params, extraBody, stream: true)
    return try await endpoints.stream("completions", body, timeout: timeout) { try Completion(json: $0.json()) }
  }
}

/// `client.responses`.
public struct Responses: Sendable {
  let endpoints: Endpoints

  /// A response to an input.
  public func create(model: String, input: String, timeout: Duration? = nil) async throws -> Response {
    try await create(ResponseCreateParams(model: model, input: .text(input)), timeout: timeout)
  }

  /// A response to an input.
  public func create(_ params: ResponseCreateParams, extraBody: JSON.Object = [:], timeout: Duration? = nil) async throws -> Response {
    try await endpoints.whole("responses", requestBody(params, extraBody), timeout: timeout) { try Response(json: $0.json()) }
  }

  /// A response to an input, in events.
  public func stream(
    model: String, input: String, timeout: Duration? = nil
  ) async throws -> AsyncThrowingStream<ResponseStreamEvent, any Error> {
    try await stream(ResponseCreateParams(model: model, input: .text(input)), timeout: timeout)
  }

  /// A response to an input, in events.
  public func stream(
    _ params: ResponseCreateParams, extraBody: JSON.Object = [:], timeout: Duration? = nil
  ) async throws -> AsyncThrowingStream<ResponseStreamEvent, any Error> {
    let body = try requestBody(params, extraBody, stream: true)
    return try await endpoints.stream("responses", body, timeout: timeout) { try ResponseStreamEvent(json: $0.json()) }
  }
}

/// `client.models`.
public struct Models: Sendable {
  let endpoints: Endpoints

  /// Every name of the registries.
  public func list() async throws -> ModelsPage {
    try await endpoints.explained { ModelsPage(data: try await endpoints.catalog.models()) }
  }

  /// One name. Throws a NotFoundError, with names that are near, when no registry has it.
  public func retrieve(_ model: String) async throws -> Model {
    try await endpoints.explained { try await endpoints.catalog.model(model) }
  }
}
