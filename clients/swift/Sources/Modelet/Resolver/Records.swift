import Foundation

// What this user has already verified, so that opening weights does not mean reading them (resolver/SPEC.md, "Trust").
//
// `<home>/verified/<hex digest>` holds lines of "inode size mtime_ns". A lost or broken record costs one full check, and a record that
// cannot be written costs it every time, nothing else. The files are those that every other client writes.

private let kept = 16  // copies of the same file that are remembered

/// Whether the file with this status was verified before and has not changed since.
func isRecorded(_ home: String, _ digest: String, _ status: FileStatus) -> Bool { lines(path(home, digest)).contains(line(status)) }

/// Remembers a verified file, atomically, where that is possible.
func record(_ home: String, _ digest: String, _ status: FileStatus) {
  let path = path(home, digest)
  let others = lines(path).filter { !$0.hasPrefix("\(status.inode) ") }
  let text = ([line(status)] + others).prefix(kept).map { "\($0)\n" }.joined()
  let part = "\(path).part"  // without the process's number, so that the next writer takes a dead one's place
  try? FileManager.default.createDirectory(atPath: "\(home)/verified", withIntermediateDirectories: true)
  guard FileManager.default.createFile(atPath: part, contents: Data(text.utf8)) else { return }
  if rename(part, path) != 0 { unlink(part) }
}

private func path(_ home: String, _ digest: String) -> String { "\(home)/verified/\(digest.dropFirst("sha256:".count))" }

private func line(_ status: FileStatus) -> String { "\(status.inode) \(status.size) \(status.changed)" }

private func lines(_ path: String) -> [String] {
  guard let bytes = (try? readDocument(path)) ?? nil else { return [] }
  return String(decoding: bytes, as: UTF8.self).split(separator: "\n").map(String.init)
}
