// The documents of an artifact: `index.json` → index → one manifest per variant → files (resolver/SPEC.md, "Artifact").
//
// Whatever a document says is checked here before anybody uses it; nothing it names becomes a path unchecked.

private let indexType = "application/vnd.oci.image.index.v1+json"
private let manifestType = "application/vnd.oci.image.manifest.v1+json"
private let configType = "application/vnd.modelet.manifest.v1+json"
private let libraryType = "application/vnd.modelet.library.v1"
private let weightsType = "application/vnd.modelet.weights.v1"
private let recipeType = "application/vnd.modelet.recipe.v1"

/// Keys of annotations.
private enum Annotation {
  static let tag = "org.opencontainers.image.ref.name"
  static let title = "org.opencontainers.image.title"
  static let name = "vnd.modelet.name"
  static let triple = "vnd.modelet.triple"
  static let required = "vnd.modelet.features.required"
  static let preferred = "vnd.modelet.features.preferred"
  static let priority = "vnd.modelet.priority"
  static let abi = "vnd.modelet.abi"
}

/// A descriptor: what a file's bytes must be.
struct Blob: Equatable, Sendable {
  let mediaType: String
  let digest: String
  let size: Int
  let annotations: [String: String]

  /// A library's or weights file's name: one path component, checked.
  var title: String { annotations[Annotation.title] ?? "" }

  /// The tag under which `index.json` names an index.
  var tag: String? { annotations[Annotation.tag].flatMap { isTag($0) ? $0 : nil } }

  /// The name that an `index.json` gives its artifact.
  var artifactName: String? { annotations[Annotation.name] }
}

/// One entry of an index: a build for one kind of host.
struct Variant: Equatable, Sendable {
  let blob: Blob
  let triple: String
  let required: [String]
  let preferred: [String]
  let priority: Int
  let abi: Int
}

/// What a variant's manifest names.
struct VariantFiles: Sendable {
  let config: Blob
  let library: Blob
  let weights: [Blob]
  /// Of weights that are had elsewhere.
  let recipes: [Blob]
}

/// A folder with an `index.json`, and the folder of its blobs: its own, or that of the registry it stands in.
struct Layout: Sendable {
  let folder: String
  let blobs: String

  /// Where a registry folder keeps a name, whether it is there or not.
  init(registry: String, owner: String, name: String) {
    folder = "\(registry)/\(owner)/\(name)"
    blobs = "\(registry)/blobs/sha256"
  }

  /// The layout at a path that a user named. Throws `model_not_found`.
  init(path: String) throws {
    folder = absolute(path)
    guard holdsIndex(folder) else {
      let hint = "the folder has no index.json. A name without a folder is @owner/name."
      throw ResolverError(.modelNotFound, "There is no modelet layout at \(JSON.string(path).text): \(hint)")
    }
    let own = "\(folder)/blobs/sha256"
    let shared = absolute("\(folder)/../../blobs/sha256")  // <registry>/<owner>/<name>
    blobs = !isFolder(own) && isFolder(shared) ? shared : own
  }

  /// Where the bytes of a digest are; the digest has been checked.
  func path(_ blob: Blob) -> String { "\(blobs)/\(blob.digest.dropFirst("sha256:".count))" }

  /// The indexes that `index.json` names; nil when there is no such file.
  func entries() throws -> [Blob]? {
    let path = "\(folder)/index.json"
    guard let bytes = try readDocument(path) else { return nil }
    let document = try ociDocument(parseDocument(bytes, path), indexType, path)
    return try list(document, "manifests", path).map { try blob($0, path, wanted: indexType, limit: largestDocument) }
  }

  /// The checked bytes of a document blob, parsed.
  func read(_ blob: Blob) throws -> JSON.Object {
    let path = path(blob)
    let value = try parseDocument(readBlob(path, digest: blob.digest, size: blob.size), path)
    guard case .object(let object) = value else { throw ResolverError.malformed("\(path) is not a JSON object.") }
    return object
  }

  /// What an index offers, in its order.
  func variants(_ index: Blob) throws -> [Variant] {
    let path = path(index)
    let document = try ociDocument(.object(read(index)), indexType, path)
    return try list(document, "manifests", path).map { try variant($0, path) }
  }

  /// What a variant consists of.
  func files(_ variant: Variant) throws -> VariantFiles {
    let path = path(variant.blob)
    let document = try ociDocument(.object(read(variant.blob)), manifestType, path)
    let config = try blob(document["config"], path, wanted: configType, limit: largestDocument)
    let layers = try list(document, "layers", path).map { try layer($0, path) }
    let libraries = layers.filter { $0.mediaType == libraryType }
    let weights = layers.filter { $0.mediaType == weightsType }
    guard libraries.count == 1, let library = libraries.first else {
      throw ResolverError.malformed("\(path) names \(libraries.count) libraries; a variant has one.")
    }
    let recipes = layers.filter { $0.mediaType == recipeType }
    let titles = Set((libraries + weights + recipes).map { ExactText($0.title.lowercased()) })
    guard titles.count == 1 + weights.count + recipes.count else { throw ResolverError.malformed("\(path) gives two files the same name.") }
    return VariantFiles(config: config, library: library, weights: weights, recipes: recipes)
  }
}

/// The entry that a reference means: by digest first, by tag else; without either the only one, or the one tagged latest.
func select(_ entries: [Blob], tag: String?, digest: String?) -> Blob? {
  if let digest { return entries.first { $0.digest == digest } }
  if tag == nil, entries.count == 1 { return entries.first }
  return entries.first { $0.tag == tag ?? Reference.defaultTag }
}

private func ociDocument(_ value: JSON, _ mediaType: String, _ path: String) throws -> JSON.Object {
  guard case .object(let document) = value, document["schemaVersion"] == 2 else {
    throw ResolverError.malformed("\(path) is not an OCI document: schemaVersion is not 2.")
  }
  let found = document["mediaType"] ?? .string(mediaType)
  guard found == .string(mediaType) else { throw ResolverError.malformed("\(path): mediaType is \(shown(found)), not \(mediaType).") }
  return document
}

private func list(_ document: JSON.Object, _ key: String, _ path: String) throws -> [JSON] {
  guard let items = document[key]?.array else { throw ResolverError.malformed("\(path): \(key) is \(shown(document[key])), not a list.") }
  return items
}

private func blob(_ value: JSON?, _ path: String, wanted: String?, limit: Int) throws -> Blob {
  guard case .object(let descriptor)? = value else {
    throw ResolverError.malformed("\(path): a descriptor is \(shown(value)), not an object.")
  }
  guard let mediaType = descriptor["mediaType"]?.string, wanted == nil || mediaType == wanted else {
    throw ResolverError.malformed("\(path): a descriptor's mediaType is \(shown(descriptor["mediaType"])), not \(wanted ?? "a text").")
  }
  guard let digest = descriptor["digest"]?.string, isDigest(digest) else {
    let found = shown(descriptor["digest"])
    throw ResolverError.malformed("\(path): the digest \(found) is not sha256: and 64 lower-case hexadecimal digits.")
  }
  guard let size = descriptor["size"]?.int, (0...limit).contains(size) else {
    throw ResolverError.malformed("\(path): the size \(shown(descriptor["size"])) of \(digest) is not a whole number from 0 to \(limit).")
  }
  let annotations = try annotations(descriptor["annotations"], digest, path)
  return Blob(mediaType: mediaType, digest: digest, size: size, annotations: annotations)
}

private func annotations(_ value: JSON?, _ digest: String, _ path: String) throws -> [String: String] {
  guard let value, value != .null else { return [:] }
  var found: [String: String] = [:]
  for (key, item) in value.object?.members ?? [] { found[key] = item.string }
  guard let count = value.object?.members.count, count == found.count else {
    throw ResolverError.malformed("\(path): annotations of \(digest) are not texts.")
  }
  return found
}

private func layer(_ value: JSON, _ path: String) throws -> Blob {
  let limits = [libraryType: largestLibrary, weightsType: largestWeights, recipeType: largestDocument]
  let limit = value["mediaType"]?.string.flatMap { limits[$0] }
  let layer = try blob(value, path, wanted: nil, limit: limit ?? largestWeights)
  if limit != nil, !isFileName(layer.title) {
    throw ResolverError.malformed("\(path): the file name \(shown(.string(layer.title))) is not one plain path component.")
  }
  return layer
}

private func variant(_ value: JSON, _ path: String) throws -> Variant {
  let blob = try blob(value, path, wanted: manifestType, limit: largestDocument)
  let text = blob.annotations[Annotation.triple]
  guard let triple = text, isFeature(triple), (2...3).contains(1 + triple.utf8.filter { $0 == UInt8(ascii: "-") }.count) else {
    let found = text.map { JSON.string($0) }
    let hint = "A triple is architecture-system or architecture-system-libc."
    throw ResolverError.malformed("\(path): the annotation \(Annotation.triple) of \(blob.digest) is \(shown(found)). \(hint)")
  }
  return Variant(
    blob: blob, triple: triple, required: try features(blob, Annotation.required, path),
    preferred: try features(blob, Annotation.preferred, path), priority: try number(blob, Annotation.priority, missing: "0", path),
    abi: try number(blob, Annotation.abi, missing: nil, path))
}

private func isFeature(_ text: String) -> Bool {
  let isAllowed: (UInt8) -> Bool = {
    (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0) || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) || "_.:-".utf8.contains($0)
  }
  return (1...64).contains(text.utf8.count) && text.utf8.allSatisfy(isAllowed)
}

private func features(_ blob: Blob, _ key: String, _ path: String) throws -> [String] {
  let text = blob.annotations[key] ?? ""
  let features = text.isEmpty ? [] : text.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
  if let wrong = features.first(where: { !isFeature($0) }) {
    throw ResolverError.malformed("\(path): the annotation \(key) of \(blob.digest) names the feature \(shown(.string(wrong))).")
  }
  return features
}

private func number(_ blob: Blob, _ key: String, missing: String?, _ path: String) throws -> Int {
  let text = blob.annotations[key] ?? missing
  let digits = Array((text ?? "").utf8).drop { $0 == UInt8(ascii: "-") }
  let isNumber = (1...9).contains(digits.count) && digits.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
  guard isNumber, let text, let number = Int(text) else {
    let found = shown(text.map { .string($0) })
    throw ResolverError.malformed("\(path): the annotation \(key) of \(blob.digest) is \(found), not a whole number.")
  }
  return number
}
