import Foundation
import Testing

@testable import Modelet

private let client = OpenAI()

private func says(_ text: String, _ change: (inout ChatCompletionCreateParams) -> Void = { _ in }) -> ChatCompletionCreateParams {
  var params = ChatCompletionCreateParams(model: "chat", messages: [.user(text)])
  change(&params)
  return params
}

@Suite("A request of Swift types")
struct RequestTests {
  /// Fields of the shared requests that have no property: they are passed by `extraBody`.
  static let untyped: Set = ["documents", "metadata", "parallel_tool_calls", "service_tier", "shout", "store"]
  static let bodies = (cases("tests/shapes/endpoints.json") + cases("tests/shapes/chat.json")).filter { $0["error"] == nil }

  @Test("says what the shared request says", arguments: bodies)
  func params(_ shape: Case) throws {
    var body = try #require(shape["body"]?.object)
    let data = Data(JSON.object(body).text.utf8)
    body["stream"] = nil
    let isChat = shape["endpoint"] == "chat.completions"
    let encoded =
      isChat
      ? try JSON(encoding: JSONDecoder().decode(ChatCompletionCreateParams.self, from: data))
      : try JSON(encoding: JSONDecoder().decode(EmbeddingCreateParams.self, from: data))
    let unknown = body.members.filter { encoded[$0.key] == nil && $0.value != .null }.map(\.key)
    #expect(Set(unknown).isSubset(of: Self.untyped))
    for (key, value) in encoded.object?.members ?? [] { #expect(plain(value) == body[key].map(plain)) }
  }

  @Test("passes fields that only the function knows")
  func extra() async throws {
    let params = ChatCompletionCreateParams(model: "words", messages: [.user("one two")], temperature: 0.5)
    let answer = try await client.chat.completions.create(params, extraBody: ["shout": true])
    #expect(answer.choices[0].message.content == "ONE TWO (0.5)")
  }

  @Test("is refused with the class and the fields of the official SDKs")
  func refusal() async throws {
    let error = try await thrown(BadRequestError.self) { try await client.embeddings.create(model: "fake", input: [String]()) }
    #expect(error.message == "400 input must be 1 to 2048 items")
    #expect(error.status == 400)
    #expect(
      error.error == ErrorObject("input must be 1 to 2048 items", type: "invalid_request_error", code: "invalid_input", param: "input"))
    let unknown = try await thrown(NotFoundError.self) { try await client.models.retrieve("fakke") }
    #expect(unknown.message.contains("Did you mean @local/fake"))
    let endpoint = try await thrown(NotFoundError.self) {
      try await client.chat.completions.create(model: "engine", messages: [.user("a")])
    }
    #expect(endpoint.code == "unknown_endpoint")
  }

  @Test("of ten megabytes passes")
  func large() async throws {
    #expect(try await client.embeddings.create(model: "fake", input: String(repeating: "x", count: 10_000_000)).data.count == 1)
  }

  @Test("is one of 400 large ones at the same time")
  func many() async throws {
    let input = String(repeating: "x", count: 20_000)
    let count = try await withThrowingTaskGroup(of: Int.self) { group in
      for _ in 0..<400 { group.addTask { try await client.embeddings.create(model: "fake", input: input).data.count } }
      return try await group.reduce(0, +)
    }
    #expect(count == 400)
  }

  @Test("gives the same alone, together and beside others")
  func independence() async throws {
    let texts = (0..<64).map { "text \($0)" }
    let together = try await client.embeddings.create(model: "engine", input: texts).data.map(\.embedding)
    let alone = try await withThrowingTaskGroup(of: (Int, [Float]).self) { group in
      for (index, text) in texts.enumerated() {
        group.addTask { (index, try await client.embeddings.create(model: "engine", input: text).data[0].embedding) }
      }
      return try await group.reduce(into: [Int: [Float]]()) { $0[$1.0] = $1.1 }
    }
    #expect(texts.indices.map { alone[$0] } == together)
  }
}

@Suite("A chat completion")
struct ChatTests {
  @Test("has the official fields")
  func fields() async throws {
    let params = says("Hel|lo |wor|ld") { ($0.logprobs, $0.topLogprobs, $0.n) = (true, 2, 2) }
    let answer = try await client.chat.completions.create(params)
    #expect(answer.object == "chat.completion")
    #expect(answer.model == "chat")
    #expect(answer.choices.map(\.index) == [0, 1])
    #expect(answer.usage?.totalTokens == 14 + 8)
    let choice = answer.choices[1]
    #expect(choice.finishReason == "stop")
    #expect(choice.message.role == "assistant")
    #expect(choice.message.content == "Hello world")
    let token = try #require(choice.logprobs?.content?.first)
    #expect(token.token == "Hel")
    #expect(token.bytes == [72, 101, 108])
    #expect(token.logprob == -0.5)
    #expect(token.topLogprobs.map(\.logprob) == [-0.5, -1])
  }

  @Test("calls tools, and goes on with what they gave")
  func tools() async throws {
    let text = "<tool_call>|{\"name\": \"weather\", |\"arguments\": {\"city\": \"Bern\"}}\n</tool_|call>"
    let parameters: JSON = ["type": "object", "properties": ["city": ["type": "string"]]]
    var params = says(text) { $0.tools = [ChatCompletionTool(name: "weather", parameters: parameters)] }
    let choice = try await client.chat.completions.create(params).choices[0]
    #expect(choice.finishReason == "tool_calls")
    let call = try #require(choice.message.toolCalls?.first)
    #expect(call.function?.name == "weather")
    #expect(call.function?.arguments == "{\"city\":\"Bern\"}")
    params.messages += [
      ChatCompletionMessageParam(choice.message), .tool("18 degrees", toolCallID: try #require(call.id)), .user("thanks"),
    ]
    #expect(try await client.chat.completions.create(params).choices[0].message.content == "thanks")
  }

  @Test("takes messages whose content is parts")
  func parts() async throws {
    let messages: [ChatCompletionMessageParam] = [
      .system([.text("Be brief."), .text("Be kind.")]), .user([.text("Hi")]), .assistant([.text("Yes?"), .refusal("Not that.")]),
      .tool([.text("18")], toolCallID: "1"), .user("arguments"),
    ]
    #expect(try JSONDecoder().decode([ChatCompletionMessageParam].self, from: JSONEncoder().encode(messages)) == messages)
    let said = try await client.chat.completions.create(model: "chat", messages: messages).choices[0].message.content ?? ""
    let heard = try JSON(parsing: said)["messages"]?.array?.map { $0["content"]?.string ?? "" }
    #expect(heard == ["Be brief.\nBe kind.", "Hi", "Yes?\nNot that.", "18", "arguments"])
    let image = try await thrown(BadRequestError.self) {
      try await client.chat.completions.create(model: "chat", messages: [.user([.text("a"), .imageURL("data:image/png;base64,")])])
    }
    #expect(image.param == "messages[0].content[1]")
  }

  @Test("comes in chunks that make the whole")
  func chunks() async throws {
    let params = says("one| two| three") { $0.streamOptions = StreamOptions(includeUsage: true) }
    let chunks = try await client.chat.completions.stream(params).collect()
    #expect(chunks.compactMap { $0.choices.first?.delta.content }.joined() == "one two three")
    #expect(chunks.first?.choices.first?.delta.role == "assistant")
    #expect(chunks.compactMap { $0.choices.first?.finishReason } == ["stop"])
    #expect(chunks.last?.usage?.completionTokens == 3)
  }

  @Test("tells of an error before the first chunk, and of one in the middle")
  func errors() async throws {
    _ = try await thrown(BadRequestError.self) { try await client.chat.completions.stream(says("a") { $0.temperature = 9 }) }
    var said = ""
    do {
      for try await chunk in try await client.chat.completions.stream(says("a|boom")) { said += chunk.choices.first?.delta.content ?? "" }
      Issue.record("the stream just ended")
    } catch let error as APIError {
      #expect(said == "a")
      #expect(error.code == "ValueError")
      #expect(error.status == nil)
    }
  }

  @Test("is one of 32 streams, each its own")
  func many() async throws {
    let texts = (0..<32).map { String(repeating: "\($0)|", count: 20) }
    let said = try await withThrowingTaskGroup(of: (Int, String).self) { group in
      for (index, text) in texts.enumerated() {
        group.addTask {
          let chunks = try await client.chat.completions.stream(model: "chat", messages: [.user(text)]).collect()
          return (index, chunks.compactMap { $0.choices.first?.delta.content }.joined())
        }
      }
      return try await group.reduce(into: [Int: String]()) { $0[$1.0] = $1.1 }
    }
    #expect(texts.indices.map { said[$0] } == texts.map { $0.replacingOccurrences(of: "|", with: "") })
  }

  @Test("that has no end is left, cancelled or late")
  func endless() async throws {
    let endless = says("endless")
    var seen = 0
    for try await _ in try await client.chat.completions.stream(endless) {
      seen += 1
      if seen == 5 { break }
    }
    #expect(seen == 5)
    _ = try await thrown(APITimeoutError.self) { try await client.chat.completions.create(endless, timeout: .milliseconds(20)) }
    let call = Task { try await client.chat.completions.create(endless) }
    call.cancel()
    await #expect(throws: CancellationError.self) { try await call.value }
  }
}

@Suite("A completion")
struct CompletionTests {
  @Test("goes on with a text, or with token ids")
  func create() async throws {
    let answer = try await client.completions.create(model: "chat", prompt: "one| two")
    #expect(answer.object == "text_completion")
    #expect(answer.choices[0].text == "one two")
    #expect(answer.choices[0].finishReason == "stop")
    let ids = try await client.completions.create(CompletionCreateParams(model: "chat", prompt: .tokens([2, 3])))
    #expect(ids.choices[0].text == "ab")
  }

  @Test("comes in parts")
  func stream() async throws {
    let parts = try await client.completions.stream(model: "chat", prompt: "one| two").collect()
    #expect(parts.compactMap { $0.choices.first?.text }.joined() == "one two")
  }
}

@Suite("A response")
struct ResponseTests {
  @Test("has its text, items and usage")
  func create() async throws {
    let response = try await client.responses.create(model: "chat", input: "one| two")
    #expect(response.object == "response")
    #expect(response.status == "completed")
    #expect(response.outputText == "one two")
    #expect(response.output.map(\.type) == ["message"])
    #expect(response.usage?.outputTokens == 2)
    let items: [JSON] = [["role": "user", "content": "three"]]
    let other = try await client.responses.create(ResponseCreateParams(model: "chat", input: .items(items), maxOutputTokens: 9))
    #expect(other.outputText == "three")
  }

  @Test("comes in events")
  func stream() async throws {
    let events = try await client.responses.stream(model: "chat", input: "one| two").collect()
    #expect(events.first?.type == "response.created")
    #expect(events.last?.type == "response.completed")
    #expect(events.filter { $0.type == "response.output_text.delta" }.compactMap(\.delta).joined() == "one two")
  }
}

@Suite("The models")
struct ModelTests {
  @Test("are listed and retrieved")
  func models() async throws {
    let page = try await client.models.list()
    #expect(page.map(\.id).contains("@local/minilm"))
    #expect(page.object == "list")
    let model = try await client.models.retrieve("@local/fake")
    #expect(model.object == "model")
    #expect(model.ownedBy == "local")
    #expect(model.created > 0)
  }
}
