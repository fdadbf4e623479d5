// Semantic search in this process: `make demo` compiles the model, then `swift run search "a question"`.
import Modelet

let documents = [
  "To reset your password, open Settings and choose Security.",
  "Orders above fifty euros are delivered free of charge.",
  "The battery lasts about eleven hours of video playback.",
  "Returns are accepted within thirty days of delivery.",
]
let query = CommandLine.arguments.dropFirst().first ?? "I forgot my login credentials"

let answer = try await OpenAI().embeddings.create(model: "@local/minilm", input: [query] + documents)
let vectors = answer.data.map(\.embedding)

let found = zip(documents, vectors.dropFirst()).map { (text: $0, score: zip($1, vectors[0]).map(*).reduce(0, +)) }
for (text, score) in found.sorted(by: { $0.score > $1.score }) { print(Int((score * 1000).rounded()), text) }
