extension JSON {
  /// The value as JSON text, without spaces. NaN and infinities, which JSON lacks, are null.
  public var text: String {
    var writer = JSONWriter()
    writer.write(self)
    return writer.text
  }
}

/// Collects JSON text.
struct JSONWriter {
  private(set) var bytes: [UInt8] = []

  var text: String { String(decoding: bytes, as: UTF8.self) }

  mutating func raw(_ text: String) { bytes.append(contentsOf: text.utf8) }

  mutating func write(_ value: JSON) {
    switch value {
    case .null: raw("null")
    case .bool(let truth): raw(truth ? "true" : "false")
    case .int(let number): raw(String(number))
    case .largeInt(let digits): raw(digits)
    case .float(let number): raw(number.isFinite ? number.description : "null")  // the shortest text of these bits
    case .string(let text): quoted(text)
    case .array(let items): list("[", items, "]") { $0.write($1) }
    case .object(let object):
      list("{", object.members, "}") { writer, member in
        writer.quoted(member.key)
        writer.raw(":")
        writer.write(member.value)
      }
    }
  }

  /// Items with commas between them.
  mutating func list<Items: Sequence>(
    _ open: String, _ items: Items, _ close: String, each: (inout JSONWriter, Items.Element) throws -> Void
  ) rethrows {
    raw(open)
    var isFirst = true
    for item in items {
      if !isFirst { raw(",") }
      isFirst = false
      try each(&self, item)
    }
    raw(close)
  }

  mutating func quoted(_ text: String) {
    bytes.append(UInt8(ascii: "\""))
    var copy = text
    copy.withUTF8 { for byte in $0 { escape(byte) } }
    bytes.append(UInt8(ascii: "\""))
  }

  private mutating func escape(_ byte: UInt8) {
    switch byte {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"):
      bytes.append(UInt8(ascii: "\\"))
      bytes.append(byte)
    case 0..<0x20:
      let digits = Array("0123456789abcdef".utf8)
      raw("\\u00")
      bytes.append(digits[Int(byte >> 4)])
      bytes.append(digits[Int(byte & 15)])
    default: bytes.append(byte)
    }
  }
}
