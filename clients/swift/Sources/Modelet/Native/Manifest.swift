/// What a library says about itself (resolver/manifest.schema.json).
public struct Manifest: Sendable {
  /// All of it.
  public let json: JSON
  public let name: String
  public let functions: [FunctionDescription]

  init(json: JSON) {
    self.json = json
    name = json["name"]?.string ?? ""
    functions = (json["functions"]?.array ?? []).map(FunctionDescription.init)
  }
}

/// A function of a modelet.
public struct FunctionDescription: Sendable {
  public let name: String
  public let parameters: [ParameterDescription]
  /// Whether it yields values, one after the other.
  public let isGenerator: Bool

  init(json: JSON) {
    name = json["name"]?.string ?? ""
    parameters = (json["parameters"]?.array ?? []).map(ParameterDescription.init)
    isGenerator = json["generator"]?.bool ?? false
  }
}

/// A parameter: its JSON Schema with `x-python-type`, and its default where it need not be given.
public struct ParameterDescription: Sendable {
  public let name: String
  public let schema: JSON
  public let isRequired: Bool
  public let defaultValue: JSON?

  init(json: JSON) {
    name = json["name"]?.string ?? ""
    schema = json["schema"] ?? [:]
    isRequired = json["required"]?.bool ?? true
    defaultValue = json["default"]
  }
}
