import Foundation

@testable import Modelet

// The modelets that tests/registry.py makes, and the shared vectors.

/// The project's folder.
let projectRoot = (0..<5).reduce(URL(fileURLWithPath: #filePath)) { url, _ in url.deletingLastPathComponent() }.path

/// A folder made for one test.
final class TemporaryFolder: Sendable {
  let path: String

  init() throws {
    path = NSTemporaryDirectory() + "/modelet-\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }
}

/// A JSON file of the project.
func vectors(_ path: String) -> JSON {
  guard let bytes = FileManager.default.contents(atPath: "\(projectRoot)/\(path)") else { fatalError("\(path) is missing") }
  do {
    return try bytes.withUnsafeBytes { try JSON(parsing: $0) }
  } catch {
    fatalError("\(path): \(error)")
  }
}

/// The cases of a file of vectors.
func cases(_ path: String, _ key: String = "cases") -> [Case] {
  (vectors(path)[key]?.array ?? []).enumerated().map { Case(number: $0, json: $1) }
}

/// One case, shown by its name.
struct Case: Sendable, CustomStringConvertible {
  let number: Int
  let json: JSON

  subscript(key: String) -> JSON? { json[key] }

  var name: String { json["name"]?.string ?? "" }

  var description: String { name.isEmpty ? "\(number)" : name }
}

/// An answer as the vectors have it: ids and times differ between two requests.
func withoutIdentity(_ value: JSON) -> JSON {
  switch value {
  case .array(let items): return .array(items.map(withoutIdentity))
  case .object(let object):
    var blank = JSON.Object()
    for (key, item) in object.members {
      let isIdentity = ["id", "created", "system_fingerprint"].contains(key) && item != .null
      blank[key] = isIdentity ? "" : withoutIdentity(item)
    }
    return .object(blank)
  default: return value
  }
}

/// With whole floats as ints: coders do not tell them apart.
func plain(_ value: JSON) -> JSON {
  switch value {
  case .float(let number): return Int(exactly: number).map { .int($0) } ?? value
  case .array(let items): return .array(items.map(plain))
  case .object(let object):
    var result = JSON.Object()
    for (key, item) in object.members { result[key] = plain(item) }
    return .object(result)
  default: return value
  }
}

/// What an error says of itself, as the vectors have it.
func described(_ error: APIError) -> JSON {
  let text: (String?) -> JSON = { $0.map { .string($0) } ?? .null }
  return ["type": text(error.type), "code": text(error.code), "param": text(error.param)]
}

extension AsyncThrowingStream {
  /// All there is.
  func collect() async throws -> [Element] where Element: Sendable, Failure == any Error {
    var items: [Element] = []
    for try await item in self { items.append(item) }
    return items
  }
}

/// Work that should have thrown something else.
struct NothingThrown: Error {}

/// The error that work throws; a test fails when it is none of this kind.
func thrown<Problem: Error>(_ kind: Problem.Type, by work: () throws -> Any) throws -> Problem {
  do {
    _ = try work()
  } catch let error as Problem {
    return error
  }
  throw NothingThrown()
}

/// The error that work throws; a test fails when it is none of this kind.
func thrown<Problem: Error>(_ kind: Problem.Type, by work: @Sendable () async throws -> Any) async throws -> Problem {
  do {
    _ = try await work()
  } catch let error as Problem {
    return error
  }
  throw NothingThrown()
}
