/// The first function of a modelet; `.function("other")` gives the others.
///
///     let vectors = try await load("@local/minilm").call(["texts": ["a", "b"]]).tensor
///
/// `name` is `@owner/name[:tag][@sha256:…]`, a bare name (`@local/name`), or the path of a layout folder. Nothing is opened before the first
/// use, which throws a NotFoundError, an UnprocessableEntityError and so on when that fails. The library is opened once per process and
/// options, and kept.
public func load(_ name: String, _ options: Options = Options()) -> CompiledFunction {
  CompiledFunction(catalog: Catalog(options), modelet: name, wanted: nil)
}

/// One function of a modelet. Any number of calls may run at once.
public struct CompiledFunction: Sendable {
  let catalog: Catalog
  let modelet: String
  let wanted: String?

  /// Another function of the same modelet.
  public func function(_ name: String) -> CompiledFunction { CompiledFunction(catalog: catalog, modelet: modelet, wanted: name) }

  /// The manifest of the whole modelet.
  public func manifest() async throws -> Manifest { try await instance().manifest }

  /// The names of all functions of the modelet.
  public func functions() async throws -> [String] { try await manifest().functions.map(\.name) }

  /// The parameters as the manifest describes them.
  public func parameters() async throws -> [ParameterDescription] { try await description(instance()).parameters }

  /// Runs the function on its arguments, and gives what it returns.
  ///
  /// Throws a FunctionError for what the Python function raises and for arguments that do not fit (TypeError), an APIError for what the
  /// engine refuses, an APITimeoutError after `timeout`, a CancellationError when the task was cancelled. Tensors of the answer are its memory.
  public func call(_ arguments: [String: Value] = [:], timeout: Duration? = nil) async throws -> Value {
    let instance = try await instance()
    let description = try description(instance)
    if description.isGenerator {
      throw FunctionError("\(description.name)() is a generator: iterate over `stream` instead of awaiting `call`")
    }
    return try await explained {
      let (request, tensors) = try request(description, arguments)
      return try Self.answer(try await instance.request(request, tensors: tensors, timeout: timeout))
    }
  }

  /// Runs a generator function, and gives what it yields. `timeout` is for each value. Errors as those of `call`; an error of the
  /// arguments, or before the first value, is thrown here.
  public func stream(_ arguments: [String: Value] = [:], timeout: Duration? = nil) async throws -> AsyncThrowingStream<Value, any Error> {
    let instance = try await instance()
    let description = try description(instance)
    if !description.isGenerator { throw FunctionError("\(description.name)() is no generator: await `call`") }
    return try await explained {
      let (request, tensors) = try request(description, arguments)
      return try await Steps.start(instance, request, tensors: tensors, timeout: timeout).stream(read: Self.answer) { $0.ofCall }
    }
  }

  private func instance() async throws -> Instance {
    do {
      return try await catalog.instance(.string(modelet))
    } catch let failure as Failure {
      throw failure.ofEndpoint
    }
  }

  private func explained<Answer>(_ work: () async throws -> Answer) async throws -> Answer {
    do {
      return try await work()
    } catch let failure as Failure {
      throw failure.ofCall
    }
  }

  private func description(_ instance: Instance) throws -> FunctionDescription {
    let (name, functions) = (instance.manifest.name, instance.manifest.functions)
    guard let wanted else {
      if let first = functions.first { return first }
      throw Failure.invalidRequest("\(name) holds no function", code: "no_function", param: "name").ofEndpoint
    }
    if let found = functions.first(where: { $0.name == wanted }) { return found }
    throw FunctionError("\(name) has no function '\(wanted)'; it has \(functions.map(\.name).joined(separator: ", "))")
  }

  private func request(_ description: FunctionDescription, _ arguments: [String: Value]) throws -> ([UInt8], [Tensor]) {
    try checkNames(description, arguments)
    var encoder = ValueEncoder()
    encoder.raw("{\"call\":{")
    for (index, (name, value)) in arguments.enumerated() {
      encoder.raw(index > 0 ? "," : "")
      encoder.quoted(name)
      encoder.raw(":")
      try encoder.write(value)
    }
    encoder.raw("},\"function\":")
    encoder.quoted(description.name)
    encoder.raw("}")
    return (encoder.json.bytes, encoder.tensors)
  }

  /// Throws a TypeError in CPython's words when the names do not fit.
  private func checkNames(_ description: FunctionDescription, _ arguments: [String: Value]) throws {
    let (name, parameters) = (description.name, description.parameters)
    if let stranger = arguments.keys.sorted().first(where: { key in !parameters.contains { $0.name == key } }) {
      throw FunctionError("\(name)() got an unexpected keyword argument '\(stranger)'")
    }
    let missing = parameters.filter { $0.isRequired && arguments[$0.name] == nil }
    if missing.isEmpty { return }
    throw FunctionError("\(name)() missing required arguments: \(missing.map { "'\($0.name)'" }.joined(separator: ", "))")
  }

  @Sendable private static func answer(_ message: Message) throws -> Value {
    guard let value = try message.json()["value"] else {
      throw Failure(500, ErrorObject("the answer has no value", type: "server_error", code: "invalid_answer"))
    }
    return try ValueDecoder(tensors: message.tensors()).decode(value)
  }
}
