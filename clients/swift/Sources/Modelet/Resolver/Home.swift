import Foundation

// Where things are: MODELET_HOME and the registries, in the order in which they are asked.

/// MODELET_HOME, or the user's cache folder of the platform. Not created here.
func modeletHome() -> String {
  if let chosen = environment("MODELET_HOME") { return absolute(chosen) }
  #if canImport(Darwin)
    return "\(userFolder())/Library/Caches/modelet"
  #else
    let base = environment("XDG_CACHE_HOME")?.trimmingCharacters(in: .whitespaces) ?? ""
    return base.isEmpty ? "\(userFolder())/.cache/modelet" : "\(base)/modelet"
  #endif
}

/// A variable of the environment as it is now; nil when it is empty.
private func environment(_ name: String) -> String? {
  guard let value = getenv(name), value.pointee != 0 else { return nil }
  return String(cString: value)
}

private func userFolder() -> String { environment("HOME") ?? NSHomeDirectory() }

/// A path whose leading `~` is the user's folder, absolute and without `.` and `..`.
func absolute(_ path: String) -> String {
  let expanded = path == "~" || path.hasPrefix("~/") ? userFolder() + path.dropFirst() : path
  let full = expanded.utf8.first == UInt8(ascii: "/") ? expanded : "\(FileManager.default.currentDirectoryPath)/\(expanded)"
  var parts: [Substring.UTF8View] = []
  for part in full.utf8.split(separator: UInt8(ascii: "/")) {
    if part.elementsEqual("..".utf8) {
      _ = parts.popLast()
    } else if !part.elementsEqual(".".utf8) {
      parts.append(part)
    }
  }
  return "/" + parts.map { String(Substring($0)) }.joined(separator: "/")
}

/// Folders to ask, in order: the explicit one alone if given, else MODELET_REGISTRY and then the local one.
func registries(_ explicit: String?) throws -> [String] {
  if let explicit { return [try registryFolder(explicit)] }
  let local = "\(modeletHome())/registry"
  guard let configured = try environment("MODELET_REGISTRY").map(registryFolder), configured != local else { return [local] }
  return [configured, local]
}

private func registryFolder(_ text: String) throws -> String {
  if text.contains("://") {
    throw ResolverError(.unsupportedRegistry, "The registry \(text) is remote. This version reads registries that are folders.")
  }
  if text.isEmpty || text.utf8.contains(0) {
    throw ResolverError(.invalidOption, "\(JSON.string(text).text) is not the path of a registry folder.")
  }
  return absolute(text)
}
