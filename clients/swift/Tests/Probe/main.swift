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
case "maps", "copies":  // the weights
  let client = OpenAI(Options(copiesWeights: CommandLine.arguments.last == "copies"))
  let answer = try await client.embeddings.create(model: "minilm", input: "a").data[0].embedding
  print(answer.count, try mapsLargeFile() ? "mapped" : "copied")
default: exit(2)
}

/// Whether a blob of more than ten megabytes is mapped into this process, as Linux says.
func mapsLargeFile() throws -> Bool {
  try String(contentsOfFile: "/proc/self/maps", encoding: .utf8).split(separator: "\n").contains { line in
    let bounds = line.prefix { $0 != " " }.split(separator: "-").compactMap { UInt64($0, radix: 16) }
    return line.contains("/blobs/") && bounds.count == 2 && bounds[1] - bounds[0] > 10_000_000
  }
}
