import Foundation

// A registry as a whole: what is in it. Not on the way of a load.

/// One tagged artifact; `problem` says why it cannot be read, when it cannot.
struct Listed: Sendable {
  let name: String
  var tag: String?
  var digest = ""
  let registry: String
  var problem: String?

  /// The name, with its tag where that is not the usual one.
  var id: String { tag.map { $0 == Reference.defaultTag ? name : "\(name):\($0)" } ?? name }
}

/// Every artifact of the registries, by name and tag; what an earlier registry has hides the same name of a later one.
func listNames(_ registry: String?) throws -> [Listed] {
  var found: [String: Listed] = [:]
  for root in try registries(registry) {
    for (owner, name) in try repositories(root) {
      for item in listed(Layout(registry: root, owner: owner, name: name), "@\(owner)/\(name)", root) {
        let key = "\(item.name):\(item.tag ?? "")"
        if found[key] == nil { found[key] = item }
      }
    }
  }
  return found.values.sorted { ($0.name, $0.tag ?? "") < ($1.name, $1.tag ?? "") }
}

private func listed(_ layout: Layout, _ name: String, _ registry: String) -> [Listed] {
  do {
    return try (layout.entries() ?? []).map { describe(layout, $0, name, registry) }
  } catch {
    return [Listed(name: name, registry: registry, problem: "\(error)")]
  }
}

private func describe(_ layout: Layout, _ entry: Blob, _ name: String, _ registry: String) -> Listed {
  var item = Listed(name: name, tag: entry.tag, digest: entry.digest, registry: registry)
  do {
    for variant in try layout.variants(entry) { _ = try layout.files(variant) }
  } catch {
    item.problem = "\(error)"
  }
  return item
}

/// Owner and name of everything in a registry folder, sorted.
private func repositories(_ root: String) throws -> [(owner: String, name: String)] {
  var found: [(String, String)] = []
  for owner in try names(root) where isComponent(owner) && owner != "blobs" {
    for name in try names("\(root)/\(owner)") where isComponent(name) && holdsIndex("\(root)/\(owner)/\(name)") {
      found.append((owner, name))
    }
  }
  return found
}

private func names(_ folder: String) throws -> [String] {
  guard isFolder(folder) else { return [] }
  do {
    return try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
  } catch {
    throw ResolverError(.unreadable, "Cannot list \(folder): \(error.localizedDescription).")
  }
}

/// At most three names of the registries that look like this one, best first.
func nearNames(_ reference: Reference, _ registry: String?) throws -> [String] {
  let known = try registries(registry).flatMap { try repositories($0) }
  let scored = known.map { (name: "@\($0.owner)/\($0.name)", score: likeness($0.name, reference.name)) }.filter { $0.score >= 0.6 }
  var near: [String] = []
  for (name, _) in scored.sorted(by: { $0.score > $1.score }) where !near.contains(name) { near.append(name) }
  return Array(near.prefix(3))
}

/// How much two texts look alike, from 0 to 1: twice the length of their longest common subsequence over both lengths.
func likeness(_ left: String, _ right: String) -> Double {
  let letters = Array(right.utf8)
  var previous = [Int](repeating: 0, count: letters.count + 1)  // lengths for the part of `left` before `letter`
  for letter in left.utf8 {
    var current = [0]
    for (index, other) in letters.enumerated() {
      current.append(max(letter == other ? previous[index] + 1 : 0, previous[index + 1], current[index]))
    }
    previous = current
  }
  let length = left.utf8.count + letters.count
  return length == 0 ? 1 : Double(2 * (previous.last ?? 0)) / Double(length)
}
