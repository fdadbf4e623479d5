import Foundation

/// A parsed name of a modelet (resolver/SPEC.md, "Names"): a layout folder, or owner and name with a tag, a digest or both.
struct Reference: Equatable, Sendable {
  var owner = ""
  var name = ""
  var tag: String?
  var digest: String?
  var host: String?
  /// The layout folder; owner and name are empty then.
  var path: String?

  static let defaultOwner = "local"
  static let defaultTag = "latest"

  /// The name without tag and digest: `@owner/name`, or `host/owner/name`, or the path.
  var repository: String {
    if let path { return path }
    return host.map { "\($0)/\(owner)/\(name)" } ?? "@\(owner)/\(name)"
  }

  /// The canonical form: two texts name the same artifact exactly if their canonical forms are equal.
  var canonical: String { repository + (tag.map { ":\($0)" } ?? "") + (digest.map { "@\($0)" } ?? "") }
}

// Swift compares and splits texts by what a reader sees: "/" with an accent is no "/" to it. Names and paths are bytes to everybody else, so
// everything here looks at UTF-8 or at code points.

extension Reference {
  private static let longestName = 512
  private static let forms =
    "Names look like minilm, @owner/name, @owner/name:tag, @owner/name@sha256:<64 hexadecimal digits>, or are the path of a layout folder"

  /// Parses a name or a path; `isLayout` says whether a text is the path of a folder with an `index.json`. Throws `invalid_name`.
  init(parsing text: String, isLayout: (String) -> Bool = holdsIndex) throws {
    if Self.isPath(text, isLayout) {
      self.init(path: text)
    } else {
      try self.init(name: text)
    }
  }

  private static func isPath(_ text: String, _ isLayout: (String) -> Bool) -> Bool {
    let bytes = Array(text.utf8)
    guard let first = bytes.first, first != UInt8(ascii: "@"), !contains(bytes, "://"), text.unicodeScalars.allSatisfy(isPrintable) else {
      return false
    }
    if Array("./~".utf8).contains(first) || bytes.contains(UInt8(ascii: "\\")) { return true }
    if Array(text.unicodeScalars.dropFirst().prefix(2)) == [":", "/"] { return true }
    if isLayout(text) { return true }
    guard let slash = bytes.firstIndex(of: UInt8(ascii: "/")) else { return false }
    return !(looksLikeHost(bytes[..<slash]) && bytes[(slash + 1)...].contains(UInt8(ascii: "/")))
  }

  private static func contains(_ bytes: [UInt8], _ wanted: String) -> Bool {
    let wanted = Array(wanted.utf8)
    return bytes.indices.contains { bytes[$0...].starts(with: wanted) }
  }

  private static func looksLikeHost(_ bytes: ArraySlice<UInt8>) -> Bool {
    bytes.contains(UInt8(ascii: ".")) || bytes.contains(UInt8(ascii: ":")) || bytes.elementsEqual("localhost".utf8)
  }

  private init(name text: String) throws {
    let bytes = Array(text.utf8)
    guard !bytes.isEmpty, bytes.count <= Self.longestName, bytes.allSatisfy({ $0 < 0x80 }) else {
      throw Self.invalid(text, "it is empty, longer than 512 characters, or not ASCII")
    }
    if Self.contains(bytes, "://") { throw Self.invalid(text, "it is a URL. A URL goes where a registry is named (MODELET_REGISTRY)") }
    let (rest, digest) = try Self.splitDigest(text, bytes)
    let (repository, tag) = try Self.splitTag(text, rest)
    try self.init(repository: Self.text(repository), of: text)
    self.digest = digest
    self.tag = tag ?? (digest == nil ? Self.defaultTag : nil)
  }

  private static func text(_ bytes: ArraySlice<UInt8>) -> String { String(decoding: bytes, as: UTF8.self) }

  private static func splitDigest(_ text: String, _ bytes: [UInt8]) throws -> (ArraySlice<UInt8>, String?) {
    guard let at = bytes.lastIndex(of: UInt8(ascii: "@")), at > 0 else { return (bytes[...], nil) }
    let digest = Self.text(bytes[(at + 1)...])
    guard isDigest(digest) else { throw invalid(text, "what follows '@' is not sha256: and 64 lower-case hexadecimal digits") }
    return (bytes[..<at], digest)
  }

  private static func splitTag(_ text: String, _ bytes: ArraySlice<UInt8>) throws -> (ArraySlice<UInt8>, String?) {
    let start = bytes.lastIndex(of: UInt8(ascii: "/")).map { $0 + 1 } ?? bytes.startIndex
    guard let colon = bytes[start...].firstIndex(of: UInt8(ascii: ":")) else { return (bytes, nil) }
    let tag = Self.text(bytes[(colon + 1)...])
    guard isTag(tag) else {
      throw invalid(text, "the tag '\(tag)' is not 1 to 128 letters, digits, '_', '.' or '-', beginning with none of '.-'")
    }
    return (bytes[..<colon], tag)
  }

  private init(repository: String, of text: String) throws {
    let parts = repository.lowercased().split(separator: "/", omittingEmptySubsequences: false).map(String.init)
    if repository.hasPrefix("@") {
      guard parts.count == 2 else { throw Self.invalid(text, "'@' is followed by one owner, '/', and one name") }
      self.init(owner: String(parts[0].dropFirst()), name: parts[1])
    } else if parts.count == 1 {
      self.init(owner: Self.defaultOwner, name: parts[0])
    } else {
      guard parts.count == 3, Self.isHost(parts[0]) else { throw Self.invalid(text, "a name with a host is host/owner/name") }
      self.init(owner: parts[1], name: parts[2], host: parts[0])
    }
    for component in [owner, name] where !isComponent(component) {
      throw Self.invalid(text, "'\(component)' is not letters and digits joined by single '.', '_' or '-', or it is a reserved word")
    }
    if owner == "blobs" { throw Self.invalid(text, "the owner 'blobs' is a reserved word") }  // a registry keeps its blobs there
  }

  private static func isHost(_ text: String) -> Bool {
    let parts = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
    if parts.count == 2 {
      guard parts[1].utf8.allSatisfy(isDigit), let port = Int(parts[1]), (1..<65536).contains(port) else { return false }
    }
    return parts[0].split(separator: ".", omittingEmptySubsequences: false).allSatisfy { label in
      let bytes = Array(label.utf8)
      return bytes.allSatisfy { isLetterOrDigit($0) || $0 == UInt8(ascii: "-") } && bytes.first.map(isLetterOrDigit) == true
        && bytes.last.map(isLetterOrDigit) == true
    }
  }

  private static func invalid(_ text: String, _ reason: String) -> ResolverError {
    let scalars = text.unicodeScalars
    let short = scalars.count <= 120 ? text : "\(String(scalars.prefix(120)))…"
    return ResolverError(.invalidName, "\(JSON.string(short).text) is not a name: \(reason). \(forms).")
  }
}

/// Whether a path is a folder with an `index.json`.
func holdsIndex(_ path: String) -> Bool { isFile("\(path)/index.json") }

private func isDigit(_ byte: UInt8) -> Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) }

private func isLetterOrDigit(_ byte: UInt8) -> Bool { isDigit(byte) || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte) }

/// Whether a text can be an owner or a name, lower case already: letters and digits, joined by `.`, `_`, `__` or dashes.
func isComponent(_ text: String) -> Bool {
  let bytes = Array(text.utf8)
  guard (1...128).contains(bytes.count), bytes.first.map(isLetterOrDigit) == true, bytes.last.map(isLetterOrDigit) == true else {
    return false
  }
  let separators = bytes.split(whereSeparator: isLetterOrDigit).map { String(decoding: $0, as: UTF8.self) }
  return separators.allSatisfy { [".", "_", "__"].contains($0) || $0.utf8.allSatisfy { $0 == UInt8(ascii: "-") } } && !isDevice(text)
}

/// Whether a text can be a tag; case counts.
func isTag(_ text: String) -> Bool {
  let isWord: (UInt8) -> Bool = {
    isLetterOrDigit($0) || (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains($0) || $0 == UInt8(ascii: "_")
  }
  guard (1...128).contains(text.utf8.count), let first = text.utf8.first, isWord(first) else { return false }
  return text.utf8.allSatisfy { isWord($0) || $0 == UInt8(ascii: ".") || $0 == UInt8(ascii: "-") }
}

/// Whether a text is `sha256:` and 64 lower-case hexadecimal digits, and so is safe to become a path.
func isDigest(_ text: String) -> Bool {
  let bytes = Array(text.utf8)
  guard bytes.count == 71, bytes.starts(with: "sha256:".utf8) else { return false }
  return bytes[7...].allSatisfy { isDigit($0) || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains($0) }
}

/// Whether a text is one path component that every file system takes: what files in a manifest must be called.
func isFileName(_ text: String) -> Bool {
  let bytes = Array(text.utf8)
  guard (1...255).contains(bytes.count), text.unicodeScalars.allSatisfy(isPrintable) else { return false }
  guard !bytes.contains(where: { Array("/\\:*?\"<>|".utf8).contains($0) }) else { return false }
  return bytes.last != UInt8(ascii: ".") && bytes.last != UInt8(ascii: " ") && !isDevice(text.lowercased())
}

/// A device of Windows, with or without a suffix.
private func isDevice(_ text: String) -> Bool {
  let bytes = Array(text.utf8.prefix { $0 != UInt8(ascii: ".") })
  let name = String(decoding: bytes, as: UTF8.self)
  if ["con", "prn", "aux", "nul"].contains(name) { return true }
  return bytes.count == 4 && (name.hasPrefix("com") || name.hasPrefix("lpt")) && isDigit(bytes[3])
}

/// As Python's `str.isprintable` has it: no control, format, unassigned or separator characters, except the space.
func isPrintable(_ scalar: Unicode.Scalar) -> Bool {
  switch scalar.properties.generalCategory {
  case .control, .format, .surrogate, .privateUse, .unassigned, .lineSeparator, .paragraphSeparator: false
  case .spaceSeparator: scalar == " "
  default: true
  }
}
