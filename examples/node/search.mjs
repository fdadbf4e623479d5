// Semantic search in this process: `make demo` compiles the model, then `npm install modelet && node search.mjs "a question"`.
import { OpenAI } from 'modelet';

const DOCUMENTS = [
  'To reset your password, open Settings and choose Security.',
  'Orders above fifty euros are delivered free of charge.',
  'The battery lasts about eleven hours of video playback.',
  'Returns are accepted within thirty days of delivery.',
];
const query = process.argv[2] ?? 'I forgot my login credentials';

const answer = await new OpenAI().embeddings.create({ model: '@local/minilm', input: [query, ...DOCUMENTS] });
const vectors = answer.toTensor();
const asked = vectors.row(0).data;

const found = DOCUMENTS.map((text, index) => ({ text, score: vectors.row(index + 1).data.reduce((sum, value, at) => sum + value * asked[at], 0) }));
for (const { text, score } of found.sort((left, right) => right.score - left.score)) console.log(score.toFixed(3), text);
