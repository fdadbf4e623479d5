/** The demo: search by meaning with `@local/minilm`, and a conversation with `@local/smollm2`. Plain files; any web server will do. */

import { APIUserAbortError, OpenAI } from './modelet.js';
import { IDEAS, NOTES } from './notes.js';

const at = (id) => document.getElementById(id);
const registry = new URLSearchParams(location.search).get('registry') ?? 'models/';
const SHOWN = 6;

/** A client whose downloads are shown in one place of the page. */
function clientWith(load) {
  const files = new Map();
  return new OpenAI({
    registry,
    progress(event) {
      if (event.kind === 'kept') return tellNetwork();
      if (event.kind === 'not-kept') return say(`${event.message}.`);
      files.set(event.file, event);
      const [loaded, total] = ['loaded', 'total'].map((key) => [...files.values()].reduce((sum, file) => sum + file[key], 0));
      load.hidden = loaded === total;
      load.querySelector('progress').value = loaded / total;
      const verb = event.from === 'network' ? 'downloading' : 'reading what was kept';
      load.querySelector('span').textContent = `${verb} ${(loaded / 1e6).toFixed(0)} of ${(total / 1e6).toFixed(0)} MB`;
    },
  });
}

function say(text) {
  at('network').textContent = text;
}

/** What went wrong, with its code: it says what to do. */
function explain(title, error) {
  const dialog = at('problem');
  dialog.dataset.code = error.code ?? error.name;
  dialog.querySelector('h2').textContent = title;
  dialog.querySelector('p').textContent = error.error?.message ?? error.message;
  if (!dialog.open) dialog.showModal();
}

// Search -------------------------------------------------------------------------------------------------------------

async function prepareSearch() {
  const client = clientWith(at('search-load'));
  const embed = async (input, options) => {
    const { data } = await client.embeddings.create({ model: '@local/minilm', input }, options);
    return data.map(({ embedding }) => embedding);
  };
  const began = performance.now();
  const notes = await embed(NOTES);
  const elapsed = performance.now() - began;
  at('search-figures').textContent = `${NOTES.length} notes read, ${(elapsed / 1000).toFixed(2)} s since the page asked`;
  let last = new AbortController();
  const search = async (query) => {
    last.abort();
    last = new AbortController();
    const asked = performance.now();
    try {
      const [vector] = await embed([query], { signal: last.signal });
      show(notes.map((note, index) => ({ text: NOTES[index], score: note.reduce((sum, x, at) => sum + x * vector[at], 0) })));
      at('search-figures').textContent = `answered in ${(performance.now() - asked).toFixed(0)} ms, here`;
    } catch (error) {
      if (!(error instanceof APIUserAbortError)) explain('The search failed', error);
    }
  };
  at('query').addEventListener('input', ({ target }) => target.value.trim() && search(target.value));
  at('ideas').append(
    ...IDEAS.map((idea) => {
      const button = Object.assign(document.createElement('button'), { type: 'button', textContent: idea });
      button.addEventListener('click', () => {
        at('query').value = idea;
        search(idea);
      });
      return button;
    }),
  );
  at('query').disabled = false;
}

function show(results) {
  const best = results.sort((left, right) => right.score - left.score).slice(0, SHOWN);
  at('results').replaceChildren(
    ...best.map(({ text, score }) => {
      const item = document.createElement('li');
      item.style.setProperty('--score', Math.max(score, 0));
      const [note, figure] = [document.createElement('span'), document.createElement('output')];
      note.textContent = text;
      figure.textContent = score.toFixed(2);
      item.append(note, figure);
      return item;
    }),
  );
}

// Conversation -------------------------------------------------------------------------------------------------------

function prepareChat() {
  const client = clientWith(at('chat-load'));
  const messages = [];
  const ready = (isReady) => {
    at('message').disabled = at('send').disabled = !isReady;
    at('send').hidden = !isReady;
    at('stop').hidden = isReady;
  };
  at('chat').addEventListener('submit', async (event) => {
    event.preventDefault();
    const content = at('message').value.trim();
    if (content === '') return;
    at('message').value = '';
    messages.push({ role: 'user', content });
    bubble('user', content);
    ready(false);
    const abort = new AbortController();
    at('stop').onclick = () => abort.abort();
    const answer = bubble('assistant', '');
    answer.classList.add('writing');
    try {
      await stream(client, messages, answer, abort.signal);
    } catch (error) {
      if (!(error instanceof APIUserAbortError)) explain('The answer failed', error);
    }
    answer.classList.remove('writing');
    messages.push({ role: 'assistant', content: answer.textContent });
    ready(true);
    at('message').focus();
  });
  at('stop').hidden = true;
  at('message').disabled = at('send').disabled = false;
}

async function stream(client, messages, answer, signal) {
  const began = performance.now();
  let [first, count] = [0, 0];
  const chunks = await client.chat.completions.create(
    { model: '@local/smollm2', messages: messages.slice(-8), stream: true, max_completion_tokens: 160, temperature: 0.3, seed: 1 },
    { signal },
  );
  for await (const chunk of chunks) {
    const text = chunk.choices[0]?.delta.content;
    if (!text) continue;
    first ||= performance.now();
    count += 1;
    answer.textContent += text;
    at('talk').scrollTop = at('talk').scrollHeight;
    const rate = count > 1 ? `, then ${((count - 1) / ((performance.now() - first) / 1000)).toFixed(0)} pieces a second` : '';
    at('chat-figures').textContent = `first word after ${((first - began) / 1000).toFixed(2)} s${rate}`;
  }
}

function bubble(role, text) {
  const paragraph = Object.assign(document.createElement('p'), { className: role, textContent: text });
  at('talk').append(paragraph);
  at('talk').scrollTop = at('talk').scrollHeight;
  return paragraph;
}

// The page -----------------------------------------------------------------------------------------------------------

async function tellNetwork() {
  const { usage = 0 } = (await navigator.storage?.estimate?.()) ?? {};
  say(`${navigator.onLine ? 'online' : 'offline'} · ${(usage / 1e6).toFixed(0)} MB kept for the next visit`);
}

navigator.serviceWorker?.register('offline.js').catch((error) => console.warn('the page itself will not open offline:', error.message));
prepareChat();
try {
  await prepareSearch();
  await tellNetwork();
} catch (error) {
  explain('The model could not be loaded', error);
}
addEventListener('online', tellNetwork);
addEventListener('offline', tellNetwork);
document.documentElement.dataset.ready = 'true';
