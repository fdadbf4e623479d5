/// A JSON value as Python reads it: whole numbers are told from floats, and keep all their digits; objects keep their order.
public enum JSON: Sendable {
  case null
  case bool(Bool)
  case int(Int)
  /// The decimal digits of a whole number beyond 64 bits.
  case largeInt(String)
  case float(Double)
  case string(String)
  case array([JSON])
  case object(Object)

  /// The members of an object in their order; of two with the same key the later value at the earlier place.
  public struct Object: Sendable {
    public private(set) var members: [(key: String, value: JSON)] = []
    /// Where the keys are; made when there are so many that looking at each takes long.
    private var places: [ExactText: Int]?

    private static let few = 12

    public init() {}

    public subscript(key: String) -> JSON? {
      get { place(of: key).map { members[$0].value } }
      set {
        guard let newValue else { return remove(key) }
        if let place = place(of: key) {
          members[place].value = newValue
        } else {
          append(key, newValue)
        }
      }
    }

    private func place(of key: String) -> Int? {
      if let places { return places[ExactText(key)] }
      return members.firstIndex { ExactText($0.key) == ExactText(key) }
    }

    private mutating func append(_ key: String, _ value: JSON) {
      members.append((key, value))
      places?[ExactText(key)] = members.count - 1
      if places == nil, members.count > Self.few { index() }
    }

    private mutating func remove(_ key: String) {
      guard let place = place(of: key) else { return }
      members.remove(at: place)
      places = nil
      if members.count > Self.few { index() }
    }

    private mutating func index() {
      places = Dictionary(uniqueKeysWithValues: members.enumerated().map { (ExactText($1.key), $0) })
    }
  }

  /// A member of an object; nil for any other value.
  public subscript(key: String) -> JSON? {
    if case .object(let object) = self { return object[key] }
    return nil
  }

  public var string: String? {
    if case .string(let text) = self { return text }
    return nil
  }

  public var int: Int? {
    if case .int(let number) = self { return number }
    return nil
  }

  /// A float, or a whole number as one.
  public var double: Double? {
    switch self {
    case .float(let number): number
    case .int(let number): Double(number)
    case .largeInt(let digits): Double(digits)
    default: nil
    }
  }

  public var bool: Bool? {
    if case .bool(let truth) = self { return truth }
    return nil
  }

  public var array: [JSON]? {
    if case .array(let items) = self { return items }
    return nil
  }

  public var object: Object? {
    if case .object(let object) = self { return object }
    return nil
  }
}

/// A text that is equal to another one only code point by code point, as in Python; Swift's own are also equal in other normal forms.
struct ExactText: Hashable, Sendable {
  let text: String

  init(_ text: String) { self.text = text }

  static func == (left: Self, right: Self) -> Bool { left.text.utf8.elementsEqual(right.text.utf8) }

  func hash(into hasher: inout Hasher) {
    var copy = text
    copy.withUTF8 { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
  }
}

extension JSON: Equatable {
  /// Of objects, whatever their order. 1 and 1.0 differ.
  public static func == (left: JSON, right: JSON) -> Bool {
    switch (left, right) {
    case (.null, .null): true
    case (.bool(let left), .bool(let right)): left == right
    case (.int(let left), .int(let right)): left == right
    case (.largeInt(let left), .largeInt(let right)): left == right
    case (.float(let left), .float(let right)): left == right
    case (.string(let left), .string(let right)): ExactText(left) == ExactText(right)
    case (.array(let left), .array(let right)): left == right
    case (.object(let left), .object(let right)): left == right
    default: false
    }
  }
}

extension JSON.Object: Equatable {
  public static func == (left: Self, right: Self) -> Bool {
    left.members.count == right.members.count && left.members.allSatisfy { right[$0.key] == $0.value }
  }
}

extension JSON.Object: ExpressibleByDictionaryLiteral {
  public init(dictionaryLiteral elements: (String, JSON)...) {
    for (key, value) in elements { self[key] = value }
  }
}

extension JSON: ExpressibleByNilLiteral, ExpressibleByBooleanLiteral, ExpressibleByIntegerLiteral, ExpressibleByFloatLiteral,
  ExpressibleByStringLiteral, ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral
{
  public init(nilLiteral: ()) { self = .null }
  public init(booleanLiteral value: Bool) { self = .bool(value) }
  public init(integerLiteral value: Int) { self = .int(value) }
  public init(floatLiteral value: Double) { self = .float(value) }
  public init(stringLiteral value: String) { self = .string(value) }
  public init(arrayLiteral elements: JSON...) { self = .array(elements) }

  public init(dictionaryLiteral elements: (String, JSON)...) {
    var object = Object()
    for (key, value) in elements { object[key] = value }
    self = .object(object)
  }
}
