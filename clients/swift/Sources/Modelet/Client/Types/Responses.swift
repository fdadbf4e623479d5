/// What a response answers.
public enum ResponseInput: Codable, Sendable, Equatable {
  case text(String)
  /// Messages, tool calls and their outputs.
  case items([JSON])

  public init(from decoder: Decoder) throws {
    switch try JSON(from: decoder) {
    case .string(let text): self = .text(text)
    case let value: self = .items(value.array ?? [])
    }
  }

  public func encode(to encoder: Encoder) throws {
    switch self {
    case .text(let text): try JSON.string(text).encode(to: encoder)
    case .items(let items): try JSON.array(items).encode(to: encoder)
    }
  }
}

/// A request of `responses`.
public struct ResponseCreateParams: Codable, Sendable, Equatable {
  public var model: String
  public var input: ResponseInput
  public var instructions: String?
  public var maxOutputTokens: Int?
  public var reasoning: JSON?
  public var temperature: Double?
  public var text: JSON?
  public var toolChoice: JSON?
  public var tools: [JSON]?
  public var topP: Double?

  public init(
    model: String, input: ResponseInput, instructions: String? = nil, maxOutputTokens: Int? = nil, reasoning: JSON? = nil,
    temperature: Double? = nil, text: JSON? = nil, toolChoice: JSON? = nil, tools: [JSON]? = nil, topP: Double? = nil
  ) {
    (self.model, self.input, self.instructions, self.maxOutputTokens) = (model, input, instructions, maxOutputTokens)
    (self.reasoning, self.temperature, self.text, self.toolChoice, self.tools) = (reasoning, temperature, text, toolChoice, tools)
    self.topP = topP
  }

  enum CodingKeys: String, CodingKey {
    case model, input, instructions
    case maxOutputTokens = "max_output_tokens"
    case reasoning, temperature, text
    case toolChoice = "tool_choice"
    case tools
    case topP = "top_p"
  }
}

/// An answer of `responses`.
public struct Response: APIObject {
  /// A message, a thought or a tool call; `json` has the fields of its type.
  public struct Item: APIObject {
    public let json: JSON
    /// `message`, `reasoning`, `function_call`.
    public let type: String
    public let id: String?

    public init(json: JSON) throws {
      let fields = Fields(json)
      self.json = json
      type = try fields.string("type")
      id = try fields.string(optional: "id")
    }

    /// All text of a message.
    var text: String {
      guard type == "message" else { return "" }
      return (json["content"]?.array ?? []).filter { $0["type"] == "output_text" }.compactMap { $0["text"]?.string }.joined()
    }
  }

  public struct Usage: APIObject {
    public let json: JSON
    public let inputTokens: Int
    public let outputTokens: Int
    public let totalTokens: Int

    public init(json: JSON) throws {
      let fields = Fields(json)
      self.json = json
      inputTokens = try fields.int("input_tokens")
      outputTokens = try fields.int("output_tokens")
      totalTokens = try fields.int("total_tokens")
    }
  }

  public let json: JSON
  public let id: String
  public let object: String
  public let createdAt: Double
  public let model: String
  /// `completed`, `incomplete`, `in_progress`, `failed`.
  public let status: String?
  public let output: [Item]
  public let usage: Usage?

  /// All text of the output, joined.
  public var outputText: String { output.map(\.text).joined() }

  public init(json: JSON) throws {
    let fields = Fields(json)
    self.json = json
    id = try fields.string("id")
    object = try fields.string("object")
    createdAt = try fields.double("created_at")
    model = try fields.string("model")
    status = try fields.string(optional: "status")
    output = try fields.list("output")
    usage = try fields.object(optional: "usage")
  }
}

/// One event of a stream of `responses`; `json` has the fields of its type.
public struct ResponseStreamEvent: APIObject {
  public let json: JSON
  /// `response.created`, `response.output_text.delta`, `response.completed`, …
  public let type: String

  /// What the event adds to the text, where it does.
  public var delta: String? { json["delta"]?.string }

  public init(json: JSON) throws {
    self.json = json
    type = try Fields(json).string("type")
  }
}
