/// A request of `completions`.
public struct CompletionCreateParams: Codable, Sendable, Equatable {
  public var model: String
  public var prompt: TextInput
  public var echo: Bool?
  public var frequencyPenalty: Double?
  public var logitBias: [String: Double]?
  public var logprobs: Int?
  public var maxTokens: Int?
  public var n: Int?
  public var presencePenalty: Double?
  public var seed: Int?
  public var stop: [String]?
  public var streamOptions: StreamOptions?
  public var suffix: String?
  public var temperature: Double?
  public var topP: Double?
  public var user: String?

  public init(
    model: String, prompt: TextInput, echo: Bool? = nil, frequencyPenalty: Double? = nil, logitBias: [String: Double]? = nil,
    logprobs: Int? = nil, maxTokens: Int? = nil, n: Int? = nil, presencePenalty: Double? = nil, seed: Int? = nil, stop: [String]? = nil,
    streamOptions: StreamOptions? = nil, suffix: String? = nil, temperature: Double? = nil, topP: Double? = nil, user: String? = nil
  ) {
    (self.model, self.prompt, self.echo, self.frequencyPenalty, self.logitBias) = (model, prompt, echo, frequencyPenalty, logitBias)
    (self.logprobs, self.maxTokens, self.n, self.presencePenalty) = (logprobs, maxTokens, n, presencePenalty)
    (self.seed, self.stop, self.streamOptions, self.suffix) = (seed, stop, streamOptions, suffix)
    (self.temperature, self.topP, self.user) = (temperature, topP, user)
  }

  enum CodingKeys: String, CodingKey {
    case model, prompt, echo
    case frequencyPenalty = "frequency_penalty"
    case logitBias = "logit_bias"
    case logprobs
    case maxTokens = "max_tokens"
    case n
    case presencePenalty = "presence_penalty"
    case seed, stop
    case streamOptions = "stream_options"
    case suffix, temperature
    case topP = "top_p"
    case user
  }
}

/// An answer of `completions`, or a part of one.
public struct Completion: APIObject {
  public struct Choice: APIObject {
    public let json: JSON
    public let index: Int
    public let text: String
    /// Of a stream, in the last part of the choice.
    public let finishReason: String?
    /// As the official API has them.
    public let logprobs: JSON?

    public init(json: JSON) throws {
      let fields = Fields(json)
      self.json = json
      index = try fields.int("index")
      text = try fields.string("text")
      finishReason = try fields.string(optional: "finish_reason")
      logprobs = json["logprobs"]
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
