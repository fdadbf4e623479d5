/// What can go wrong between a name and a file (resolver/SPEC.md, "Errors").
struct ResolverError: Error, Sendable, CustomStringConvertible {
  enum Code: String, Sendable {
    case invalidName = "invalid_name"
    case unsupportedRegistry = "unsupported_registry"
    case invalidOption = "invalid_option"
    case unreadable
    case modelNotFound = "model_not_found"
    case noVariant = "no_variant"
    case abiMismatch = "abi_mismatch"
    case malformedArtifact = "malformed_artifact"
    case corruptArtifact = "corrupt_artifact"
    case weightsNotFetched = "weights_not_fetched"
  }

  let code: Code
  /// For people.
  let message: String
  /// `modelNotFound`: names that look like the one asked for, best first.
  let near: [String]
  /// `corruptArtifact`: the file is not there at all, as when another process has just replaced the artifact.
  let isMissing: Bool

  init(_ code: Code, _ message: String, near: [String] = [], isMissing: Bool = false) {
    (self.code, self.message, self.near, self.isMissing) = (code, message, near, isMissing)
  }

  /// The HTTP status that fits.
  var status: Int {
    switch code {
    case .invalidName, .unsupportedRegistry, .invalidOption: 400
    case .unreadable: 403
    case .modelNotFound: 404
    case .noVariant, .abiMismatch, .malformedArtifact, .corruptArtifact, .weightsNotFetched: 422
    }
  }

  var description: String { "\(code.rawValue): \(message)" }

  static func malformed(_ message: String) -> ResolverError { ResolverError(.malformedArtifact, message) }

  static func corrupt(_ message: String) -> ResolverError { ResolverError(.corruptArtifact, message) }
}

/// A value for a message, never long.
func shown(_ value: JSON?) -> String {
  guard let value else { return "missing" }
  let text = value.text.unicodeScalars
  return text.count <= 80 ? String(text) : "\(String(text.prefix(80)))…"
}
