import Foundation
import Testing

@testable import Modelet

private let catalog = Catalog(Options())

/// What a modelet counts.
private func stats(_ name: String) async throws -> JSON {
  try await catalog.instance(.string(name)).request(Array(#"{"control":"stats"}"#.utf8)).json()
}

/// Calls that have not finished.
private func running(_ name: String) async throws -> Int {
  (try await stats(name)["calls"]?["running"]?.int ?? 0) - 1  // the question itself
}

/// Lets other tasks go on until a condition holds, as long as a test may take.
private func eventually(_ condition: () async throws -> Bool) async throws {
  for _ in 0..<10_000 {
    if try await condition() { return }
    await Task.yield()
  }
  Issue.record("it never holds")
}

@Suite("A shared call gives what every language gets")
struct SharedCallTests {
  static let file = "tests/shapes/calls.json"

  @Test(arguments: cases(file))
  func call(_ item: Case) async throws {
    let compiled = load(vectors(Self.file)["model"]?.string ?? "").function(item["function"]?.string ?? "")
    let decoder = ValueDecoder(tensors: [])
    let members = item["arguments"]?.object?.members ?? []
    let arguments = Dictionary(uniqueKeysWithValues: try members.map { ($0.key, try decoder.decode($0.value)) })
    var (value, yielded, raised): (Value?, [Value], FunctionError?) = (nil, [], nil)
    do {
      if item["yields"] != nil {
        for try await part in try await compiled.stream(arguments) { yielded.append(part) }
      } else {
        value = try await compiled.call(arguments)
      }
    } catch let error as FunctionError {
      raised = error
    }
    let (expected, steps) = (try item["value"].map(decoder.decode), try (item["yields"]?.array ?? []).map(decoder.decode))
    #expect(value == expected)
    #expect(yielded == steps)
    #expect(raised.map { ["class": .string($0.pythonClass), "message": .string($0.message)] } == item["raises"])
  }
}

@Suite("A function")
struct FunctionTests {
  @Test("gives and takes tensors without a change")
  func tensors() async throws {
    let value: Value = [
      .tensor(try Tensor([1, 2, 3, 4, 5, 6] as [Int16], shape: [2, 3])),
      .tensor(try Tensor(dtype: "float16", shape: [2, 0, 3], bytes: [])),
      .tensor(try Tensor([1.5] as [Double])), .bytes([0, 255]), .codePoints([0xd800]), .tuple([.float(.nan), nil]),
    ]
    #expect(try await load("engine").function("echo").call(["value": value]) == ["value": value])
  }

  @Test("is described by its manifest")
  func description() async throws {
    let compiled = load("compiled")
    #expect(try await compiled.functions() == ["shout", "half", "check", "same", "lookup", "spell"])
    #expect(try await compiled.parameters().map(\.name) == ["text", "times"])
    #expect(try await compiled.parameters().map(\.isRequired) == [true, false])
    #expect(try await compiled.manifest().name == "@local/compiled")
    let error = try await thrown(FunctionError.self) { try await compiled.function("none").call() }
    #expect(error.message.contains("shout, half"))
  }

  @Test("is found in a layout folder")
  func folder() async throws {
    #expect(try await load("\(modeletHome())/registry/local/fake").call(["value": 1]) == ["value": 1])
  }

  @Test("is opened once for each set of options")
  func instances() async throws {
    let (fake, other) = (try await catalog.instance("fake"), Catalog(Options(seed: 3)))
    #expect(try await Catalog(Options()).instance("@local/fake:latest") === fake)
    #expect(try await other.instance("fake") !== fake)
    let error = try await thrown(BadRequestError.self) { try await load("engine", Options(seed: -1)).call(["texts": []]) }
    #expect(error.code == "invalid_options")
  }

  @Test("that needs more memory than allowed raises MemoryError")
  func memory() async throws {
    let limited = load("engine", Options(memoryLimit: 4096)).function("echo")
    let large = Value.tensor(try Tensor([Double](repeating: 0, count: 10_000)))
    let error = try await thrown(FunctionError.self) { try await limited.call(["value": large]) }
    #expect(error.pythonClass == "MemoryError")
    #expect(try await limited.call(["value": 1]) == ["value": 1])
  }

  @Test("raises an exception of Python with its class")
  func exception() async throws {
    let error = try await thrown(FunctionError.self) { try await load("fake").function("raise").call() }
    #expect(error == FunctionError("'missing'", pythonClass: "KeyError"))
  }

  @Test("that yields is no call, and the other way round")
  func generators() async {
    await #expect(throws: FunctionError.self) { try await load("engine").function("count").call(["stop": 1]) }
    await #expect(throws: FunctionError.self) { try await load("engine").function("echo").stream(["value": 1]) }
  }

  @Test("of an unknown name is an error of the official SDKs")
  func unknown() async throws {
    let error = try await thrown(NotFoundError.self) { try await load("fakke").call() }
    #expect(error.code == "model_not_found")
    #expect(error.message.contains("@local/fake"))
  }
}

@Suite("A stream", .serialized)
struct StreamTests {
  let count = load("engine").function("count")

  @Test("ends by itself")
  func end() async throws {
    #expect(try await count.stream(["stop": 4]).collect() == [0, 1, 2, 3])
  }

  @Test("frees its call when it is left")
  func leave() async throws {
    for try await value in try await count.stream(["stop": 1_000_000_000]) where value == 2 { break }
    try await eventually { try await running("engine") == 0 }
  }

  @Test("that is forgotten frees its call")
  func forget() async throws {
    _ = try await count.stream(["stop": 1_000_000_000])
    try await eventually { try await running("engine") == 0 }
  }

  @Test("is pulled: nothing is computed before it is asked for")
  func pull() async throws {
    var values = try await load("fake").function("count").stream().makeAsyncIterator()
    for expected in 0..<5 { #expect(try await values.next() == .int(expected)) }
  }

  @Test("ends when its task is cancelled, and frees its call")
  func cancel() async throws {
    let stream = try await count.stream(["stop": 1_000_000_000])
    let reader = Task {
      var seen = 0
      for try await _ in stream { seen += 1 }
      return seen
    }
    reader.cancel()
    _ = await reader.result
    try await eventually { try await running("engine") == 0 }
  }

  @Test("is one of 32 at the same time")
  func many() async throws {
    let sums = try await withThrowingTaskGroup(of: Int.self) { group in
      for index in 0..<32 {
        group.addTask { try await count.stream(["stop": .int(20 + index)]).collect().compactMap(\.int).reduce(0, +) }
      }
      return try await group.reduce(into: []) { $0.append($1) }
    }
    #expect(sums.sorted() == (20..<52).map { $0 * ($0 - 1) / 2 })
  }
}

@Suite("A call", .serialized)
struct CallTests {
  let blocked = load("fake").function("block")

  @Test("is cancelled with its task", arguments: ["block", "wait"])
  func cancel(_ function: String) async throws {
    let call = Task { try await load("fake").function(function).call() }
    await Task.yield()
    call.cancel()
    await #expect(throws: CancellationError.self) { try await call.value }
  }

  @Test("of a task that was cancelled before does nothing")
  func cancelledBefore() async throws {
    let call = Task {
      while !Task.isCancelled { await Task.yield() }
      return try await OpenAI().embeddings.create(model: "fake", input: "a")
    }
    call.cancel()
    await #expect(throws: CancellationError.self) { try await call.value }
  }

  @Test("is cancelled when its time is up")
  func timeout() async throws {
    let error = try await thrown(APITimeoutError.self) { try await blocked.call(timeout: .milliseconds(20)) }
    #expect(error.message == "Request timed out.")
  }

  @Test("that waits for a thread can be cancelled, and others go on afterwards")
  func line() async throws {
    let calls = (0..<80).map { _ in Task { try await blocked.call() } }
    await #expect(throws: APITimeoutError.self) { try await blocked.call(timeout: .milliseconds(50)) }
    for call in calls { call.cancel() }
    for call in calls { await #expect(throws: CancellationError.self) { try await call.value } }
    #expect(try await load("fake").call(["value": 1]) == ["value": 1])
  }

  @Test("never blocks the threads that all tasks share")
  func cooperative() async throws {
    let calls = (0..<16).map { _ in Task { try await blocked.call() } }
    let turns = await withTaskGroup(of: Int.self) { group in
      for index in 0..<64 { group.addTask { index } }
      return await group.reduce(0) { turns, _ in turns + 1 }
    }
    #expect(turns == 64)
    for call in calls { call.cancel() }
    for call in calls { _ = await call.result }
  }
}

@Suite("A modelet that cannot be loaded")
struct LoadingTests {
  @Test("is a typed error, and the process goes on", arguments: cases("tests/shapes/loading.json"))
  func refused(_ item: Case) async throws {
    let error = try await thrown(APIError.self) { try await load(item.name).call() }
    #expect(error.status == item["status"]?.int)
    #expect(error.code == item["code"]?.string)
    #expect(error.message.contains(try #require(item["words"]?.string)))
  }
}

@Suite("A tensor of an answer", .serialized)
struct AnswerMemoryTests {
  @Test("outlives its call, is no copy, and gives its memory back")
  func lifetime() async throws {
    let embed = load("engine2").function("embed")
    let used = { try await stats("engine2")["memory"]?["used"]?.int ?? -1 }
    var row: Tensor? = try await embed.call(["texts": .list([Value](repeating: "a", count: 1000))]).tensor?.row(10)
    #expect(try await used() >= 24_000)
    let alone: [Float] = try #require(try await embed.call(["texts": ["a"]]).tensor).array()
    #expect(try row?.array(of: Float.self) == alone)
    row = nil
    try await eventually { try await used() == 0 }
  }
}
