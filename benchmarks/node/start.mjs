// A process whose only work is one vector.
const { OpenAI } = await import(process.argv[2]);

const { data } = await new OpenAI().embeddings.create({ model: 'minilm', input: 'the first vector' });
console.log(data[0].embedding.length);
