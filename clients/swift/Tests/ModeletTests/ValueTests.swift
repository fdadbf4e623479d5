import Foundation
import Testing

@testable import Modelet

private let file = "engine/include/modelet/values.json"

/// The tensors of a vector.
private func tensors(_ item: Case) throws -> [Tensor] {
  try (item["tensors"]?.array ?? []).map { described in
    let data = try #require(Data(base64Encoded: described["data"]?.string ?? ""))
    let shape = (described["shape"]?.array ?? []).compactMap(\.int)
    return try Tensor(dtype: described["dtype"]?.string ?? "", shape: shape, bytes: [UInt8](data))
  }
}

private func encode(_ value: Value) throws -> (text: String, tensors: [Tensor]) {
  var encoder = ValueEncoder()
  try encoder.write(value)
  return (encoder.json.text, encoder.tensors)
}

private func decode(_ text: String) throws -> Value { try ValueDecoder(tensors: []).decode(JSON(parsing: text)) }

@Suite("A value of the shared vectors")
struct ValueVectorTests {
  static let (both, onlyRead) = (values { $0 == nil }, values { $0 != nil })

  /// The values by what they say of their direction.
  private static func values(_ isWanted: (JSON?) -> Bool) -> [Case] { cases(file, "values").filter { isWanted($0["only"]) } }

  @Test("comes back as it was", arguments: both)
  func roundTrip(_ item: Case) throws {
    let given = try tensors(item)
    let value = try ValueDecoder(tensors: given).decode(try #require(item["json"]))
    let encoded = try encode(value)
    #expect(try JSON(parsing: encoded.text) == item["json"])
    #expect(encoded.tensors == given)
  }

  static let read: [String: Value] = [
    "tagged small int": 7,
    "plain large int": 9_007_199_254_740_993,
    "tagged empty str": "",
    "tagged ordinary str": "abc",
    "set with an item twice": .set([1]),
    "tagged ordinary dict": ["a": 1],
    "dict with a key twice": .dict(try! Value.Dict([(1, "b")])),
    "row of an array": .tensor(try! Tensor([3, 4] as [Float])),
    "one tensor twice": [.tensor(try! Tensor([1] as [Int8])), .tensor(try! Tensor([1] as [Int8]))],
  ]

  @Test("is read", arguments: onlyRead)
  func reading(_ item: Case) throws {
    let expected = try #require(Self.read[item.name], "a vector that this test does not know")
    #expect(try ValueDecoder(tensors: tensors(item)).decode(try #require(item["json"])) == expected)
  }

  @Test("is refused", arguments: cases(file, "refused"))
  func refusal(_ item: Case) throws {
    let decoder = ValueDecoder(tensors: try tensors(item))
    let json = try #require(item["json"])
    let failure = try thrown(Failure.self) { try decoder.decode(json) }
    #expect(failure.status == 400)
    #expect(failure.error.code == "invalid_value")
  }
}

@Suite("A value of Swift")
struct SwiftValueTests {
  @Test(
    arguments: [
      (.float(-0.0), "-0.0"),
      (.float(0x1p60), "1.152921504606847e+18"),
      (.int(1 << 53), #"{"$int":"9007199254740992"}"#),
      (.largeInt("1180591620717411303424"), #"{"$int":"1180591620717411303424"}"#),
      (.codePoints([0x61, 0xd800, 0x62]), #"{"$str":["a",55296,"b"]}"#),
      (.codePoints([0x61, 0x62]), #""ab""#),
      (.codePoints([]), #""""#),
      ("a\"\\\u{1}\n", #""a\"\\\u0001\u000a""#),
      (["b": 1, "a": nil], #"{"b":1,"a":null}"#),
      (["$a": true], #"{"$dict":[["$a",true]]}"#),
      (.dict(try! Value.Dict([(.tuple([1]), 2.5)])), #"{"$dict":[[{"$tuple":[1]},2.5]]}"#),
    ] as [(Value, String)])
  func encoding(_ value: Value, _ json: String) throws { #expect(try encode(value).text == json) }

  @Test("keeps texts apart that only look the same")
  func normalForms() throws {
    let both = #"{"\u00e9":1,"e\u0301":2}"#
    #expect(try encode(decode(both)).text == "{\"\u{e9}\":1,\"e\u{301}\":2}")
    #expect(try decode(#"{"$set":["\u00e9","e\u0301"]}"#).items?.count == 2)
    #expect(Value.string("\u{e9}") != .string("e\u{301}"))
  }

  @Test("is one of a set where Python holds two equal")
  func equality() throws {
    let twice = #"1,1.0,true,"1",{"$tuple":[1]},{"$tuple":[true]},{"$int":"100000000000000000000"},1e20,0.5,{"$complex":[0.5,0.0]}"#
    #expect(try decode("{\"$set\":[\(twice)]}") == .set([1, "1", .tuple([1]), .largeInt("100000000000000000000"), 0.5]))
    #expect(try decode(#"{"$set":[{"$float":"nan"},{"$float":"nan"}]}"#).items?.count == 2)
  }

  @Test("that nests too deep is refused")
  func depth() {
    let deep = (0..<201).reduce(Value.none) { value, _ in .list([value]) }
    #expect(throws: FunctionError.self) { try encode(deep) }
  }

  @Test("that nests as deep as it may crosses both ways")
  func deepest() async throws {
    let forms: [(Value) throws -> Value] = [{ .list([$0]) }, { .tuple([$0]) }, { .dict(try Value.Dict([(1, $0)])) }]
    for form in forms {
      let deep = try (0..<198).reduce(Value.none) { value, _ in try form(value) }
      #expect(try await load("fake").call(["value": deep]) == ["value": deep])
    }
  }

  @Test("of a wrong shape or type is no tensor")
  func tensors() throws {
    #expect(throws: FunctionError.self) { try Tensor([1, 2] as [Float], shape: [3]) }
    #expect(throws: FunctionError.self) { try Tensor([1, 2] as [Float], shape: [-1, -2]) }
    #expect(throws: FunctionError.self) { try Tensor([] as [Float], shape: [Int.max, 4, 0]) }
    #expect(throws: FunctionError.self) { try Tensor(dtype: "float33", shape: [1], bytes: [0]) }
    let tensor = try Tensor([1, 2, 3, 4, 5, 6] as [Int16], shape: [3, 2])
    #expect(throws: FunctionError.self) { try tensor.array(of: Float.self) }
    #expect(try tensor.row(2)?.array(of: Int16.self) == [5, 6])
    #expect(tensor.row(3) == nil)
    #expect(tensor.row(-1) == nil)
  }
}

@Suite("JSON")
struct JSONTests {
  @Test(
    arguments: [
      ("1", .int(1)), ("-0", .int(0)), ("1.0", .float(1)), ("1e2", .float(100)), ("9223372036854775808", .largeInt("9223372036854775808")),
      (" [ ] ", .array([])), ("{ }", [:]), (#""\ud83d\ude00\/\u00e9""#, .string("\u{1f600}/\u{e9}")), (#"{"a":1,"a":2}"#, ["a": 2]),
      ("1e400", .float(.infinity)), (#"[[1,{"a":[null,true,false]}],""]"#, [[1, ["a": [nil, true, false]]], ""]),
    ] as [(String, JSON)])
  func reading(_ text: String, _ value: JSON) throws { #expect(try JSON(parsing: text) == value) }

  @Test(arguments: [
    "", " ", "[", "[1", "[1,", "[1,]", "{", "{\"a\"", "{\"a\":", "{\"a\":1", "{\"a\":1,", "{\"a\":1,}", "{1:2}", "01", "-", "+1", "1.",
    ".5", "1e", "1e+", "NaN", "Infinity", "nul", "tru", "\"", "\"\\", "\"\\x\"", "\"\\u12\"", "\"\\u123g\"", "\"\\ud800\"",
    "\"\\ud800\\u0041\"",
    "\"\\udc00\"", "\"\n\"", "1 2", "[1}", "{\"a\":1]", "\u{feff}1", String(repeating: "[", count: 100_000),
  ])
  func refusal(_ text: String) { #expect(throws: JSONError.self) { try JSON(parsing: text) } }

  @Test("of many keys finds each of them")
  func manyKeys() {
    var object = JSON.Object()
    for number in 0..<1000 { object["key \(number % 500)"] = .int(number) }
    object["key 7"] = nil
    #expect(object.members.count == 499)
    #expect(object["key 7"] == nil)
    #expect(object["key 499"] == 999)
  }
}
