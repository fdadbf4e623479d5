/// A part of a message's content, which is one text or a list of parts.
public struct ChatCompletionContentPart: Codable, Sendable, Equatable {
  /// All fields.
  public var fields: JSON.Object

  public init(_ fields: JSON.Object) { self.fields = fields }

  public static func text(_ text: String) -> Self { Self(["type": "text", "text": .string(text)]) }

  /// Of the assistant, what it said instead of an answer.
  public static func refusal(_ text: String) -> Self { Self(["type": "refusal", "refusal": .string(text)]) }

  /// Which functions take images, their modelets say; those of language models of text refuse them.
  public static func imageURL(_ url: String, detail: String? = nil) -> Self {
    var image: JSON.Object = ["url": .string(url)]
    image["detail"] = detail.map { .string($0) }
    return Self(["type": "image_url", "image_url": .object(image)])
  }

  public init(from decoder: Decoder) throws { fields = try JSON(from: decoder).object ?? [:] }

  public func encode(to encoder: Encoder) throws { try JSON.object(fields).encode(to: encoder) }
}

/// A message of a conversation: `role`, `content` and whatever else the function's chat template reads.
public struct ChatCompletionMessageParam: Codable, Sendable, Equatable {
  /// All fields.
  public var fields: JSON.Object

  public init(_ fields: JSON.Object) { self.fields = fields }

  public init(role: String, content: String) { fields = ["role": .string(role), "content": .string(content)] }

  public init(role: String, content: [ChatCompletionContentPart]) {
    fields = ["role": .string(role), "content": .array(content.map { .object($0.fields) })]
  }

  /// What a model said, to go on with.
  public init(_ message: ChatCompletionMessage) { fields = message.json.object ?? [:] }

  public static func system(_ content: String) -> Self { Self(role: "system", content: content) }
  public static func developer(_ content: String) -> Self { Self(role: "developer", content: content) }
  public static func user(_ content: String) -> Self { Self(role: "user", content: content) }
  public static func assistant(_ content: String) -> Self { Self(role: "assistant", content: content) }

  public static func system(_ content: [ChatCompletionContentPart]) -> Self { Self(role: "system", content: content) }
  public static func developer(_ content: [ChatCompletionContentPart]) -> Self { Self(role: "developer", content: content) }
  public static func user(_ content: [ChatCompletionContentPart]) -> Self { Self(role: "user", content: content) }
  public static func assistant(_ content: [ChatCompletionContentPart]) -> Self { Self(role: "assistant", content: content) }

  /// What a tool that the model called gave.
  public static func tool(_ content: String, toolCallID: String) -> Self {
    Self(["role": "tool", "content": .string(content), "tool_call_id": .string(toolCallID)])
  }

  public static func tool(_ content: [ChatCompletionContentPart], toolCallID: String) -> Self {
    var message = Self(role: "tool", content: content)
    message.fields["tool_call_id"] = .string(toolCallID)
    return message
  }

  public init(from decoder: Decoder) throws { fields = try JSON(from: decoder).object ?? [:] }

  public func encode(to encoder: Encoder) throws { try JSON.object(fields).encode(to: encoder) }
}

/// A function that the model may ask to be called.
public struct ChatCompletionTool: Codable, Sendable, Equatable {
  public struct FunctionDefinition: Codable, Sendable, Equatable {
    public var name: String
    public var description: String?
    /// JSON Schema.
    public var parameters: JSON?
    public var strict: Bool?
  }

  public var type = "function"
  public var function: FunctionDefinition

  public init(name: String, description: String? = nil, parameters: JSON? = nil, strict: Bool? = nil) {
    function = FunctionDefinition(name: name, description: description, parameters: parameters, strict: strict)
  }
}

/// Whether a stream ends with a chunk that says how many tokens there were.
public struct StreamOptions: Codable, Sendable, Equatable {
  public var includeUsage: Bool?

  public init(includeUsage: Bool? = nil) { self.includeUsage = includeUsage }

  enum CodingKeys: String, CodingKey {
    case includeUsage = "include_usage"
  }
}

/// A request of `chat.completions`.
public struct ChatCompletionCreateParams: Codable, Sendable, Equatable {
  public var model: String
  public var messages: [ChatCompletionMessageParam]
  public var frequencyPenalty: Double?
  public var logitBias: [String: Double]?
  public var logprobs: Bool?
  public var maxCompletionTokens: Int?
  public var maxTokens: Int?
  public var n: Int?
  public var presencePenalty: Double?
  public var responseFormat: JSON?
  public var seed: Int?
  public var stop: [String]?
  public var streamOptions: StreamOptions?
  public var temperature: Double?
  public var toolChoice: JSON?
  public var tools: [ChatCompletionTool]?
  public var topLogprobs: Int?
  public var topP: Double?
  public var user: String?

  public init(
    model: String, messages: [ChatCompletionMessageParam], frequencyPenalty: Double? = nil, logitBias: [String: Double]? = nil,
    logprobs: Bool? = nil, maxCompletionTokens: Int? = nil, maxTokens: Int? = nil, n: Int? = nil, presencePenalty: Double? = nil,
    responseFormat: JSON? = nil, seed: Int? = nil, stop: [String]? = nil, streamOptions: StreamOptions? = nil, temperature: Double? = nil,
    toolChoice: JSON? = nil, tools: [ChatCompletionTool]? = nil, topLogprobs: Int? = nil, topP: Double? = nil, user: String? = nil
  ) {
    (self.model, self.messages, self.frequencyPenalty, self.logitBias) = (model, messages, frequencyPenalty, logitBias)
    (self.logprobs, self.maxCompletionTokens, self.maxTokens, self.n) = (logprobs, maxCompletionTokens, maxTokens, n)
    (self.presencePenalty, self.responseFormat, self.seed, self.stop) = (presencePenalty, responseFormat, seed, stop)
    (self.streamOptions, self.temperature, self.toolChoice, self.tools) = (streamOptions, temperature, toolChoice, tools)
    (self.topLogprobs, self.topP, self.user) = (topLogprobs, topP, user)
  }

  enum CodingKeys: String, CodingKey {
    case model, messages
    case frequencyPenalty = "frequency_penalty"
    case logitBias = "logit_bias"
    case logprobs
    case maxCompletionTokens = "max_completion_tokens"
    case maxTokens = "max_tokens"
    case n
    case presencePenalty = "presence_penalty"
    case responseFormat = "response_format"
    case seed, stop
    case streamOptions = "stream_options"
    case temperature
    case toolChoice = "tool_choice"
    case tools
    case topLogprobs = "top_logprobs"
    case topP = "top_p"
    case user
  }
}

/// Tokens counted.
public struct CompletionUsage: APIObject {
  public let json: JSON
  /// Without padding.
  public let promptTokens: Int
  public let completionTokens: Int
  public let totalTokens: Int

  public init(json: JSON) throws {
    let fields = Fields(json)
    self.json = json
    promptTokens = try fields.int("prompt_tokens")
    completionTokens = try fields.int("completion_tokens")
    totalTokens = try fields.int("total_tokens")
  }
}

/// A token of the answer, and those that could have come, best first.
public struct TokenLogprob: APIObject {
  public let json: JSON
  public let token: String
  /// Its UTF-8.
  public let bytes: [Int]?
  public let logprob: Double
  public let topLogprobs: [TokenLogprob]

  public init(json: JSON) throws {
    let fields = Fields(json)
    self.json = json
    token = try fields.string("token")
    bytes = try fields.ints(optional: "bytes")
    logprob = try fields.double("logprob")
    topLogprobs = try fields.list(optional: "top_logprobs") ?? []
  }
}

/// The tokens of a choice.
public struct ChoiceLogprobs: APIObject {
  public let json: JSON
  public let content: [TokenLogprob]?
  public let refusal: [TokenLogprob]?

  public init(json: JSON) throws {
    let fields = Fields(json)
    self.json = json
    content = try fields.list(optional: "content")
    refusal = try fields.list(optional: "refusal")
  }
}

/// A function that the model wants to be called. In a chunk any part may be missing: the parts of one `index` belong together.
public struct ChatCompletionMessageToolCall: APIObject {
  public struct Function: APIObject {
    public let json: JSON
    public let name: String?
    /// JSON text.
    public let arguments: String?

    public init(json: JSON) throws {
      let fields = Fields(json)
      self.json = json
      name = try fields.string(optional: "name")
      arguments = try fields.string(optional: "arguments")
    }
  }

  public let json: JSON
  /// Chunks only.
  public let index: Int?
  public let id: String?
  public let type: String?
  public let function: Function?

  public init(json: JSON) throws {
    let fields = Fields(json)
    self.json = json
    index = try fields.int(optional: "index")
    id = try fields.string(optional: "id")
    type = try fields.string(optional: "type")
    function = try fields.object(optional: "function")
  }
}

/// What the model said; in a chunk, what it said since the one before.
public struct ChatCompletionMessage: APIObject {
  public let json: JSON
  /// Of a stream, in the first chunk only.
  public let role: String?
  public let content: String?
  public let refusal: String?
  public let toolCalls: [ChatCompletionMessageToolCall]?

  public init(json: JSON) throws {
    let fields = Fields(json)
    self.json = json
    role = try fields.string(optional: "role")
    content = try fields.string(optional: "content")
    refusal = try fields.string(optional: "refusal")
    toolCalls = try fields.list(optional: "tool_calls")
  }
}

/// An answer of `chat.completions`.
public struct ChatCompletion: APIObject {
  /// One of `n` answers.
  public struct Choice: APIObject {
    public let json: JSON
    public let index: Int
    public let message: ChatCompletionMessage
    /// `stop`, `length`, `tool_calls`, `content_filter`.
    public let finishReason: String
    public let logprobs: ChoiceLogprobs?

    public init(json: JSON) throws {
      let fields = Fields(json)
      self.json = json
      index = try fields.int("index")
      message = try fields.object("message")
      finishReason = try fields.string("finish_reason")
      logprobs = try fields.object(optional: "logprobs")
    }
  }

  public let json: JSON
  public let id: String
  public let object: String
  public let created: Int
  public let model: String
  public let choices: [Choice]
  public let usage: CompletionUsage?

  public init(json: JSON) throws {
    let fields = Fields(json)
    self.json = json
    id = try fields.string("id")
    object = try fields.string("object")
    created = try fields.int("created")
    model = try fields.string("model")
    choices = try fields.list("choices")
    usage = try fields.object(optional: "usage")
  }
}

/// A part of an answer of `chat.completions`.
public struct ChatCompletionChunk: APIObject {
  public struct Choice: APIObject {
    public let json: JSON
    public let index: Int
    public let delta: ChatCompletionMessage
    /// In the last chunk of the choice.
    public let finishReason: String?
    public let logprobs: ChoiceLogprobs?

    public init(json: JSON) throws {
      let fields = Fields(json)
      self.json = json
      index = try fields.int("index")
      delta = try fields.object("delta")
      finishReason = try fields.string(optional: "finish_reason")
      logprobs = try fields.object(optional: "logprobs")
    }
  }

  public let json: JSON
  public let id: String
  public let object: String
  public let created: Int
  public let model: String
  public let choices: [Choice]
  /// In the last chunk, where `streamOptions` asked for it.
  public let usage: CompletionUsage?

  public init(json: JSON) throws {
    let fields = Fields(json)
    self.json = json
    id = try fields.string("id")
    object = try fields.string("object")
    created = try fields.int("created")
    model = try fields.string("model")
    choices = try fields.list("choices")
    usage = try fields.object(optional: "usage")
  }
}
