import Foundation
import Testing

@testable import Modelet

/// Runs work that throws a ResolverError of this code, with a message that people can read.
private func expectCode(_ code: String, _ work: () throws -> Any) throws {
  let error = try thrown(ResolverError.self, by: work)
  #expect(error.code.rawValue == code)
  #expect(error.message.count < 2000)
}

private func texts(_ value: JSON?) -> [String] { (value?.array ?? []).compactMap(\.string) }

func host(_ json: JSON?) -> HostDescription {
  HostDescription(
    triple: json?["triple"]?.string ?? "", features: Set(texts(json?["features"])), glibc: json?["glibc"]?.string.flatMap(Version.init))
}

@Suite("Names")
struct NameTests {
  static let file = "resolver/vectors/names.json"

  @Test("have one canonical form", arguments: cases(file))
  func canonical(_ item: Case) throws {
    let layouts = texts(item["layouts"])
    let parse = { try Reference(parsing: item["text"]?.string ?? "") { layouts.contains($0) } }
    if let code = item["error"]?.string { return try expectCode(code, parse) }
    let reference = try parse()
    #expect(reference.canonical == item["canonical"]?.string)
    #expect((reference.path != nil) == (item["path"] == true))
    if reference.path == nil { #expect(try Reference(parsing: reference.canonical) { _ in false }.canonical == reference.canonical) }
  }

  @Test("of files are single components")
  func fileNames() {
    let names = vectors(Self.file)["file_names"]
    #expect(texts(names?["valid"]).filter { !isFileName($0) } == [])
    #expect(texts(names?["invalid"]).filter(isFileName) == [])
  }

  @Test("of digests match their pattern")
  func digests() {
    let digests = vectors(Self.file)["digests"]
    #expect(texts(digests?["valid"]).filter { !isDigest($0) } == [])
    #expect(texts(digests?["invalid"]).filter(isDigest) == [])
  }

  @Test("are bytes, not what a reader sees", arguments: ["a/\u{301}b", "../\u{301}x", "a\r\n", "e\u{301}"])
  func combining(_ text: String) {
    #expect(!isComponent(text))
    #expect(isFileName(text) == (text == "e\u{301}" && !text.utf8.contains(UInt8(ascii: "/"))))
  }
}

@Suite("The choice of a variant")
struct ChoiceTests {
  @Test(arguments: cases("resolver/vectors/choice.json"))
  func choice(_ item: Case) throws {
    let host = host(item["host"])
    let variants = (item["variants"]?.array ?? []).enumerated().map { variant($1, $0) }
    let considered = explain(variants, host)
    #expect(considered.map(\.variant) == variants)
    #expect(considered.firstIndex(where: \.isTaken) == item["taken"]?.int)
    #expect(considered.allSatisfy { !$0.reason.isEmpty })
    if let code = item["error"]?.string { return try expectCode(code) { try choose("@a/b", variants, host) } }
    #expect(try choose("@a/b", variants, host) == variants[try #require(item["taken"]?.int)])
  }

  private func variant(_ json: JSON, _ position: Int) -> Variant {
    let list: (String) -> [String] = { (json[$0]?.string ?? "").split(separator: ",").map(String.init) }
    let digest = json["digest"]?.string ?? "sha256:\(String(repeating: String(position, radix: 16), count: 64))"
    return Variant(
      blob: Blob(mediaType: "", digest: digest, size: 1, annotations: [:]), triple: json["triple"]?.string ?? "",
      required: list("required"), preferred: list("preferred"), priority: json["priority"]?.int ?? 0, abi: json["abi"]?.int ?? 0)
  }
}

@Suite("Features")
struct FeatureTests {
  static let file = "resolver/vectors/features.json"

  @Test(arguments: cases(file, "cpuinfo"))
  func linux(_ item: Case) { #expect(features(cpuinfo: item["text"]?.string ?? "").sorted() == texts(item["features"])) }

  @Test(arguments: cases(file, "sysctl"))
  func macOS(_ item: Case) { #expect(features(sysctl: item["text"]?.string ?? "").sorted() == texts(item["features"])) }

  @Test("are found on this host")
  func here() {
    let host = HostDescription.current
    #expect((2...3).contains(host.triple.split(separator: "-").count))
    #expect(!host.features.isEmpty)
    #expect(host.has("glibc:2.17") == host.triple.hasSuffix("-gnu"))
    #expect(!host.has("glibc:99.0"))
    #expect(!host.has("glibc:new"))
  }
}

@Suite("Layouts")
struct LayoutTests {
  static let file = "resolver/vectors/layouts.json"
  static let host = ModeletTests.host(vectors(file)["host"])
  static let withWeights = cases(file).first { $0.name == "with weights" }

  /// Writes the files of a case. Gives the layout's path.
  private func unfold(_ files: JSON?, into folder: TemporaryFolder, as name: String = "layout") throws -> String {
    let layout = "\(folder.path)/\(name)"
    try FileManager.default.createDirectory(atPath: layout, withIntermediateDirectories: true)
    for (name, content) in files?.object?.members ?? [] {
      let path = "\(layout)/\(name)"
      try FileManager.default.createDirectory(
        atPath: (path as NSString).deletingLastPathComponent, withIntermediateDirectories: true)
      if let target = content["symlink"]?.string {
        try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: target)
      } else if let zeros = content["zeros"]?.int {
        #expect(FileManager.default.createFile(atPath: path, contents: Data(count: zeros)))
      } else {
        #expect(FileManager.default.createFile(atPath: path, contents: Data((content.string ?? "").utf8)))
      }
    }
    return layout
  }

  private func contents(_ path: String) -> String? {
    FileManager.default.contents(atPath: path).map { String(decoding: $0, as: UTF8.self) }
  }

  @Test("give their files, or the error that every language gives", arguments: cases(file))
  func layout(_ item: Case) throws {
    let folder = try TemporaryFolder()
    let path = try unfold(item["files"], into: folder)
    if let home = item["home"] { _ = try unfold(home, into: folder, as: "home") }
    let resolution = { try resolve(path, host: Self.host, home: "\(folder.path)/home") }
    if let code = item["error"]?.string { return try expectCode(code, resolution) }
    let found = try resolution()
    #expect(contents(found.library) == item["library"]?.string)
    let weights = found.weights.mapValues { contents($0).map { JSON.string($0) } ?? .null }
    let expected = (item["weights"]?.object?.members ?? []).map { ($0.key, $0.value) }
    #expect(weights == Dictionary(uniqueKeysWithValues: expected))
    #expect(try found.manifest() == ["schema": 1])
  }

  @Test("have their weights read in full once, and again when they change")
  func records() throws {
    let folder = try TemporaryFolder()
    let item = try #require(Self.withWeights)
    let (path, home) = (try unfold(item["files"], into: folder), "\(folder.path)/home")
    let weights = try #require(try resolve(path, host: Self.host, home: home).weights.values.first)
    let records = try FileManager.default.contentsOfDirectory(atPath: "\(home)/verified")
    #expect(records == [String(weights.suffix(64))])
    let status = try #require(try RegularFile(weights)?.status)
    #expect(contents("\(home)/verified/\(records[0])") == "\(status.inode) 7 \(status.changed)\n")
    _ = try resolve(path, host: Self.host, home: home)
    try Data("WEIGHTS".utf8).write(to: URL(fileURLWithPath: weights))
    try expectCode("corrupt_artifact") { try resolve(path, host: Self.host, home: home) }
  }

  @Test("are believed by the record alone, unless everything is to be read")
  func recordIsBelieved() throws {
    let folder = try TemporaryFolder()
    let item = try #require(Self.withWeights)
    let (path, home) = (try unfold(item["files"], into: folder), "\(folder.path)/home")
    let resolved = try resolve(path, host: Self.host, home: home)
    let weights = try #require(resolved.weights.values.first)
    try Data("WEIGHTS".utf8).write(to: URL(fileURLWithPath: weights))
    record(home, "sha256:\(weights.suffix(64))", try #require(try RegularFile(weights)?.status))
    _ = try resolve(path, host: Self.host, home: home)
    try expectCode("corrupt_artifact") { try resolve(path, verify: .always, host: Self.host, home: home) }
  }

  @Test("need no record that cannot be written")
  func noRecord() throws {
    let folder = try TemporaryFolder()
    let item = try #require(Self.withWeights)
    let path = try unfold(item["files"], into: folder)
    #expect(FileManager.default.createFile(atPath: "\(folder.path)/home", contents: Data("no folder".utf8)))
    _ = try resolve(path, host: Self.host, home: "\(folder.path)/home")
  }
}

@Suite("A registry")
struct RegistryTests {
  @Test("is resolved with the records that every client keeps")
  func resolution() throws {
    let found = try resolve("minilm")
    #expect(found.reference.hasPrefix("@local/minilm:latest@sha256:"))
    #expect(try found.manifest()["name"] == "@local/minilm")
    let weights = try #require(found.weights.values.first)
    #expect(isRecorded(modeletHome(), "sha256:\(weights.suffix(64))", try #require(try RegularFile(weights)?.status)))
  }

  @Test("is listed in order")
  func list() throws {
    let names = try listNames(nil).map(\.name)
    #expect(names.contains("@local/engine"))
    #expect(names == names.sorted())
  }

  @Test("is asked alone when it is named")
  func explicit() throws {
    let empty = try TemporaryFolder()
    try expectCode("model_not_found") { try resolve("fake", registry: empty.path) }
    try expectCode("unsupported_registry") { try resolve("fake", registry: "https://example.org") }
    try expectCode("invalid_option") { try resolve("fake", registry: "") }
  }

  @Test("suggests names that are near")
  func near() throws {
    let error = try thrown(ResolverError.self) { try resolve("fakke") }
    #expect(error.near.first == "@local/fake")
  }

  @Test("explains every variant")
  func explanation() throws {
    let considered = try explain("elsewhere")
    #expect(considered.map(\.isTaken) == [false])
    #expect(considered[0].reason.contains("riscv64"))
  }

  @Test("whose artifact is replaced while it is read gives the old one or the new one")
  func replacement() async throws {
    let folder = try TemporaryFolder()
    let registry = "\(modeletHome())/registry"
    let versions = try ["fake", "other"].map { try #require(FileManager.default.contents(atPath: "\(registry)/local/\($0)/index.json")) }
    try FileManager.default.createDirectory(atPath: "\(folder.path)/a/b", withIntermediateDirectories: true)
    try FileManager.default.createSymbolicLink(atPath: "\(folder.path)/blobs", withDestinationPath: "\(registry)/blobs")
    try versions[0].write(to: URL(fileURLWithPath: "\(folder.path)/a/b/index.json"))
    try await withThrowingTaskGroup(of: Void.self) { group in
      for turn in 0..<200 {
        group.addTask {
          if turn % 4 == 0 { try versions[turn / 4 % 2].write(to: URL(fileURLWithPath: "\(folder.path)/a/b/index.json"), options: .atomic) }
          _ = try resolve("@a/b", registry: folder.path)
        }
      }
      try await group.waitForAll()
    }
  }
}

@Suite("SHA-256")
struct DigestTests {
  // FIPS 180-4's examples.
  @Test(arguments: [
    ("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
    ("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
    ("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq", "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"),
    (
      "abcdefghbcdefghicdefghijdefghijkefghijklfghijklmghijklmnhijklmnoijklmnopjklmnopqklmnopqrlmnopqrsmnopqrstnopqrstu",
      "cf5b16a778af8380036ce59e7b0492370b249b11e8f07a51afac45037afee9d1"
    ),
  ])
  func example(_ text: String, _ digest: String) { #expect(sha256([Array(text.utf8)]) == "sha256:\(digest)") }

  @Test("of a million letters")
  func million() {
    let digest = "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0"
    #expect(sha256([[UInt8](repeating: UInt8(ascii: "a"), count: 1_000_000)]) == "sha256:\(digest)")
  }

  @Test("does not depend on how the bytes are cut")
  func pieces() {
    let bytes = (0..<300).map { UInt8(truncatingIfNeeded: $0 &* 7) }
    for length in 0...300 {
      let whole = sha256([Array(bytes[..<length])])
      #expect(sha256([Array(bytes[..<(length / 3)]), [], Array(bytes[(length / 3)..<length])]) == whole)
    }
  }

  private func sha256(_ pieces: [[UInt8]]) -> String {
    var hash = SHA256()
    for piece in pieces { piece.withUnsafeBytes { hash.update($0) } }
    return hash.digest()
  }
}
