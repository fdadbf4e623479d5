import Foundation
import LinkedFake
import Testing

@testable import Modelet

@Suite("A modelet that is linked into the program")
struct LinkedTests {
  init() throws { try link(modelet_linked_functions()) }

  @Test("is found by the name in its manifest", arguments: ["@local/linked", "linked", "linked:latest"])
  func name(_ name: String) async throws {
    let answer = try await OpenAI().embeddings.create(model: name, input: ["a", "b"])
    #expect(answer.data.map(\.embedding) == [[0, 1, 2], [1, 1, 2]])
    #expect(try await load(name).call(["value": ["a": 1]]) == ["value": ["a": 1]])
  }

  @Test("stands beside those of the registries")
  func beside() async throws {
    let ids = try await OpenAI().models.list().map(\.id)
    #expect(ids.contains("@local/linked"))
    #expect(ids.contains("@local/fake"))
    #expect(try await OpenAI().models.retrieve("linked").ownedBy == "local")
    let value: Value = ["value": 1]
    #expect(try await load("linked").call(["value": 1]) == value)
    #expect(try await load("fake").call(["value": 1]) == value)
  }

  @Test("streams, and is cancelled")
  func stream() async throws {
    var values = try await load("linked").function("count").stream().makeAsyncIterator()
    for expected in 0..<3 { #expect(try await values.next() == .int(expected)) }
    let blocked = Task { try await load("linked").function("block").call() }
    blocked.cancel()
    await #expect(throws: CancellationError.self) { try await blocked.value }
  }

  @Test("of another ABI version is refused")
  func version() throws {
    var functions = modelet_linked_functions()
    functions.manifest = { UnsafePointer(strdup("{\"abi\":7,\"name\":\"@local/future\"}")) }
    let error = try thrown(UnprocessableEntityError.self) { try link(functions) }
    #expect(error.code == "abi_mismatch")
  }
}
