import Foundation

/// Modes of images and their channels.
private let channels = ["L": 1, "LA": 2, "RGB": 3, "RGBA": 4, "CMYK": 4, "YCbCr": 3, "HSV": 3]

/// Reads typed values, whose tensors are those of one message.
struct ValueDecoder {
  let tensors: [Tensor]

  /// Throws `Failure` (`invalid_value`) for a value that is malformed.
  func decode(_ json: JSON) throws -> Value {
    switch json {
    case .null: .none
    case .bool(let truth): .bool(truth)
    case .int(let number): .int(number)
    case .largeInt(let digits): .largeInt(digits)
    case .float(let number): .float(number)
    case .string(let text): .string(text)
    case .array(let items): .list(try items.map(decode))
    case .object(let object): try decode(object)
    }
  }

  private func decode(_ object: JSON.Object) throws -> Value {
    guard object.members.contains(where: { $0.key.utf8.first == UInt8(ascii: "$") }) else {
      return .dict(Value.Dict(texts: try object.members.map { ($0.key, try decode($0.value)) }))
    }
    let keys = object.members.map(\.key).joined(separator: " ")
    guard let read = Self.forms[keys] else {
      let forms = Self.forms.keys.sorted().map { $0.split(separator: " ").joined(separator: " and ") }.joined(separator: ", ")
      let names = object.members.map(\.key).joined(separator: ", ")
      throw invalid("an object with the keys \(names) is no typed value; the forms are \(forms)")
    }
    let values = object.members.map(\.value)
    return try read(self, values[0], values.count > 1 ? values[1] : .null)
  }

  private typealias Read = @Sendable (ValueDecoder, JSON, JSON) throws -> Value

  /// By the keys of the object.
  private static let forms: [String: Read] = [
    "$int": { decoder, value, _ in try decoder.int(value) },
    "$float": { decoder, value, _ in try decoder.float(value) },
    "$str": { decoder, value, _ in try decoder.text(value) },
    "$bytes": { decoder, value, _ in .bytes(try decoder.bytes("$bytes", value)) },
    "$bytearray": { decoder, value, _ in .byteArray(try decoder.bytes("$bytearray", value)) },
    "$complex": { decoder, value, _ in try decoder.complex(value) },
    "$tuple": { decoder, value, _ in .tuple(try decoder.items("$tuple", value)) },
    "$set": { decoder, value, _ in .set(try decoder.distinct("$set", value)) },
    "$frozenset": { decoder, value, _ in .frozenSet(try decoder.distinct("$frozenset", value)) },
    "$dict": { decoder, value, _ in try decoder.dict(value) },
    "$range": { decoder, value, _ in try decoder.range(value) },
    "$slice": { decoder, value, _ in try decoder.slice(value) },
    "$tensor": { decoder, value, _ in .tensor(try decoder.tensor(value)) },
    "$tensor row": { decoder, value, row in .tensor(try decoder.row(value, row)) },
    "$scalar": { decoder, value, _ in .scalar(try decoder.scalar(value)) },
    "$image mode": { decoder, value, mode in try decoder.image(value, mode) },
  ]

  private func invalid(_ problem: String) -> Failure { Failure.invalidRequest(problem, code: "invalid_value") }

  private func malformed(_ tag: String, _ value: JSON) -> Failure { invalid("malformed \(tag): \(shown(value))") }

  private func int(_ value: JSON) throws -> Value {
    let digits = Array((value.string ?? "").utf8)
    let magnitude = digits.first == UInt8(ascii: "-") ? digits[1...] : digits[...]
    let isDecimal = !magnitude.isEmpty && magnitude.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
    guard isDecimal, magnitude.count == 1 || magnitude.first != UInt8(ascii: "0"), let text = value.string else {
      throw malformed("$int", value)
    }
    return Int(text).map { .int($0) } ?? .largeInt(text)
  }

  private func float(_ value: JSON) throws -> Value {
    switch value.string {
    case "nan": .float(.nan)
    case "inf": .float(.infinity)
    case "-inf": .float(-.infinity)
    default: throw malformed("$float", value)
    }
  }

  private func text(_ value: JSON) throws -> Value {
    guard let pieces = value.array else { throw malformed("$str", value) }
    var points: [UInt32] = []
    for piece in pieces {
      if let text = piece.string {
        points += text.unicodeScalars.map(\.value)
      } else if let surrogate = piece.int, (0xd800..<0xe000).contains(surrogate) {
        points.append(UInt32(surrogate))
      } else {
        throw malformed("$str", value)
      }
    }
    let scalars = points.compactMap { Unicode.Scalar($0) }
    return scalars.count == points.count ? .string(String(String.UnicodeScalarView(scalars))) : .codePoints(points)
  }

  private func bytes(_ tag: String, _ value: JSON) throws -> [UInt8] {
    guard let text = value.string, let data = Data(base64Encoded: text), data.base64EncodedString().utf8.elementsEqual(text.utf8) else {
      throw malformed(tag, value)
    }
    return [UInt8](data)
  }

  private func items(_ tag: String, _ value: JSON) throws -> [Value] {
    guard let items = value.array else { throw malformed(tag, value) }
    return try items.map(decode)
  }

  private func three(_ tag: String, _ value: JSON) throws -> (Value, Value, Value) {
    let parts = try items(tag, value)
    guard parts.count == 3 else { throw malformed(tag, value) }
    return (parts[0], parts[1], parts[2])
  }

  private func complex(_ value: JSON) throws -> Value {
    let parts = try items("$complex", value).compactMap(\.double)
    guard parts.count == 2, value.array?.count == 2 else { throw malformed("$complex", value) }
    return .complex(parts[0], parts[1])
  }

  private func distinct(_ tag: String, _ value: JSON) throws -> [Value] {
    do {
      return try Value.distinct(items(tag, value))
    } catch let error as FunctionError {
      throw invalid("malformed \(tag): \(error.message)")
    }
  }

  private func dict(_ value: JSON) throws -> Value {
    guard let pairs = value.array, pairs.allSatisfy({ $0.array?.count == 2 }) else { throw malformed("$dict", value) }
    do {
      return .dict(try Value.Dict(pairs.compactMap(\.array).map { (key: try decode($0[0]), value: try decode($0[1])) }))
    } catch let error as FunctionError {
      throw invalid("malformed $dict: \(error.message)")
    }
  }

  private func range(_ value: JSON) throws -> Value {
    let (start, stop, step) = try three("$range", value)
    guard [start, stop, step].allSatisfy({ $0.pythonType == "int" }), step != .int(0) else { throw malformed("$range", value) }
    return .range(start: start, stop: stop, step: step)
  }

  private func slice(_ value: JSON) throws -> Value {
    let (start, stop, step) = try three("$slice", value)
    return .slice(start: start, stop: stop, step: step)
  }

  private func tensor(_ value: JSON) throws -> Tensor {
    guard let index = value.int, tensors.indices.contains(index) else {
      throw invalid("no tensor \(shown(value)); the message has \(tensors.count)")
    }
    return tensors[index]
  }

  private func row(_ value: JSON, _ row: JSON) throws -> Tensor {
    guard let number = row.int, let found = try tensor(value).row(number) else { throw malformed("row", row) }
    return found
  }

  private func scalar(_ value: JSON) throws -> Tensor {
    let tensor = try tensor(value)
    guard tensor.shape.isEmpty else { throw invalid("malformed $scalar: a tensor of shape \(tensor.shape)") }
    return tensor
  }

  private func image(_ value: JSON, _ mode: JSON) throws -> Value {
    let pixels = try tensor(value)
    guard let name = mode.string, let channels = channels[name] else { throw malformed("image mode", mode) }
    let fits = channels == 1 ? pixels.shape.count == 2 : pixels.shape.count == 3 && pixels.shape[2] == channels
    guard pixels.dtype == "uint8", fits else {
      throw invalid("malformed $image: an image of mode \(name) is no \(pixels.dtype) tensor of shape \(pixels.shape)")
    }
    return .image(mode: name, pixels: pixels)
  }
}
