import Foundation
import Testing

@testable import Modelet

private let client = OpenAI()

@Suite("A shared request gives what every language gets")
struct ShapeTests {
  @Test(arguments: cases("tests/shapes/endpoints.json") + cases("tests/shapes/chat.json"))
  func request(_ shape: Case) async throws {
    var (answer, steps, refused): (JSON?, [JSON], APIError?) = (nil, [], nil)
    do {
      let body = try #require(shape["body"])
      switch shape["endpoint"] {
      case "embeddings": answer = try JSON(encoding: try await client.embeddings.create(body: body))
      case _ where body["stream"] == true:
        for try await chunk in try await client.chat.completions.stream(body: body) { steps.append(try JSON(encoding: chunk)) }
      default: answer = try JSON(encoding: try await client.chat.completions.create(body: body))
      }
    } catch let error as APIError {
      refused = error
    }
    #expect(refused.map(described) == shape["error"])
    #expect(refused?.status == shape["status"]?.int)
    #expect(steps.map { plain(withoutIdentity($0)) } == (shape["steps"]?.array ?? []).map(plain))
    #expect(answer.map { plain(withoutIdentity($0)) } == shape["answer"].map(plain))
  }
}

@Suite("Embeddings")
struct EmbeddingTests {
  @Test("are floats, and one tensor over the same memory")
  func vectors() async throws {
    let response = try await client.embeddings.create(model: "fake", input: ["a", "b"])
    #expect(response.data.map(\.embedding) == [[0, 1, 2], [1, 1, 2]])
    let tensor = try #require(response.tensor)
    #expect(tensor.dtype == "float32")
    #expect(tensor.shape == [2, 3])
    #expect(try tensor.row(1)?.array(of: Float.self) == [1, 1, 2])
  }

  @Test("as base64 are floats too, without a tensor")
  func base64() async throws {
    let response = try await client.embeddings.create(EmbeddingCreateParams(model: "fake", input: .text("a"), encodingFormat: .base64))
    #expect(response.data[0].base64 == "AAAAAAAAgD8AAABA")
    #expect(response.data[0].embedding == [0, 1, 2])
    #expect(response.tensor == nil)
  }

  @Test("of a sentence model are of length 1, and near where the meaning is")
  func sentences() async throws {
    let response = try await client.embeddings.create(model: "@local/minilm", input: ["a cat", "a kitten", "an invoice"])
    let vectors = response.data.map(\.embedding)
    let dot: (Int, Int) -> Float = { zip(vectors[$0], vectors[$1]).map(*).reduce(0, +) }
    #expect(abs(dot(0, 0) - 1) < 1e-5)
    #expect(dot(0, 1) > dot(0, 2) + 0.2)
  }
}
