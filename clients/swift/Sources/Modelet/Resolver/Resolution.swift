// From a name to verified files: what runs before every load.
//
// Reading takes no lock: every document is replaced by rename, blobs never change, and a blob that vanished under a reader (another
// process replaced the artifact) makes it start again from the index.

private let attempts = 5  // an artifact would have to be replaced this often while it is being read

/// When weights are read in full: where their record is missing, or always.
public enum Verify: String, Sendable {
  case once
  case always
}

/// A variant whose files were verified when it was made.
struct Resolved: Sendable {
  /// `@owner/name`, or the layout's path if it carries no name.
  let name: String
  /// The canonical name with the digest that pins it.
  let reference: String
  let variant: Variant
  /// The path to load.
  let library: String
  let libraryDigest: String
  /// Paths by file name.
  let weights: [String: String]
  /// Those of them that were packed on this machine, with their digests.
  let packed: [String: PackedFile]
  fileprivate let layout: Layout
  fileprivate let config: Blob

  /// The modelet's manifest.
  func manifest() throws -> JSON.Object { try layout.read(config) }
}

/// A name found in a registry, or a layout folder, before anything is chosen.
struct Located: Sendable {
  let layout: Layout
  let entry: Blob
  let name: String
  let reference: String
}

/// Finds a name's binary for this host and checks its files; `home` is where the records of verified files are. Reads files, so it
/// blocks. Throws ResolverError.
func resolve(
  _ name: String, registry: String? = nil, verify: Verify = .once, host: HostDescription = .current, home: String = modeletHome()
) throws -> Resolved {
  var attempt = 1
  while true {
    do {
      return try resolveOnce(locate(name, registry), verify, host, home)
    } catch let error as ResolverError where error.isMissing && attempt < attempts {
      attempt += 1
    }
  }
}

private func resolveOnce(_ found: Located, _ verify: Verify, _ host: HostDescription, _ home: String) throws -> Resolved {
  let layout = found.layout
  let variant = try choose(found.name, layout.variants(found.entry), host)
  let files = try layout.files(variant)
  let library = layout.path(files.library)
  _ = try checkFile(library, digest: files.library.digest, size: files.library.size)
  for blob in files.weights { try checkWeights(layout.path(blob), blob, verify, home) }
  let made = try Dictionary(uniqueKeysWithValues: files.recipes.map { ($0.title, try packed($0, verify, home)) })
  let weights = Dictionary(uniqueKeysWithValues: files.weights.map { ($0.title, layout.path($0)) })
    .merging(made.mapValues(\.path)) { _, packed in packed }
  return Resolved(
    name: found.name, reference: found.reference, variant: variant, library: library, libraryDigest: files.library.digest,
    weights: weights, packed: made, layout: layout, config: files.config)
}

/// Checks one weights file against its record, or in full.
private func checkWeights(_ path: String, _ blob: Blob, _ verify: Verify, _ home: String) throws {
  guard let status = try RegularFile(path)?.status else { throw missingBlob(path) }
  if verify == .once, status.size == blob.size, isRecorded(home, blob.digest, status) { return }
  record(home, blob.digest, try checkFile(path, digest: blob.digest, size: blob.size))
}

/// Every variant of a name with why it was taken or left, in the index's order. Loads nothing.
func explain(_ name: String, registry: String? = nil, host: HostDescription = .current) throws -> [Considered] {
  let found = try locate(name, registry)
  return explain(try found.layout.variants(found.entry), host)
}

/// Finds the index that a name means, choosing nothing.
func locate(_ name: String, _ registry: String?) throws -> Located {
  let reference = try Reference(parsing: name)
  if let path = reference.path { return try locateFolder(reference, path) }
  if reference.host != nil {
    let problem = "\(reference.canonical) lives on another host. This version reads registries that are folders."
    throw ResolverError(.unsupportedRegistry, problem)
  }
  var tags: Set<String> = []
  for folder in try registries(registry) {
    let layout = Layout(registry: folder, owner: reference.owner, name: reference.name)
    let entries = try layout.entries() ?? []
    if let entry = select(entries, tag: reference.tag, digest: reference.digest) {
      return located(layout, entry, reference.repository, reference.tag)
    }
    tags.formUnion(entries.compactMap(\.tag))
  }
  throw try notFound(reference, tags.sorted(), registry)
}

private func located(_ layout: Layout, _ entry: Blob, _ name: String, _ tag: String?) -> Located {
  Located(layout: layout, entry: entry, name: name, reference: "\(name)\(tag.map { ":\($0)" } ?? "")@\(entry.digest)")
}

private func locateFolder(_ reference: Reference, _ path: String) throws -> Located {
  let layout = try Layout(path: path)
  let shownPath = JSON.string(path).text
  guard let entries = try layout.entries() else {
    throw ResolverError(.modelNotFound, "The layout at \(shownPath) was removed while it was read.")
  }
  guard let entry = select(entries, tag: nil, digest: nil) else {
    let tags = entries.compactMap(\.tag).joined(separator: ", ")
    let problem = "has no artifact tagged \(Reference.defaultTag); its tags: \(tags.isEmpty ? "none" : tags)."
    throw ResolverError(.modelNotFound, "The layout at \(shownPath) \(problem)")
  }
  return located(layout, entry, entry.artifactName ?? layout.folder, reference.tag ?? entry.tag)
}

/// Slow and rare: looks at all names for the ones that are nearly this one.
private func notFound(_ reference: Reference, _ tags: [String], _ registry: String?) throws -> ResolverError {
  if !tags.isEmpty {
    let problem = "\(reference.canonical) was not found, and \(reference.repository) has the tags \(tags.joined(separator: ", "))."
    return ResolverError(.modelNotFound, problem, near: tags.map { "\(reference.repository):\($0)" })
  }
  let near = try nearNames(reference, registry)
  let hint = near.isEmpty ? "`modelet ls` lists what is there." : "Did you mean \(near.joined(separator: " or "))?"
  let folders = try registries(registry).joined(separator: ", ")
  return ResolverError(.modelNotFound, "\(reference.canonical) was not found in \(folders). \(hint)", near: near)
}
