// Weights that are had elsewhere, where another client has fetched and packed them (resolver/SPEC.md): `<home>/packed/<hex digest of the
// recipe>/<file name>`, and beside it `digest`: "sha256:… bytes" of that file. This one fetches nothing.

/// A packed weights file, and the digest that it was found to have.
struct PackedFile: Sendable {
  let path: String
  let sha256: String
}

/// The packed file of a recipe. Throws `weightsNotFetched` when it is not there, or not whole.
func packed(_ recipe: Blob, _ verify: Verify, _ home: String) throws -> PackedFile {
  let folder = "\(home)/packed/\(recipe.digest.dropFirst("sha256:".count))"
  if let found = try? find(recipe.title, in: folder, verify, home) { return found }
  let problem = "The weights \(recipe.title) are published elsewhere and not here yet, or damaged. `modelet pull` fetches them."
  throw ResolverError(.weightsNotFetched, problem)
}

private func find(_ title: String, in folder: String, _ verify: Verify, _ home: String) throws -> PackedFile? {
  let path = "\(folder)/\(title)"
  guard let said = try readDocument("\(folder)/digest") else { return nil }
  let words = String(decoding: said, as: UTF8.self).split(whereSeparator: \.isWhitespace).map(String.init)
  guard words.count == 2, isDigest(words[0]), let size = Int(words[1]), let status = try RegularFile(path)?.status else { return nil }
  if verify == .always || status.size != size || !isRecorded(home, words[0], status) {
    record(home, words[0], try checkFile(path, digest: words[0], size: size))
  }
  return PackedFile(path: path, sha256: String(words[0].dropFirst("sha256:".count)))
}
