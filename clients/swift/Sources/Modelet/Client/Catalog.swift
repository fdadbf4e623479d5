import Foundation

/// How names are found and libraries are opened.
public struct Options: Sendable, Hashable {
  /// The registry folder to ask, alone; else MODELET_REGISTRY and then the local one.
  public var registry: String?
  /// `always` reads the weights in full at every open.
  public var verify: Verify
  /// Threads that may compute at once; the default is the number of processors.
  public var threads: Int?
  /// Bytes that calls and answers may hold beyond the weights.
  public var memoryLimit: Int?
  /// Copies the weights into memory instead of mapping them, for storage where others may shorten files.
  public var copiesWeights: Bool
  /// Where the random state of every call begins.
  public var seed: Int?

  public init(
    registry: String? = nil, verify: Verify = .once, threads: Int? = nil, memoryLimit: Int? = nil, copiesWeights: Bool = false,
    seed: Int? = nil
  ) {
    (self.registry, self.verify, self.threads, self.memoryLimit) = (registry, verify, threads, memoryLimit)
    (self.copiesWeights, self.seed) = (copiesWeights, seed)
  }

  /// Those of `modelet_open`.
  var ofLibrary: JSON.Object {
    var object = JSON.Object()
    for (name, value) in [("threads", threads), ("memory_limit", memoryLimit), ("seed", seed)] { object[name] = value.map { .int($0) } }
    if copiesWeights { object["weights_access"] = .string("read") }
    return object
  }
}

/// Opens each name once: what the client, `load` and the URL protocol share. Everything throws `Failure`.
actor Catalog {
  private let options: Options
  private var instances: [String: Task<Instance, any Error>] = [:]

  init(_ options: Options) { self.options = options }

  /// The opened library of a name, or of a layout folder.
  func instance(_ name: JSON?) async throws -> Instance {
    guard let text = name?.string, !text.isEmpty else {
      let problem = "`model` must be the name of a modelet, such as @owner/name; it is \(shown(name))"
      throw Failure.invalidRequest(problem, code: "invalid_name", param: "model")
    }
    let opening = instances[text] ?? Task { [options] in try await Waiters.shared.run { try Self.open(text, options) } }
    instances[text] = opening
    do {
      return try await opening.value
    } catch {
      if instances[text] == opening { instances[text] = nil }  // the next one looks again
      throw error
    }
  }

  private static func open(_ name: String, _ options: Options) throws -> Instance {
    try failing {
      var given = options.ofLibrary
      if let instance = try linked(name, given) { return instance }
      let found = try resolve(name, registry: options.registry, verify: options.verify)
      given["weights"] = weightsOption(found.weights, packed: found.packed)
      return try Opened.shared.instance(path: found.library, digest: found.libraryDigest, options: .object(given))
    }
  }

  /// The instance of a modelet that is part of this program.
  private static func linked(_ name: String, _ options: JSON.Object) throws -> Instance? {
    guard let name = linkedName(name) else { return nil }
    return try Opened.shared.linkedInstance(name, options: options)
  }

  /// The name of a modelet that is part of this program, whatever its tag; nil when there is none.
  private static func linkedName(_ name: String) -> String? {
    let names = Opened.shared.linkedNames
    guard !names.isEmpty, let reference = try? Reference(parsing: name), names.contains(reference.repository) else { return nil }
    return reference.repository
  }

  /// Every name of the program and the registries, as the official list has it.
  func models() async throws -> [Model] {
    let registry = options.registry
    return try await Waiters.shared.run {
      try failing {
        let linked = Opened.shared.linkedNames
        let listed = try listNames(registry).filter { $0.problem == nil && !linked.contains($0.name) }
        return linked.map { Model(id: $0, folder: nil) } + listed.map { Model(id: $0.id, folder: "\($0.registry)/\($0.name.dropFirst())") }
      }
    }
  }

  /// One name as the official model object.
  func model(_ name: String) async throws -> Model {
    let registry = options.registry
    return try await Waiters.shared.run {
      try failing {
        if let repository = Self.linkedName(name) { return Model(id: repository, folder: nil) }
        return try Model(id: name, folder: locate(name, registry).layout.folder)
      }
    }
  }
}

extension Model {
  /// Of the layout in a folder, or of this program.
  fileprivate init(id: String, folder: String?) {
    let owner = id.hasPrefix("@") ? id.dropFirst().prefix { $0 != "/" } : "local"
    self.init(id: id, created: folder.map { changedSeconds("\($0)/index.json") } ?? 0, ownedBy: String(owner))
  }
}

/// What the resolver says as the error object.
private func failing<Result>(_ work: () throws -> Result) throws -> Result {
  do {
    return try work()
  } catch let error as ResolverError {
    let param = error.status == 400 || error.status == 404 ? "model" : nil
    throw Failure(error.status, ErrorObject(error.message, type: "invalid_request_error", code: error.code.rawValue, param: param))
  }
}
