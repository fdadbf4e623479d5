// What goes wrong, in the vocabulary of the official SDKs: same names, same fields. `code`, `param`, `type` and `message` come from the
// OpenAI error object that every Modelet part answers with (docs/errors.md). Codes are stable.
//
// A call whose task was cancelled throws Swift's own `CancellationError`.

/// The OpenAI error object.
public struct ErrorObject: Sendable, Equatable {
  public let message: String
  public let type: String
  public let param: String?
  public let code: String?
  /// The nearest builtin class of a Python exception whose class is the user's.
  let base: String?

  init(_ message: String, type: String, code: String?, param: String? = nil, base: String? = nil) {
    (self.message, self.type, self.param, self.code, self.base) = (message, type, param, code, base)
  }

  init(json: JSON) {
    self.init(
      json["message"]?.string ?? "", type: json["type"]?.string ?? "server_error", code: json["code"]?.string,
      param: json["param"]?.string, base: json["base"]?.string)
  }

  var json: JSON {
    let text: (String?) -> JSON = { $0.map { .string($0) } ?? .null }
    var object: JSON.Object = ["message": .string(message), "type": .string(type), "param": text(param), "code": text(code)]
    if let base { object["base"] = .string(base) }
    return .object(object)
  }
}

/// The base of every error that is not an exception of the compiled function itself.
public class OpenAIError: Error, CustomStringConvertible, @unchecked Sendable {
  public let message: String

  init(_ message: String) { self.message = message }

  public var description: String { "\(Swift.type(of: self)): \(message)" }
}

/// An error with an error object, and an HTTP status if it has one.
public class APIError: OpenAIError, @unchecked Sendable {
  public let status: Int?
  public let error: ErrorObject?

  public var code: String? { error?.code }
  public var param: String? { error?.param }
  public var type: String? { error?.type }

  required init(status: Int?, error: ErrorObject?, message: String = "") {
    (self.status, self.error) = (status, error)
    super.init([status.map { String($0) }, error?.message ?? message].compactMap { $0 }.joined(separator: " "))
  }

  /// The class for a status.
  static func generate(_ status: Int, _ error: ErrorObject) -> APIError {
    let kind = byStatus[status] ?? (status >= 500 ? InternalServerError.self : APIError.self)
    return kind.init(status: status, error: error)
  }

  private static let byStatus: [Int: APIError.Type] = [
    400: BadRequestError.self, 401: AuthenticationError.self, 403: PermissionDeniedError.self, 404: NotFoundError.self,
    409: ConflictError.self, 422: UnprocessableEntityError.self, 429: RateLimitError.self,
  ]
}

/// 400: the request does not fit what the function takes.
public final class BadRequestError: APIError, @unchecked Sendable {}
/// 401: a registry wants credentials.
public final class AuthenticationError: APIError, @unchecked Sendable {}
/// 403: a registry or the file system refuses.
public final class PermissionDeniedError: APIError, @unchecked Sendable {}
/// 404: no such name, function or endpoint.
public final class NotFoundError: APIError, @unchecked Sendable {}
/// 409: what was asked for is in use.
public final class ConflictError: APIError, @unchecked Sendable {}
/// 422: the library is there and cannot be used: damaged, for another host, or of another ABI version.
public final class UnprocessableEntityError: APIError, @unchecked Sendable {}
/// 429: a limit, of memory for instance, is reached for now.
public final class RateLimitError: APIError, @unchecked Sendable {}
/// 500 and above: the compiled function or the engine failed.
public final class InternalServerError: APIError, @unchecked Sendable {}

/// A registry could not be reached.
public class APIConnectionError: APIError, @unchecked Sendable {}

/// The call took longer than its `timeout`; it was cancelled.
public final class APITimeoutError: APIConnectionError, @unchecked Sendable {
  convenience init() { self.init(status: nil, error: nil, message: "Request timed out.") }
}

/// An exception of the compiled function, or of a call that does not fit it.
public struct FunctionError: Error, CustomStringConvertible, Sendable, Equatable {
  public let message: String
  /// The Python class: `ValueError`, `TypeError`, …
  public let pythonClass: String
  /// The nearest builtin class of a class of the user's.
  public let base: String?

  init(_ message: String, pythonClass: String = "TypeError", base: String? = nil) {
    (self.message, self.pythonClass, self.base) = (message, pythonClass, base)
  }

  public var description: String { "\(pythonClass): \(message)" }
}

/// What a library answered instead of a message, before it becomes the error of an interface.
struct Failure: Error, Sendable {
  let status: Int
  let error: ErrorObject

  init(_ status: Int, _ error: ErrorObject) { (self.status, self.error) = (status, error) }

  /// A 400 for a request that no library needs to see.
  static func invalidRequest(_ message: String, code: String, param: String? = nil) -> Failure {
    Failure(400, ErrorObject(message, type: "invalid_request_error", code: code, param: param))
  }

  static var cancelled: Failure { Failure(499, ErrorObject("the call was cancelled", type: "cancelled_error", code: "cancelled")) }

  var isCancellation: Bool { error.code == "cancelled" }

  /// The official SDK's error.
  var ofEndpoint: APIError { APIError.generate(status, error) }

  /// What the Python function raised; an error of the engine itself as the official SDK's.
  var ofCall: any Error {
    if error.code == "out_of_memory" { return FunctionError(error.message, pythonClass: "MemoryError") }
    guard error.type == "python_exception" else { return ofEndpoint }
    return FunctionError(error.message, pythonClass: error.code ?? "Exception", base: error.base)
  }
}
