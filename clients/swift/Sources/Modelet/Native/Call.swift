import CModelet
import Foundation

/// One request on its way. Whoever waits for an answer drives the library, on a thread of `Waiters`.
final class Call: @unchecked Sendable {
  private let instance: Instance
  private let request: Request
  private let lock = NSLock()
  private var handle: OpaquePointer?
  private var ticket: Waiters.Ticket?
  private var isEnding = false

  private init(_ instance: Instance, _ request: Request, _ handle: OpaquePointer) {
    (self.instance, self.request, self.handle) = (instance, request, handle)
  }

  deinit { finish() }

  /// A request up to this size is checked at once, in less time than handing it to a thread takes.
  private static let quickBytes = 16 << 10

  /// Checks a request and makes its call.
  static func start(_ instance: Instance, _ json: [UInt8], tensors: [Tensor]) async throws -> Call {
    let request = Request(json, tensors: tensors)
    if json.count <= quickBytes { return try begin(instance, request) }
    return try await Waiters.shared.run { try begin(instance, request) }
  }

  private static func begin(_ instance: Instance, _ request: Request) throws -> Call {
    var handle: OpaquePointer?
    var error = modelet_message.empty
    let status = request.withMessage { instance.library.functions.start(instance.handle, $0, &handle, &error) }
    guard status == MODELET_OK, let handle else { throw Message(instance.library, error).failure }
    return Call(instance, request, handle)
  }

  /// The next answer; nil at the end. Throws CancellationError when the task is cancelled, which cancels the call, APITimeoutError
  /// when it takes longer than `timeout`, and `Failure` for what the library says.
  func next(timeout: Duration? = nil) async throws -> Message? {
    guard let timeout else { return try await next() }
    let late = Flag()
    let timer = Task {
      try await Task.sleep(for: timeout)
      late.set()
      cancel()
    }
    defer { timer.cancel() }
    do {
      return try await next()
    } catch let failure as Failure where failure.isCancellation && late.isSet {
      throw APITimeoutError()
    }
  }

  private func next() async throws -> Message? {
    let ticket = Waiters.Ticket()
    try enter(ticket)
    defer { leave() }
    do {
      return try await withTaskCancellationHandler {
        try await Waiters.shared.run(ticket) { try self.wait() }
      } onCancel: {
        cancel()
      }
    } catch let failure as Failure where failure.isCancellation && Task.isCancelled {
      throw CancellationError()
    }
  }

  /// Blocks until the library answers.
  private func wait() throws -> Message? {
    while let handle = lock.withLock({ handle }) {
      var out = modelet_message.empty
      let status = instance.library.functions.next(handle, &out)
      switch status {
      case MODELET_MESSAGE: return Message(instance.library, out)
      case MODELET_END: return nil
      case MODELET_PENDING: continue
      default: throw Message(instance.library, out).failure
      }
    }
    throw Failure.cancelled
  }

  private func enter(_ ticket: Waiters.Ticket) throws {
    try lock.withLock {
      let problem: (String, String) -> Failure = { Failure(409, ErrorObject($0, type: "invalid_request_error", code: $1)) }
      if self.ticket != nil { throw problem("somebody is waiting for this call already", "busy") }
      if handle == nil { throw problem("this call has finished", "finished") }
      self.ticket = ticket
    }
  }

  private func leave() {
    lock.withLock {
      ticket = nil
      if isEnding { end() }
    }
  }

  /// Makes the running and every later `next` end with the error `cancelled`. At any time.
  func cancel() {
    let ticket = lock.withLock {
      if let handle { instance.library.functions.cancel(handle) }
      return self.ticket
    }
    ticket?.withdraw()
  }

  /// Frees the call; cancels it first when somebody still waits for it. Any number of times.
  func finish() {
    let isRunning = lock.withLock {
      isEnding = true
      if ticket == nil { end() }
      return ticket != nil
    }
    if isRunning { cancel() }
  }

  private func end() {
    guard let handle else { return }
    self.handle = nil
    instance.library.functions.finish(handle)
  }
}

/// Set once, from any thread.
private final class Flag: @unchecked Sendable {
  private let lock = NSLock()
  private var value = false

  var isSet: Bool { lock.withLock { value } }

  func set() { lock.withLock { value = true } }
}
