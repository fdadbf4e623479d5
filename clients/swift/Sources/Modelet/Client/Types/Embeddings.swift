import Foundation

/// A text, texts, token ids, or lists of token ids.
public enum TextInput: Codable, Sendable, Equatable {
  case text(String)
  case texts([String])
  case tokens([Int])
  case tokenLists([[Int]])

  public init(from decoder: Decoder) throws {
    let container = try decoder.singleValueContainer()
    if let text = try? container.decode(String.self) {
      self = .text(text)
    } else if let texts = try? container.decode([String].self) {
      self = .texts(texts)
    } else if let tokens = try? container.decode([Int].self) {
      self = .tokens(tokens)
    } else {
      self = .tokenLists(try container.decode([[Int]].self))
    }
  }

  public func encode(to encoder: Encoder) throws {
    var container = encoder.singleValueContainer()
    switch self {
    case .text(let text): try container.encode(text)
    case .texts(let texts): try container.encode(texts)
    case .tokens(let tokens): try container.encode(tokens)
    case .tokenLists(let lists): try container.encode(lists)
    }
  }
}

/// A request of `embeddings`.
public struct EmbeddingCreateParams: Codable, Sendable, Equatable {
  public enum EncodingFormat: String, Codable, Sendable {
    case float
    /// The text of little-endian float32.
    case base64
  }

  public var model: String
  /// Up to 2,048 items.
  public var input: TextInput
  /// Shortens the vectors where the function can.
  public var dimensions: Int?
  public var encodingFormat: EncodingFormat?
  public var user: String?

  public init(
    model: String, input: TextInput, dimensions: Int? = nil, encodingFormat: EncodingFormat? = nil, user: String? = nil
  ) {
    (self.model, self.input, self.dimensions, self.encodingFormat, self.user) = (model, input, dimensions, encodingFormat, user)
  }

  enum CodingKeys: String, CodingKey {
    case model, input, dimensions
    case encodingFormat = "encoding_format"
    case user
  }
}

/// One vector.
public struct Embedding: Codable, Sendable, Equatable {
  public let embedding: [Float]
  /// The text that was asked for as base64; `embedding` holds its numbers.
  public let base64: String?
  public let index: Int
  public let object: String

  enum CodingKeys: String, CodingKey {
    case object, index, embedding
  }

  /// `tensors` are those of the answer.
  init(json: JSON, tensors: [Tensor]) throws {
    let fields = Fields(json)
    index = try fields.int("index")
    object = try fields.string("object")
    base64 = json["embedding"]?.string
    embedding = try Self.vector(json["embedding"], tensors)
  }

  private static func vector(_ value: JSON?, _ tensors: [Tensor]) throws -> [Float] {
    switch value {
    case .string(let text): return try vector(base64: text)
    case .array(let numbers): return numbers.compactMap { $0.double.map(Float.init) }
    case .object(let reference):
      let (index, row) = (reference["$tensor"]?.int ?? -1, reference["row"]?.int ?? 0)
      guard tensors.indices.contains(index), let row = tensors[index].row(row) else {
        throw Fields.malformed("an embedding refers to the tensor \(shown(value)), and there are \(tensors.count)")
      }
      return try row.array()
    default: throw Fields.malformed("an embedding is \(shown(value))")
    }
  }

  private static func vector(base64 text: String) throws -> [Float] {
    guard let data = Data(base64Encoded: text), data.count % 4 == 0 else {
      throw Fields.malformed("an embedding is no base64 text of floats")
    }
    return data.withUnsafeBytes { bytes in
      (0..<(data.count / 4)).map { Float(bitPattern: UInt32(littleEndian: bytes.loadUnaligned(fromByteOffset: 4 * $0, as: UInt32.self))) }
    }
  }

  public init(from decoder: Decoder) throws { try self.init(json: JSON(from: decoder), tensors: []) }

  public func encode(to encoder: Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(object, forKey: .object)
    try container.encode(index, forKey: .index)
    if let base64 {
      try container.encode(base64, forKey: .embedding)
    } else {
      try container.encode(embedding.map(Double.init), forKey: .embedding)  // as every other client writes a float32
    }
  }
}

/// An answer of `embeddings`.
public struct CreateEmbeddingResponse: Codable, Sendable, Equatable {
  public struct Usage: Codable, Sendable, Equatable {
    /// Without padding.
    public let promptTokens: Int
    public let totalTokens: Int

    enum CodingKeys: String, CodingKey {
      case promptTokens = "prompt_tokens"
      case totalTokens = "total_tokens"
    }
  }

  /// In the order of the input.
  public let data: [Embedding]
  public let model: String
  public let object: String
  public let usage: Usage
  /// All vectors as one float32 tensor [items, dimensions], over the answer's own memory; nil where they were asked for as base64.
  public let tensor: Tensor?

  enum CodingKeys: String, CodingKey {
    case object, data, model, usage
  }

  init(message: Message) throws {
    let tensors = try message.tensors()
    try self.init(json: message.json(), tensors: tensors)
  }

  private init(json: JSON, tensors: [Tensor]) throws {
    let (fields, usage) = (Fields(json), Fields(json["usage"] ?? .null))
    data = try (json["data"]?.array ?? []).map { try Embedding(json: $0, tensors: tensors) }
    model = try fields.string("model")
    object = try fields.string("object")
    self.usage = Usage(promptTokens: try usage.int("prompt_tokens"), totalTokens: try usage.int("total_tokens"))
    tensor = tensors.first
  }

  public init(from decoder: Decoder) throws { try self.init(json: JSON(from: decoder), tensors: []) }
}
