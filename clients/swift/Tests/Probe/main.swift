// What the tests run in a process of its own.
import Foundation
import Modelet

switch CommandLine.arguments.last {
case "ends":  // while a stream and calls are open
  let stream = try await load("engine").function("count").stream(["stop": 1_000_000_000])
  for _ in 0..<8 { Task { try await load("engine").function("work").call() } }
  for try await value in stream where value == 5 {
    print("open")
    exit(7)
  }
case "forgets":  // a stream that nobody reads
  _ = try await load("engine").function("count").stream(["stop": 1_000_000_000])
  print("open")
case "shares":  // several modelets one pool
  for name in ["fake", "engine", "minilm", "engine2"] { _ = try await OpenAI().embeddings.create(model: name, input: ["a", "b"]) }
  print("shared")
case "verifies":  // weights that nobody has verified before, in a registry that is not home's
  print(try await OpenAI().embeddings.create(model: "minilm", input: "a").data[0].embedding.count)
default: exit(2)
}
