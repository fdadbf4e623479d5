import CModelet
import Foundation

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// The functions of a modelet and its manifest. Never unloaded: threads of its pool may be inside.
final class Library: @unchecked Sendable {
  let functions: modelet_functions
  let manifest: Manifest

  /// A dynamic library. Throws `Failure` (422) for a file that is no modelet, or one of another ABI version.
  convenience init(path: String) throws {
    guard let handle = dlopen(path, RTLD_NOW | RTLD_LOCAL) else { throw Self.notLoadable(path, String(cString: dlerror())) }
    var functions = modelet_functions()
    if let missing = modelet_functions_find(handle, &functions) {
      throw Self.notLoadable(path, "it has no function \(String(cString: missing))")
    }
    try self.init(functions, named: path)
  }

  /// The functions of an archive that is linked into the program.
  init(_ functions: modelet_functions, named name: String) throws {
    self.functions = functions
    do {
      guard let text = functions.manifest() else { throw Self.notLoadable(name, "it has no manifest") }
      manifest = Manifest(json: try JSON(parsing: String(cString: text)))
    } catch let error as JSONError {
      throw Self.notLoadable(name, "its manifest is not JSON: \(error.message)")
    }
    let abi = manifest.json["abi"]?.int
    guard abi != Int(MODELET_ABI_VERSION) else { return }
    let advice = (abi ?? 0) > Int(MODELET_ABI_VERSION) ? "install a newer Modelet" : "compile it again"
    let versions = "speaks version \(abi.map(String.init) ?? "none") of the modelet ABI, this client version \(MODELET_ABI_VERSION)"
    throw Failure(422, ErrorObject("\(manifest.name) \(versions); \(advice)", type: "invalid_request_error", code: "abi_mismatch"))
  }

  private static func notLoadable(_ path: String, _ problem: String) -> Failure {
    let message = "\(path) cannot be loaded as a modelet: \(problem)"
    return Failure(422, ErrorObject(message, type: "invalid_request_error", code: "library_not_loadable"))
  }
}

/// An opened library: weights mapped, any number of calls. Kept until the process ends.
final class Instance: @unchecked Sendable {
  let library: Library
  let handle: OpaquePointer

  var manifest: Manifest { library.manifest }

  fileprivate init(_ library: Library, options: String, host: UnsafePointer<modelet_host>?) throws {
    self.library = library
    var handle: OpaquePointer?
    var error = modelet_message.empty
    guard library.functions.open(options, host, &handle, &error) == MODELET_OK, let handle else {
      throw Message(library, error).failure
    }
    self.handle = handle
  }

  /// The one answer of a request.
  func request(_ request: [UInt8], tensors: [Tensor] = [], timeout: Duration? = nil) async throws -> Message {
    let call = try await Call.start(self, request, tensors: tensors)
    defer { call.finish() }
    guard let message = try await call.next(timeout: timeout) else {
      throw Failure(500, ErrorObject("the library answered nothing", type: "server_error", code: "no_answer"))
    }
    return message
  }
}

/// What this process has opened: each library once, and each pair of library and options once.
final class Opened: @unchecked Sendable {
  static let shared = Opened()

  private let lock = NSLock()
  private var libraries: [String: Library] = [:]
  private var instances: [String: Instance] = [:]
  private var linked: [String: (library: Library, weights: [String: String])] = [:]
  /// The first library's: all modelets of the process share its pool and its accounting of memory.
  private var host: UnsafePointer<modelet_host>?

  /// The instance of the library with this digest and these options. Blocks while the library is opened, which is quick.
  func instance(path: String, digest: String, options: JSON) throws -> Instance {
    try lock.withLock {
      let text = options.text
      return try instance("\(digest) \(text)", options: text) {
        let library = try libraries[digest] ?? Library(path: path)
        libraries[digest] = library
        return library
      }
    }
  }

  /// The instance of a library that is linked into the program; nil when none has this name. `options` lack the weights.
  func linkedInstance(_ name: String, options: JSON.Object) throws -> Instance? {
    try lock.withLock {
      guard let (library, weights) = linked[name] else { return nil }
      var options = options
      options["weights"] = weightsOption(weights)
      let text = JSON.object(options).text
      return try instance("\(name) \(text)", options: text) { library }
    }
  }

  /// Makes a library known by its manifest's name.
  func link(_ library: Library, weights: [String: String]) {
    lock.withLock { linked[library.manifest.name] = (library, weights) }
  }

  /// The manifests of all libraries that are linked into the program.
  var linkedNames: [String] { lock.withLock { linked.keys.sorted() } }

  private func instance(_ key: String, options: String, library: () throws -> Library) throws -> Instance {
    if let instance = instances[key] { return instance }
    let library = try library()
    host = host ?? library.functions.host_table()
    let instance = try Instance(library, options: options, host: host)
    instances[key] = instance
    return instance
  }
}

/// Weights by file name, as `modelet_open` wants them; `packed` are those whose digests the library does not know.
func weightsOption(_ weights: [String: String], packed: [String: PackedFile] = [:]) -> JSON {
  var object = JSON.Object()
  for (file, path) in weights.sorted(by: { $0.key < $1.key }) {
    var source: JSON = ["path": .string(path)]
    if let made = packed[file] { source = ["path": .string(path), "sha256": .string(made.sha256)] }
    object[file] = source
  }
  return .object(object)
}

/// Makes a modelet that is linked into this program known by the name in its manifest, such as `@local/minilm`: on systems that load no
/// libraries at run time (iOS). A registry's artifact of the same name is not asked for any more.
///
///     try link(modelet_minilm_functions(), weights: ["weights.safetensors": path])
///
/// `weights` are paths by file name; a modelet that carries its weights needs none. Throws UnprocessableEntityError for another ABI version.
public func link(_ functions: modelet_functions, weights: [String: String] = [:]) throws {
  do {
    Opened.shared.link(try Library(functions, named: "the linked modelet"), weights: weights)
  } catch let failure as Failure {
    throw failure.ofEndpoint
  }
}
