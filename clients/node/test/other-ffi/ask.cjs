/** ask LIBRARY OPTIONS REQUEST: opens a modelet through ffi-napi, asks it once, and prints its manifest and what it answers, a JSON text a line. */

const ffi = require('@2060.io/ffi-napi');
const ref = require('@2060.io/ref-napi');

const [path, options, request] = process.argv.slice(2);
const modelet = ffi.Library(path, {
  modelet_manifest: ['string', []],
  modelet_open: ['int', ['string', 'pointer', 'pointer', 'pointer']],
  modelet_start: ['int', ['pointer', 'pointer', 'pointer', 'pointer']],
  modelet_next: ['int', ['pointer', 'pointer']],
  modelet_finish: ['void', ['pointer']],
  modelet_close: ['void', ['pointer']],
  modelet_release: ['void', ['pointer']],
});

// modelet.h: offsets are the same on every target.
const [OK, MESSAGE, END, PENDING] = [0, 1, 2, 3];
const MESSAGE_BYTES = 40;

function newMessage() {
  const message = Buffer.alloc(MESSAGE_BYTES);
  message.writeUInt32LE(MESSAGE_BYTES, 0);
  return message;
}

function take(message) {
  const text = ref.readPointer(message, 8, Number(message.readBigUInt64LE(16))).toString('utf8');
  modelet.modelet_release(message);
  return text;
}

function check(status, error) {
  if (status !== OK) throw new Error(take(error));
}

console.log(JSON.stringify(JSON.parse(modelet.modelet_manifest()))); // in one line
const [instance, call, message] = [Buffer.alloc(8), Buffer.alloc(8), newMessage()];
check(modelet.modelet_open(options, ref.NULL, instance, message), message);
const text = Buffer.from(request);
const asked = newMessage();
ref.writePointer(asked, 8, text);
asked.writeBigUInt64LE(BigInt(text.length), 16);
const opened = ref.readPointer(instance, 0, 1);
check(modelet.modelet_start(opened, asked, call, message), message);
const running = ref.readPointer(call, 0, 1);
for (let status = PENDING; status !== END; ) {
  const answer = newMessage();
  status = modelet.modelet_next(running, answer);
  if (status === MESSAGE) console.log(take(answer));
  else if (status !== END && status !== PENDING) throw new Error(take(answer));
}
modelet.modelet_finish(running);
modelet.modelet_close(opened);
