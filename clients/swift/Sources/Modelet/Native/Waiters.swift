import Foundation

/// Threads that may block: what a library does never runs on Swift's own few, which all tasks share.
///
/// A thread is started when there is work and none is idle, and ends when there was none for a while. Work beyond the most threads waits,
/// and can be withdrawn.
final class Waiters: @unchecked Sendable {
  static let shared = Waiters()

  private static let most = 64
  private static let idleSeconds = 10.0
  /// Compiled code may use 256 KiB below its caller, and kernels somewhat more; a thread's default may be 512 KB in all.
  private static let stackBytes = 2 << 20

  private let condition = NSCondition()
  private var waiting: [Ticket] = []
  private var idle = 0
  private var threads = 0

  /// A place in the line: withdrawn before it is used, its work is never done.
  final class Ticket: @unchecked Sendable {
    fileprivate var work: (() -> Void)?
    fileprivate var refuse: (() -> Void)?
    fileprivate var withdrawn = false

    /// Ends the waiting with `Failure.cancelled`. At any time, also before and after the work.
    func withdraw() { Waiters.shared.withdraw(self) }
  }

  /// Does work on a thread of its own.
  func run<Result: Sendable>(_ ticket: Ticket = Ticket(), _ work: @escaping @Sendable () throws -> Result) async throws -> Result {
    try await withCheckedThrowingContinuation { continuation in
      let isTaken = enter(
        ticket, work: { continuation.resume(with: Swift.Result { try work() }) },
        refuse: { continuation.resume(throwing: Failure.cancelled) })
      if !isTaken { continuation.resume(throwing: Failure.cancelled) }
    }
  }

  private func enter(_ ticket: Ticket, work: @escaping () -> Void, refuse: @escaping () -> Void) -> Bool {
    condition.withLock {
      if ticket.withdrawn { return false }
      (ticket.work, ticket.refuse) = (work, refuse)
      waiting.append(ticket)
      if idle >= waiting.count {
        condition.signal()
      } else if threads < Self.most {
        start()
      }
      return true
    }
  }

  private func start() {
    threads += 1
    let thread = Thread { self.serve() }
    thread.stackSize = Self.stackBytes
    thread.name = "modelet"
    thread.start()
  }

  private func serve() {
    while let work = next() { work() }
  }

  private func next() -> (() -> Void)? {
    condition.withLock {
      let deadline = Date(timeIntervalSinceNow: Self.idleSeconds)
      while waiting.isEmpty {
        idle += 1
        let isSignalled = condition.wait(until: deadline)
        idle -= 1
        if !isSignalled, waiting.isEmpty {
          threads -= 1
          return nil
        }
      }
      let ticket = waiting.removeFirst()
      defer { (ticket.work, ticket.refuse) = (nil, nil) }
      return ticket.work
    }
  }

  private func withdraw(_ ticket: Ticket) {
    let refuse = condition.withLock { () -> (() -> Void)? in
      ticket.withdrawn = true
      guard let place = waiting.firstIndex(where: { $0 === ticket }) else { return nil }
      waiting.remove(at: place)
      defer { (ticket.work, ticket.refuse) = (nil, nil) }
      return ticket.refuse
    }
    refuse?()
  }
}
