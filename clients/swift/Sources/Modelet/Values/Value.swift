import Foundation

/// A Python value (engine/include/modelet/VALUES.md).
///
/// Literals make one: `["texts": ["a", "b"], "limit": 3]`. Values cross by copy.
public enum Value: Sendable {
  case none
  case bool(Bool)
  case int(Int)
  /// Decimal digits of an int beyond 64 bits, without leading zeros.
  case largeInt(String)
  case float(Double)
  case complex(Double, Double)
  case string(String)
  /// The code points of a str that holds surrogates, which no Swift text can.
  case codePoints([UInt32])
  case bytes([UInt8])
  case byteArray([UInt8])
  case list([Value])
  case tuple([Value])
  /// In the set's order, no item twice.
  case set([Value])
  case frozenSet([Value])
  case dict(Dict)
  /// All ints, `step` not 0.
  indirect case range(start: Value, stop: Value, step: Value)
  indirect case slice(start: Value, stop: Value, step: Value)
  /// A numpy array.
  case tensor(Tensor)
  /// A numpy scalar: a tensor of rank 0.
  case scalar(Tensor)
  /// A PIL image: a uint8 tensor [height, width, channels], or [height, width] for a mode of one channel.
  case image(mode: String, pixels: Tensor)

  /// A dict: items in their order, no key twice.
  public struct Dict: Sendable {
    public private(set) var items: [(key: Value, value: Value)]

    public init() { items = [] }

    /// Of two keys that Python holds equal, the first stays with the last value. Throws a TypeError for a key that cannot be hashed.
    public init(_ pairs: [(key: Value, value: Value)]) throws {
      var places: [ValueIdentity: Int] = [:]
      items = []
      for (key, value) in pairs {
        let identity = try key.identity()
        if let place = places[identity] {
          items[place].value = value
        } else {
          places[identity] = items.count
          items.append((key, value))
        }
      }
    }

    /// Keys are texts and differ.
    init(texts items: [(key: String, value: Value)]) { self.items = items.map { (.string($0.key), $0.value) } }

    /// The value of a key that is a text.
    public subscript(key: String) -> Value? { items.first { $0.key == .string(key) }?.value }
  }
}

extension Value {
  /// A set's items without those that Python holds equal to an earlier one. Throws a TypeError for one that cannot be hashed.
  public static func distinct(_ items: [Value]) throws -> [Value] {
    var seen: Set<ValueIdentity> = []
    return try items.filter { seen.insert(try $0.identity()).inserted }
  }
}

// What a program usually wants of an answer; nil where the value is another one.
extension Value {
  public var bool: Bool? {
    if case .bool(let value) = self { return value }
    return nil
  }

  public var int: Int? {
    if case .int(let value) = self { return value }
    return nil
  }

  /// A float, or an int as one.
  public var double: Double? {
    switch self {
    case .float(let value): value
    case .int(let value): Double(value)
    case .largeInt(let digits): Double(digits)
    default: nil
    }
  }

  public var string: String? {
    if case .string(let value) = self { return value }
    return nil
  }

  public var bytes: [UInt8]? {
    switch self {
    case .bytes(let value), .byteArray(let value): value
    default: nil
    }
  }

  /// The items of a list, tuple or set.
  public var items: [Value]? {
    switch self {
    case .list(let items), .tuple(let items), .set(let items), .frozenSet(let items): items
    default: nil
    }
  }

  public var dict: Dict? {
    if case .dict(let value) = self { return value }
    return nil
  }

  public var tensor: Tensor? {
    switch self {
    case .tensor(let value), .scalar(let value), .image(_, let value): value
    default: nil
    }
  }
}

extension Value: Equatable {
  /// Equal types and contents; sets in any order, dicts in theirs. NaN equals itself, so that a value equals its copy.
  public static func == (left: Value, right: Value) -> Bool {
    switch (left, right) {
    case (.none, .none): true
    case (.bool(let left), .bool(let right)): left == right
    case (.int(let left), .int(let right)): left == right
    case (.largeInt(let left), .largeInt(let right)): left == right
    case (.float(let left), .float(let right)): same(left, right)
    case (.complex(let left, let first), .complex(let right, let second)): same(left, right) && same(first, second)
    case (.string(let left), .string(let right)): ExactText(left) == ExactText(right)
    case (.codePoints(let left), .codePoints(let right)): left == right
    case (.bytes(let left), .bytes(let right)), (.byteArray(let left), .byteArray(let right)): left == right
    case (.list(let left), .list(let right)), (.tuple(let left), .tuple(let right)): left == right
    case (.set(let left), .set(let right)), (.frozenSet(let left), .frozenSet(let right)):
      left.count == right.count && left.allSatisfy(right.contains)
    case (.dict(let left), .dict(let right)): left == right
    case (.range(let left, let first, let one), .range(let right, let second, let two)),
      (.slice(let left, let first, let one), .slice(let right, let second, let two)):
      left == right && first == second && one == two
    case (.tensor(let left), .tensor(let right)), (.scalar(let left), .scalar(let right)): left == right
    case (.image(let left, let first), .image(let right, let second)): left == right && first == second
    default: false
    }
  }

  private static func same(_ left: Double, _ right: Double) -> Bool {
    left.isNaN ? right.isNaN : left == right && left.sign == right.sign
  }
}

extension Value.Dict: Equatable {
  public static func == (left: Self, right: Self) -> Bool {
    left.items.count == right.items.count && zip(left.items, right.items).allSatisfy { $0.key == $1.key && $0.value == $1.value }
  }
}

extension Value: ExpressibleByNilLiteral, ExpressibleByBooleanLiteral, ExpressibleByIntegerLiteral, ExpressibleByFloatLiteral,
  ExpressibleByStringLiteral, ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral
{
  public init(nilLiteral: ()) { self = .none }
  public init(booleanLiteral value: Bool) { self = .bool(value) }
  public init(integerLiteral value: Int) { self = .int(value) }
  public init(floatLiteral value: Double) { self = .float(value) }
  public init(stringLiteral value: String) { self = .string(value) }
  public init(arrayLiteral elements: Value...) { self = .list(elements) }

  /// Texts as keys; of two equal ones the later value counts.
  public init(dictionaryLiteral elements: (String, Value)...) {
    var values: [ExactText: Value] = [:]
    for (key, value) in elements { values[ExactText(key)] = value }
    var keys: [ExactText] = []
    for (key, _) in elements where !keys.contains(ExactText(key)) { keys.append(ExactText(key)) }
    self = .dict(Dict(texts: keys.map { ($0.text, values[$0] ?? .none) }))
  }
}

/// Equal exactly for values that Python holds equal as members of a set: 1, 1.0 and True are.
enum ValueIdentity: Hashable {
  case none
  /// The digits of an int, and of a float that is whole.
  case whole(String)
  case fraction(Double)
  /// Never equal to another, as NaN is.
  case unique(UInt64)
  case complex(Double, Double)
  case text(ExactText)
  case codePoints([UInt32])
  case bytes([UInt8])
  case tuple([ValueIdentity])
  case frozenSet(Set<ValueIdentity>)
  case range([ValueIdentity])
  case scalar(dtype: String, [UInt8])
}

extension Value {
  /// Throws a TypeError for a value that Python cannot hash.
  func identity() throws -> ValueIdentity {
    switch self {
    case .none: return .none
    case .bool(let truth): return .whole(truth ? "1" : "0")
    case .int(let number): return .whole(String(number))
    case .largeInt(let digits): return .whole(digits)
    case .float(let number): return Self.identity(number)
    case .complex(let real, let imaginary): return imaginary == 0 ? Self.identity(real) : .complex(real, imaginary)
    case .string(let text): return .text(ExactText(text))
    case .codePoints(let points): return .codePoints(points)
    case .bytes(let bytes): return .bytes(bytes)
    case .tuple(let items): return .tuple(try items.map { try $0.identity() })
    case .frozenSet(let items): return .frozenSet(Set(try items.map { try $0.identity() }))
    case .range(let start, let stop, let step): return .range(try [start, stop, step].map { try $0.identity() })
    case .scalar(let tensor): return Self.identity(tensor)
    default: throw FunctionError("unhashable type: '\(pythonType)'")
    }
  }

  private static func identity(_ number: Double) -> ValueIdentity {
    if number.isNaN { return .unique(.random(in: .min ... .max)) }
    if let whole = Int(exactly: number) { return .whole(String(whole)) }
    return number.isFinite && number.rounded() == number ? .whole(String(format: "%.0f", number)) : .fraction(number)
  }

  /// A numpy scalar is equal to the number that it is.
  private static func identity(_ scalar: Tensor) -> ValueIdentity {
    let wholes: [any (TensorElement & FixedWidthInteger).Type] = [
      Int8.self, Int16.self, Int32.self, Int64.self, UInt8.self, UInt16.self, UInt32.self, UInt64.self,
    ]
    if let type = wholes.first(where: { $0.dtype == scalar.dtype }) { return .whole(digits(scalar, type)) }
    if let number = (try? scalar.array(of: Double.self))?.first { return identity(number) }
    if let number = (try? scalar.array(of: Float.self))?.first { return identity(Double(number)) }
    let bytes = scalar.withUnsafeBytes { [UInt8]($0) }
    return scalar.dtype == "bool" ? .whole(String(bytes.reduce(0, max))) : .scalar(dtype: scalar.dtype, bytes)
  }

  private static func digits<Number: TensorElement & FixedWidthInteger>(_ scalar: Tensor, _ type: Number.Type) -> String {
    (try? scalar.array(of: type))?.first.map { String($0) } ?? ""
  }

  /// The name of the Python class.
  var pythonType: String {
    switch self {
    case .none: "NoneType"
    case .bool: "bool"
    case .int, .largeInt: "int"
    case .float: "float"
    case .complex: "complex"
    case .string, .codePoints: "str"
    case .bytes: "bytes"
    case .byteArray: "bytearray"
    case .list: "list"
    case .tuple: "tuple"
    case .set: "set"
    case .frozenSet: "frozenset"
    case .dict: "dict"
    case .range: "range"
    case .slice: "slice"
    case .tensor: "numpy.ndarray"
    case .scalar: "numpy.generic"
    case .image: "Image"
    }
  }
}
