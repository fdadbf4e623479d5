/// A call whose answers come one after the other. Pulled: nothing is computed before it is asked for.
final class Steps: Sendable {
  private let call: Call
  private let timeout: Duration?
  private let first: First

  /// The first answer, until somebody takes it.
  private actor First {
    private var message: Message??

    init(_ message: Message?) { self.message = .some(message) }

    func take() -> Message?? {
      defer { message = nil }
      return message
    }
  }

  private init(_ call: Call, _ first: Message?, _ timeout: Duration?) {
    (self.call, self.first, self.timeout) = (call, First(first), timeout)
  }

  /// Starts a request and waits for its first answer, so that an error of the request is an error here.
  static func start(_ instance: Instance, _ request: [UInt8], tensors: [Tensor] = [], timeout: Duration?) async throws -> Steps {
    let call = try await Call.start(instance, request, tensors: tensors)
    return Steps(call, try await call.next(timeout: timeout), timeout)
  }

  private func next() async throws -> Message? {
    if let first = await first.take() { return first }
    return try await call.next(timeout: timeout)
  }

  /// The answers as a stream. Whoever drops it, leaves its loop or cancels the task that reads it cancels the call.
  func stream<Part: Sendable>(
    read: @escaping @Sendable (Message) throws -> Part, explain: @escaping @Sendable (Failure) -> any Error
  ) -> AsyncThrowingStream<Part, any Error> {
    AsyncThrowingStream {
      do {
        if let message = try await self.next() { return try read(message) }
      } catch let failure as Failure {
        self.call.finish()
        throw explain(failure)
      } catch {
        self.call.finish()
        throw error
      }
      self.call.finish()
      return nil
    }
  }
}
