import Foundation
import Testing

@testable import Modelet

/// Changes a text of bytes in a few places.
private func mutated(_ bytes: [UInt8], _ random: inout SplitMix) -> [UInt8] {
  var changed = bytes
  for _ in 0...Int.random(in: 0..<3, using: &random) where !changed.isEmpty {
    let place = Int.random(in: 0..<changed.count, using: &random)
    switch Int.random(in: 0..<3, using: &random) {
    case 0: changed[place] = UInt8.random(in: 0...255, using: &random)
    case 1: changed.remove(at: place)
    default: changed.insert(changed[Int.random(in: 0..<changed.count, using: &random)], at: place)
    }
  }
  return changed
}

@Suite("What somebody else wrote never ends the process")
struct FuzzTests {
  private static let odd: [JSON] = [
    nil, true, 0, -1, 1.5, .largeInt("99999999999999999999"), "", "..", "sha256:", [], [[]], [:], ["a": nil], .int(Int.max), .int(Int.min),
  ]

  /// Replaces one value somewhere inside.
  private static func changed(_ value: JSON, _ random: inout SplitMix) -> JSON {
    if Int.random(in: 0..<4, using: &random) == 0 { return odd[Int.random(in: 0..<odd.count, using: &random)] }
    switch value {
    case .array(var items) where !items.isEmpty:
      let place = Int.random(in: 0..<items.count, using: &random)
      items[place] = changed(items[place], &random)
      return .array(items)
    case .object(var object) where !object.members.isEmpty:
      let key = object.members[Int.random(in: 0..<object.members.count, using: &random)].key
      object[key] = changed(object[key] ?? nil, &random)
      return .object(object)
    default: return odd[Int.random(in: 0..<odd.count, using: &random)]
    }
  }

  /// A layout under construction.
  private struct Writer {
    let folder: TemporaryFolder

    func blob(_ text: String, _ fields: JSON.Object) throws -> JSON {
      var hash = SHA256()
      Array(text.utf8).withUnsafeBytes { hash.update($0) }
      let digest = hash.digest()
      try write(text, "blobs/sha256/\(digest.dropFirst(7))")
      var descriptor = fields
      descriptor["digest"] = .string(digest)
      descriptor["size"] = .int(text.utf8.count)
      return .object(descriptor)
    }

    func write(_ text: String, _ name: String) throws {
      let path = URL(fileURLWithPath: "\(folder.path)/\(name)")
      try FileManager.default.createDirectory(at: path.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data(text.utf8).write(to: path)
    }
  }

  /// Writes a layout, one of whose documents may be changed.
  private func layout(_ random: inout SplitMix) throws -> TemporaryFolder {
    let writer = Writer(folder: try TemporaryFolder())
    let wrong = Int.random(in: 0..<4, using: &random)
    let image = "application/vnd.oci.image"
    let own = "application/vnd.modelet"
    let layer: (String) -> JSON.Object = {
      ["mediaType": .string("\(own).\($0).v1"), "annotations": ["org.opencontainers.image.title": .string($0)]]
    }
    let layers = try ["library", "weights"].map { try writer.blob($0, layer($0)) }
    let config = try writer.blob("{}", ["mediaType": .string("\(own).manifest.v1+json")])
    var manifest: JSON = ["schemaVersion": 2, "config": config, "layers": .array(layers)]
    if wrong == 0 { manifest = Self.changed(manifest, &random) }
    let annotations: JSON = ["vnd.modelet.triple": "x86_64-linux-gnu", "vnd.modelet.abi": "1", "vnd.modelet.priority": "3"]
    let variant = try writer.blob(manifest.text, ["mediaType": .string("\(image).manifest.v1+json"), "annotations": annotations])
    var index: JSON = ["schemaVersion": 2, "manifests": [variant]]
    if wrong == 1 { index = Self.changed(index, &random) }
    let entry = try writer.blob(
      index.text, ["mediaType": .string("\(image).index.v1+json"), "annotations": ["org.opencontainers.image.ref.name": "latest"]])
    var root: JSON = ["schemaVersion": 2, "manifests": [entry]]
    if wrong == 2 { root = Self.changed(root, &random) }
    let isTorn = Int.random(in: 0..<4, using: &random) == 0
    try writer.write(isTorn ? String(decoding: mutated(Array(root.text.utf8), &random), as: UTF8.self) : root.text, "index.json")
    return writer.folder
  }

  @Test("as an artifact, it is resolved or refused")
  func artifacts() throws {
    var random = SplitMix(state: 11)
    let host = HostDescription(triple: "x86_64-linux-gnu", features: [], glibc: nil)
    var (resolved, refused) = (0, 0)
    for _ in 0..<160 {
      let folder = try layout(&random)
      do {
        _ = try resolve(folder.path, host: host, home: "\(folder.path)/home")
        resolved += 1
      } catch is ResolverError {
        refused += 1
      }
    }
    #expect(resolved > 10)
    #expect(refused > 60)
  }

  @Test("as a name, it has one canonical form or none")
  func names() throws {
    var random = SplitMix(state: 5)
    let seeds = ["@google/embeddinggemma:300m", "registry.example:5000/owner/name", "a@sha256:\(String(repeating: "0", count: 64))"]
    for turn in 0..<3000 {
      let text = String(decoding: mutated(Array(seeds[turn % 3].utf8), &random), as: UTF8.self)
      guard let reference = try? Reference(parsing: text, isLayout: { _ in false }), reference.path == nil else { continue }
      #expect(try Reference(parsing: reference.canonical, isLayout: { _ in false }) == reference)
    }
  }

  @Test("as JSON, it is the same when it is written and read again")
  func json() throws {
    let text = Array(#"{"a":[1,-2.5e3,"\u00e9\n",{"$int":"7"},null,true],"b":{"c":[[],{}]},"$set":[{"$tuple":[1.0]}]}"#.utf8)
    var random = SplitMix(state: 7)
    for _ in 0..<1500 {
      guard let value = try? mutated(text, &random).withUnsafeBytes({ try JSON(parsing: $0) }) else { continue }
      #expect(try JSON(parsing: value.text) == value)
      guard let typed = try? ValueDecoder(tensors: []).decode(value) else { continue }
      var encoder = ValueEncoder()
      try encoder.write(typed)
      #expect(try ValueDecoder(tensors: []).decode(JSON(parsing: encoder.json.text)) == typed)
    }
  }
}

/// Numbers that a test draws the same every time.
private struct SplitMix: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9e37_79b9_7f4a_7c15
    var mixed = (state ^ state >> 30) &* 0xbf58_476d_1ce4_e5b9
    mixed = (mixed ^ mixed >> 27) &* 0x94d0_49bb_1331_11eb
    return mixed ^ mixed >> 31
  }
}
