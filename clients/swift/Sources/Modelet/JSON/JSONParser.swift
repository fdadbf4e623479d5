/// A text that is not JSON.
struct JSONError: Error {
  let reason: String
  let position: Int

  var message: String { "\(reason), at byte \(position)" }
}

extension JSON {
  /// How deep values nest at most: a typed value of 200 levels has up to three a level. Taking a value apart recurses, and a thread may
  /// have a small stack.
  static let deepest = 700

  /// Parses UTF-8 text.
  public init(parsing text: String) throws {
    var copy = text
    self = try copy.withUTF8 { try JSON(parsing: UnsafeRawBufferPointer($0)) }
  }

  /// Parses UTF-8 text, whose bytes are used during the call only.
  init(parsing bytes: UnsafeRawBufferPointer) throws {
    var parser = JSONParser(bytes: bytes)
    self = try parser.document()
  }
}

/// Reads one document without recursion.
private struct JSONParser {
  /// An array or object that is not complete. A class, so that it grows in its place.
  final class Container {
    var items: [JSON] = []
    var object = JSON.Object()
    /// Of the value that comes next; nil in an array.
    var key: String?

    init(key: String? = nil) { self.key = key }
  }

  let bytes: UnsafeRawBufferPointer
  var at = 0
  var open: [Container] = []

  mutating func document() throws -> JSON {
    while true {
      guard let value = try begin() else { continue }  // a container was opened
      guard let whole = try end(value) else { continue }  // there is another item
      skipSpace()
      guard at == bytes.count else { throw wrong("there is more after the value") }
      return whole
    }
  }

  /// Reads a value that holds no others, or opens the container of its first item.
  private mutating func begin() throws -> JSON? {
    skipSpace()
    switch peek() {
    case UInt8(ascii: "{"):
      at += 1
      skipSpace()
      if take(UInt8(ascii: "}")) { return .object(JSON.Object()) }
      try push(Container(key: key()))
      return nil
    case UInt8(ascii: "["):
      at += 1
      skipSpace()
      if take(UInt8(ascii: "]")) { return .array([]) }
      try push(Container())
      return nil
    case UInt8(ascii: "\""): return .string(try string())
    case UInt8(ascii: "t"): return try word("true", .bool(true))
    case UInt8(ascii: "f"): return try word("false", .bool(false))
    case UInt8(ascii: "n"): return try word("null", .null)
    default: return try number()
    }
  }

  private mutating func push(_ container: Container) throws {
    guard open.count < JSON.deepest else { throw wrong("it nests deeper than \(JSON.deepest) levels") }
    open.append(container)
  }

  /// Adds a value to what is open. The whole document, when that is complete now.
  private mutating func end(_ first: JSON) throws -> JSON? {
    var value = first
    while let container = open.last {
      skipSpace()
      if let name = container.key {
        container.object[name] = value
        guard try closes(UInt8(ascii: "}")) else {
          skipSpace()
          container.key = try key()
          return nil
        }
        value = .object(container.object)
      } else {
        container.items.append(value)
        guard try closes(UInt8(ascii: "]")) else { return nil }
        value = .array(container.items)
      }
      open.removeLast()
    }
    return value
  }

  private mutating func closes(_ bracket: UInt8) throws -> Bool {
    if take(bracket) { return true }
    guard take(UInt8(ascii: ",")) else { throw wrong("',' or a closing bracket is expected") }
    return false
  }

  private mutating func key() throws -> String {
    guard peek() == UInt8(ascii: "\"") else { throw wrong("a key is expected") }
    let key = try string()
    skipSpace()
    guard take(UInt8(ascii: ":")) else { throw wrong("':' is expected") }
    return key
  }

  private mutating func string() throws -> String {
    at += 1
    let start = at
    while let byte = peek(), byte != UInt8(ascii: "\""), byte != UInt8(ascii: "\\"), byte >= 0x20 { at += 1 }
    if peek() == UInt8(ascii: "\"") {
      at += 1
      return String(decoding: bytes[start..<(at - 1)], as: UTF8.self)
    }
    return try stringWithEscapes(from: start)
  }

  private mutating func stringWithEscapes(from start: Int) throws -> String {
    var text = [UInt8](bytes[start..<at])
    while let byte = peek() {
      at += 1
      switch byte {
      case UInt8(ascii: "\""): return String(decoding: text, as: UTF8.self)
      case UInt8(ascii: "\\"): try escape(into: &text)
      case 0..<0x20: throw wrong("a text holds a control character")
      default: text.append(byte)
      }
    }
    throw wrong("a text has no end")
  }

  private mutating func escape(into text: inout [UInt8]) throws {
    guard let letter = peek() else { throw wrong("a text has no end") }
    at += 1
    switch letter {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): text.append(letter)
    case UInt8(ascii: "b"): text.append(0x08)
    case UInt8(ascii: "f"): text.append(0x0c)
    case UInt8(ascii: "n"): text.append(0x0a)
    case UInt8(ascii: "r"): text.append(0x0d)
    case UInt8(ascii: "t"): text.append(0x09)
    case UInt8(ascii: "u"): text.append(contentsOf: String(try escapedScalar()).utf8)
    default: throw wrong("an escape is unknown")
    }
  }

  private mutating func escapedScalar() throws -> Unicode.Scalar {
    let unit = try hexadecimal()
    if let scalar = Unicode.Scalar(unit) { return scalar }
    if unit < 0xdc00, take(UInt8(ascii: "\\")), take(UInt8(ascii: "u")) {
      let low = try hexadecimal()
      if (0xdc00..<0xe000).contains(low), let scalar = Unicode.Scalar(0x10000 + (unit - 0xd800) << 10 + (low - 0xdc00)) { return scalar }
    }
    throw wrong("a surrogate stands alone")
  }

  private mutating func hexadecimal() throws -> UInt32 {
    var unit: UInt32 = 0
    for _ in 0..<4 {
      guard let byte = peek(), let digit = Character(Unicode.Scalar(byte)).hexDigitValue else {
        throw wrong("\\u is followed by four hexadecimal digits")
      }
      unit = unit << 4 | UInt32(digit)
      at += 1
    }
    return unit
  }

  private mutating func number() throws -> JSON {
    let start = at
    _ = take(UInt8(ascii: "-"))
    if !take(UInt8(ascii: "0")) { try digits() }
    let isWhole = ![UInt8(ascii: "."), UInt8(ascii: "e"), UInt8(ascii: "E")].contains(peek() ?? 0)
    if take(UInt8(ascii: ".")) { try digits() }
    if take(UInt8(ascii: "e")) || take(UInt8(ascii: "E")) {
      if !take(UInt8(ascii: "+")) { _ = take(UInt8(ascii: "-")) }
      try digits()
    }
    let text = String(decoding: bytes[start..<at], as: UTF8.self)
    guard isWhole else { return .float(Double(text) ?? .nan) }
    return Int(text).map { .int($0) } ?? .largeInt(text)
  }

  private mutating func digits() throws {
    let start = at
    while let byte = peek(), (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) { at += 1 }
    if at == start { throw wrong("a value is expected") }
  }

  private mutating func word(_ word: StaticString, _ value: JSON) throws -> JSON {
    for index in 0..<word.utf8CodeUnitCount where !take(word.utf8Start[index]) { throw wrong("a value is expected") }
    return value
  }

  private func peek() -> UInt8? { at < bytes.count ? bytes[at] : nil }

  private mutating func take(_ byte: UInt8) -> Bool {
    guard peek() == byte else { return false }
    at += 1
    return true
  }

  private mutating func skipSpace() {
    while let byte = peek(), byte == 0x20 || byte == 0x0a || byte == 0x0d || byte == 0x09 { at += 1 }
  }

  private func wrong(_ reason: String) -> JSONError { JSONError(reason: reason, position: at) }
}
