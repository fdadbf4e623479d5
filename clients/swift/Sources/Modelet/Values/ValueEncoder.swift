import Foundation

/// How deep values nest at most.
private let deepest = 200
private let plainInts = -9_007_199_254_740_991...9_007_199_254_740_991

/// Writes values as JSON, and collects their tensors.
struct ValueEncoder {
  private(set) var json = JSONWriter()
  private(set) var tensors: [Tensor] = []

  /// JSON between values.
  mutating func raw(_ text: String) { json.raw(text) }

  mutating func quoted(_ text: String) { json.quoted(text) }

  /// Throws a TypeError for a value that has no form.
  mutating func write(_ value: Value, depth: Int = 0) throws {
    if depth > deepest { throw FunctionError("a value that nests deeper than \(deepest) levels cannot be passed") }
    switch value {
    case .none: json.raw("null")
    case .bool(let truth): json.raw(truth ? "true" : "false")
    case .int(let number): whole(number)
    case .largeInt(let digits): tagged("$int", digits)
    case .float(let number): float(number)
    case .complex(let real, let imaginary): complex(real, imaginary)
    case .string(let text): json.quoted(text)
    case .codePoints(let points): try write(codePoints: points)
    case .bytes(let bytes): tagged("$bytes", Data(bytes).base64EncodedString())
    case .byteArray(let bytes): tagged("$bytearray", Data(bytes).base64EncodedString())
    case .list(let items): try list("[", items, "]", depth)
    case .tuple(let items): try list("{\"$tuple\":[", items, "]}", depth)
    case .set(let items): try list("{\"$set\":[", items, "]}", depth)
    case .frozenSet(let items): try list("{\"$frozenset\":[", items, "]}", depth)
    case .dict(let dict): try write(dict, depth)
    case .range(let start, let stop, let step): try list("{\"$range\":[", [start, stop, step], "]}", depth)
    case .slice(let start, let stop, let step): try list("{\"$slice\":[", [start, stop, step], "]}", depth)
    case .tensor(let tensor): json.raw("{\"$tensor\":\(index(tensor))}")
    case .scalar(let tensor): json.raw("{\"$scalar\":\(index(tensor))}")
    case .image(let mode, let pixels):
      json.raw("{\"$image\":\(index(pixels)),\"mode\":")
      json.quoted(mode)
      json.raw("}")
    }
  }

  private mutating func index(_ tensor: Tensor) -> Int {
    tensors.append(tensor)
    return tensors.count - 1
  }

  private mutating func tagged(_ tag: String, _ text: String) {
    json.raw("{\"\(tag)\":")
    json.quoted(text)
    json.raw("}")
  }

  private mutating func whole(_ number: Int) {
    if plainInts.contains(number) {
      json.raw(String(number))
    } else {
      tagged("$int", String(number))
    }
  }

  private mutating func float(_ number: Double) {
    if number.isFinite {
      json.raw(number.description)  // the shortest text of these bits, always with a point or an exponent
    } else {
      tagged("$float", number.isNaN ? "nan" : number > 0 ? "inf" : "-inf")
    }
  }

  private mutating func complex(_ real: Double, _ imaginary: Double) {
    json.raw("{\"$complex\":[")
    float(real)
    json.raw(",")
    float(imaginary)
    json.raw("]}")
  }

  private mutating func list(_ open: String, _ items: [Value], _ close: String, _ depth: Int) throws {
    json.raw(open)
    for (index, item) in items.enumerated() {
      if index > 0 { json.raw(",") }
      try write(item, depth: depth + 1)
    }
    json.raw(close)
  }

  private mutating func write(_ dict: Value.Dict, _ depth: Int) throws {
    let names = dict.items.map(\.key.string)
    let isPlain = names.allSatisfy { $0.map { $0.utf8.first != UInt8(ascii: "$") } ?? false }
    json.raw(isPlain ? "{" : "{\"$dict\":[")
    for (index, item) in dict.items.enumerated() {
      if index > 0 { json.raw(",") }
      if isPlain {
        json.quoted(names[index] ?? "")
        json.raw(":")
        try write(item.value, depth: depth + 1)
      } else {
        try list("[", [item.key, item.value], "]", depth)
      }
    }
    json.raw(isPlain ? "}" : "]}")
  }

  /// Pieces of ordinary text, and single surrogates as numbers.
  private mutating func write(codePoints points: [UInt32]) throws {
    var pieces: [JSON] = []
    var text = String.UnicodeScalarView()
    let endText = { (pieces: inout [JSON], text: inout String.UnicodeScalarView) in
      if !text.isEmpty { pieces.append(.string(String(text))) }
      text = String.UnicodeScalarView()
    }
    for point in points {
      if let scalar = Unicode.Scalar(point) {
        text.append(scalar)
      } else if (0xd800..<0xe000).contains(point) {
        endText(&pieces, &text)
        pieces.append(.int(Int(point)))
      } else {
        throw FunctionError("\(point) is no code point")
      }
    }
    endText(&pieces, &text)
    let isPlain = pieces.allSatisfy { $0.string != nil }
    json.write(isPlain ? pieces.first ?? "" : ["$str": .array(pieces)])
  }
}
