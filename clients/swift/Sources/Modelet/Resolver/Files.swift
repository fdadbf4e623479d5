import CModelet
import Foundation

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

// Reading files that somebody else wrote: regular files only, bounded, with their digest.
//
// A registry may hold anything: links, pipes that would block, files without end. Nothing here follows a link in the last component,
// blocks, or reads more than it was told to expect.

let largestDocument = 4 << 20  // index.json, indexes, manifests and config blobs
let largestLibrary = 4 << 30
let largestWeights = 1 << 46

private let chunkBytes = 1 << 20
private let advice = "Compile or pull it again."

/// What a record says of a file.
struct FileStatus: Equatable, Sendable {
  let inode: UInt64
  let size: Int
  /// When it was changed, in nanoseconds.
  let changed: Int
}

/// An open regular file, closed when nobody refers to it.
final class RegularFile {
  private let descriptor: Int32
  let path: String
  let status: FileStatus

  /// Nil when there is no file. Throws `corrupt_artifact` (a link, pipe, …) or `unreadable`.
  init?(_ path: String) throws {
    let descriptor = open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
    if descriptor < 0 {
      switch errno {
      case ENOENT, ENOTDIR: return nil
      case ELOOP: throw ResolverError.corrupt("\(path) is a symbolic link; an artifact holds files only.")
      default: throw unreadable(path)
      }
    }
    var found = stat()
    guard fstat(descriptor, &found) == 0, found.st_mode & S_IFMT == S_IFREG else {
      close(descriptor)
      throw ResolverError.corrupt("\(path) is not a regular file.")
    }
    (self.descriptor, self.path) = (descriptor, path)
    status = FileStatus(inode: UInt64(found.st_ino), size: Int(found.st_size), changed: found.changedNanoseconds)
  }

  deinit { close(descriptor) }

  /// Gives the bytes in pieces, at most `limit` of them. A piece is valid until the body returns.
  func read(limit: Int, _ body: (UnsafeRawBufferPointer) -> Void) throws {
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: min(chunkBytes, max(limit, 1)), alignment: 64)
    defer { buffer.deallocate() }
    var left = limit
    while left > 0 {
      let count = Self.read(descriptor, buffer.baseAddress, min(buffer.count, left))
      if count < 0, errno == EINTR { continue }
      if count < 0 { throw unreadable(path) }
      if count == 0 { return }
      body(UnsafeRawBufferPointer(rebasing: buffer[..<count]))
      left -= count
    }
  }

  private static func read(_ descriptor: Int32, _ buffer: UnsafeMutableRawPointer?, _ count: Int) -> Int {
    #if canImport(Darwin)
      Darwin.read(descriptor, buffer, count)
    #elseif canImport(Musl)
      Musl.read(descriptor, buffer, count)
    #else
      Glibc.read(descriptor, buffer, count)
    #endif
  }
}

extension stat {
  fileprivate var changedNanoseconds: Int {
    #if canImport(Darwin)
      st_mtimespec.tv_sec * 1_000_000_000 + st_mtimespec.tv_nsec
    #else
      Int(st_mtim.tv_sec) * 1_000_000_000 + Int(st_mtim.tv_nsec)
    #endif
  }
}

/// Whether there is a regular file, links followed.
func isFile(_ path: String) -> Bool { kind(path) == S_IFREG }

/// Whether there is a folder, links followed.
func isFolder(_ path: String) -> Bool { kind(path) == S_IFDIR }

private func kind(_ path: String) -> mode_t? {
  var found = stat()
  return stat(path, &found) == 0 ? found.st_mode & S_IFMT : nil
}

/// When a file was changed, in whole seconds since 1970; 0 for one that is not there.
func changedSeconds(_ path: String) -> Int {
  var found = stat()
  return stat(path, &found) == 0 ? found.changedNanoseconds / 1_000_000_000 : 0
}

private func unreadable(_ path: String) -> ResolverError {
  ResolverError(.unreadable, "Cannot read \(path): \(String(cString: strerror(errno))).")
}

/// The bytes of a small file; nil when there is none. Throws `malformed_artifact` when it is too large.
func readDocument(_ path: String) throws -> [UInt8]? {
  guard let file = try RegularFile(path) else { return nil }
  if file.status.size > largestDocument {
    throw ResolverError.malformed("\(path) has \(file.status.size) bytes; a document has at most \(largestDocument).")
  }
  var bytes: [UInt8] = []
  try file.read(limit: largestDocument) { bytes.append(contentsOf: $0) }
  return bytes
}

/// A small blob, checked. Throws `corrupt_artifact`, `malformed_artifact` or `unreadable`.
func readBlob(_ path: String, digest: String, size: Int) throws -> [UInt8] {
  guard let bytes = try readDocument(path) else { throw missingBlob(path) }
  try checkSize(path, bytes.count, size)
  var hash = SHA256()
  bytes.withUnsafeBytes { hash.update($0) }
  try checkDigest(path, hash.digest(), digest)
  return bytes
}

/// Reads a whole file and compares size and digest. Gives the status of what was read.
func checkFile(_ path: String, digest: String, size: Int) throws -> FileStatus {
  guard let file = try RegularFile(path) else { throw missingBlob(path) }
  try checkSize(path, file.status.size, size)
  var hash = SHA256()
  try file.read(limit: size + 1) { hash.update($0) }
  try checkDigest(path, hash.digest(), digest)
  return file.status
}

private func checkSize(_ path: String, _ found: Int, _ expected: Int) throws {
  if found == expected { return }
  let what = found < expected ? "is truncated" : "is too long"
  throw ResolverError.corrupt("\(path) \(what): it has \(found) bytes, and the artifact says \(expected). \(advice)")
}

private func checkDigest(_ path: String, _ found: String, _ expected: String) throws {
  if found == expected { return }
  throw ResolverError.corrupt("\(path) was changed: its digest is \(found), and the artifact says \(expected). \(advice)")
}

/// The error for a blob that an artifact names and the registry lacks.
func missingBlob(_ path: String) -> ResolverError {
  ResolverError(.corruptArtifact, "\(path) is missing, though the artifact names it. \(advice)", isMissing: true)
}

/// The value of a UTF-8 JSON text; `path` names it in errors. Throws `malformed_artifact`.
func parseDocument(_ bytes: [UInt8], _ path: String) throws -> JSON {
  guard String(bytes: bytes, encoding: .utf8) != nil else { throw ResolverError.malformed("\(path) is not JSON: it is not UTF-8.") }
  do {
    return try bytes.withUnsafeBytes { try JSON(parsing: $0) }
  } catch let error as JSONError {
    throw ResolverError.malformed("\(path) is not JSON: \(error.message).")
  }
}

/// A SHA-256 digest in the making.
struct SHA256 {
  private var state = modelet_sha256()

  init() { modelet_sha256_begin(&state) }

  mutating func update(_ bytes: UnsafeRawBufferPointer) {
    if !bytes.isEmpty { modelet_sha256_update(&state, bytes.baseAddress, UInt64(bytes.count)) }
  }

  /// `sha256:` and 64 lower-case hexadecimal digits. Once.
  mutating func digest() -> String {
    var bytes = [UInt8](repeating: 0, count: 32)
    modelet_sha256_end(&state, &bytes)
    let digits = Array("0123456789abcdef".utf8)
    return "sha256:" + String(decoding: bytes.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }, as: UTF8.self)
  }
}
