/// An object of an answer. Its fields are read when it is made; those that the type does not know stay in `json`.
public protocol APIObject: Codable, Sendable, Equatable {
  /// The object as the answer has it.
  var json: JSON { get }

  /// Throws InternalServerError (`invalid_answer`) for an object that lacks what it must have, which is a defect of the modelet.
  init(json: JSON) throws
}

extension APIObject {
  public init(from decoder: Decoder) throws { try self.init(json: JSON(from: decoder)) }

  public func encode(to encoder: Encoder) throws { try json.encode(to: encoder) }

  public static func == (left: Self, right: Self) -> Bool { left.json == right.json }
}

/// Reads the fields of an object.
struct Fields {
  let json: JSON

  init(_ json: JSON) { self.json = json }

  func string(_ key: String) throws -> String { try required(key, "a text", \.string) }
  func int(_ key: String) throws -> Int { try required(key, "a whole number", \.int) }
  func double(_ key: String) throws -> Double { try required(key, "a number", \.double) }

  func string(optional key: String) throws -> String? { try optional(key, "a text", \.string) }
  func int(optional key: String) throws -> Int? { try optional(key, "a whole number", \.int) }
  func double(optional key: String) throws -> Double? { try optional(key, "a number", \.double) }

  func ints(optional key: String) throws -> [Int]? { try optional(key, "a list", \.array)?.compactMap(\.int) }

  func object<Part: APIObject>(_ key: String) throws -> Part { try Part(json: required(key, "an object") { $0 }) }
  func object<Part: APIObject>(optional key: String) throws -> Part? { try optional(key, "an object") { $0 }.map(Part.init(json:)) }

  func list<Part: APIObject>(_ key: String) throws -> [Part] { try required(key, "a list", \.array).map(Part.init(json:)) }
  func list<Part: APIObject>(optional key: String) throws -> [Part]? { try optional(key, "a list", \.array)?.map(Part.init(json:)) }

  private func required<Value>(_ key: String, _ kind: String, _ read: (JSON) -> Value?) throws -> Value {
    guard let value = try optional(key, kind, read) else { throw Self.malformed("\(key) is missing") }
    return value
  }

  /// Nil for null and for what is not there.
  private func optional<Value>(_ key: String, _ kind: String, _ read: (JSON) -> Value?) throws -> Value? {
    guard let value = json[key], value != .null else { return nil }
    guard let found = read(value) else { throw Self.malformed("\(key) is \(shown(value)), not \(kind)") }
    return found
  }

  static func malformed(_ problem: String) -> APIError {
    APIError.generate(500, ErrorObject("an answer is malformed: \(problem)", type: "server_error", code: "invalid_answer"))
  }
}
