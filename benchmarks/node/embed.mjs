// Seconds for the vectors of so many texts, as lists of numbers.
const { OpenAI } = await import(process.argv[2]);

const client = new OpenAI();
const input = Array.from({ length: Number(process.argv[3]) }, (_, number) => `a text of some words, and the number ${number} in it`);
await client.embeddings.create({ model: 'minilm', input: input.slice(0, 1) });
const started = performance.now();
const { data } = await client.embeddings.create({ model: 'minilm', input });
const vectors = data.map(({ embedding }) => embedding);
if (vectors[0].length !== 384) throw new Error('these are no vectors');
console.log((performance.now() - started) / 1e3);
