import Foundation

extension JSON: Codable {
  public init(from decoder: Decoder) throws {
    if let container = try? decoder.container(keyedBy: AnyKey.self) {
      var object = Object()
      for key in container.allKeys { object[key.stringValue] = try container.decode(JSON.self, forKey: key) }
      self = .object(object)
    } else if var container = try? decoder.unkeyedContainer() {
      var items: [JSON] = []
      while !container.isAtEnd { items.append(try container.decode(JSON.self)) }
      self = .array(items)
    } else {
      self = try JSON(scalar: decoder.singleValueContainer())
    }
  }

  private init(scalar container: SingleValueDecodingContainer) throws {
    if container.decodeNil() {
      self = .null
    } else if let truth = try? container.decode(Bool.self) {
      self = .bool(truth)
    } else if let number = try? container.decode(Int.self) {
      self = .int(number)
    } else if let number = try? container.decode(Double.self) {
      self = .float(number)
    } else {
      self = .string(try container.decode(String.self))
    }
  }

  public func encode(to encoder: Encoder) throws {
    switch self {
    case .array(let items):
      var container = encoder.unkeyedContainer()
      for item in items { try container.encode(item) }
    case .object(let object):
      var container = encoder.container(keyedBy: AnyKey.self)
      for (key, value) in object.members { try container.encode(value, forKey: AnyKey(stringValue: key)) }
    default:
      var container = encoder.singleValueContainer()
      try encodeScalar(into: &container)
    }
  }

  private func encodeScalar(into container: inout SingleValueEncodingContainer) throws {
    switch self {
    case .bool(let truth): try container.encode(truth)
    case .int(let number): try container.encode(number)
    case .largeInt(let digits): try container.encode(Double(digits) ?? .infinity)  // coders have no larger whole numbers
    case .float(let number): try container.encode(number)
    case .string(let text): try container.encode(text)
    default: try container.encodeNil()
    }
  }
}

/// Any text as a key.
struct AnyKey: CodingKey {
  let stringValue: String
  var intValue: Int? { nil }

  init(stringValue: String) { self.stringValue = stringValue }
  init?(intValue: Int) { return nil }
}

extension JSON {
  /// What a value encodes to.
  init(encoding value: some Encodable) throws {
    let data = try JSONEncoder().encode(value)
    self = try data.withUnsafeBytes { try JSON(parsing: $0) }
  }
}
