/**
 * What a library may ask of its host, in WASI's terms: the time, random bytes, and lines for the log. There are no files, no network, no
 * environment and no arguments here to be had.
 */

const SUCCESS = 0;
const BAD_DESCRIPTOR = 8;
const NOT_SUPPORTED = 52;
const MONOTONIC = 1;
const STDERR = 2;

/** The functions of `wasi_snapshot_preview1` over a memory that exists once the library is instantiated. */
export function wasi(memory: () => WebAssembly.Memory, log: (text: string) => void): Record<string, (...values: never[]) => number> {
  const view = () => new DataView(memory().buffer);
  const functions: Record<string, (...values: never[]) => number> = {
    clock_time_get(clock: number, _precision: bigint, out: number) {
      const milliseconds = clock === MONOTONIC ? performance.now() : Date.now();
      view().setBigUint64(out, BigInt(Math.round(milliseconds * 1e6)), true);
      return SUCCESS;
    },
    random_get(address: number, bytes: number) {
      for (let at = 0; at < bytes; at += 65536) {
        const part = new Uint8Array(Math.min(65536, bytes - at));
        crypto.getRandomValues(part);
        new Uint8Array(memory().buffer).set(part, address + at);
      }
      return SUCCESS;
    },
    fd_write(descriptor: number, pieces: number, count: number, written: number) {
      if (descriptor !== STDERR) return BAD_DESCRIPTOR;
      const [table, decoder] = [view(), new TextDecoder()];
      let [text, total] = ['', 0];
      for (let index = 0; index < count; index += 1) {
        const [address, bytes] = [table.getUint32(pieces + 8 * index, true), table.getUint32(pieces + 8 * index + 4, true)];
        text += decoder.decode(new Uint8Array(memory().buffer, address, bytes), { stream: true });
        total += bytes;
      }
      log(text.trimEnd());
      table.setUint32(written, total, true);
      return SUCCESS;
    },
    environ_sizes_get(count: number, bytes: number) {
      view().setUint32(count, 0, true);
      view().setUint32(bytes, 0, true);
      return SUCCESS;
    },
    environ_get: () => SUCCESS,
    sched_yield: () => SUCCESS,
    proc_exit() {
      throw new WebAssembly.RuntimeError('the library ended itself');
    },
    fd_prestat_get: () => BAD_DESCRIPTOR,
    fd_close: () => BAD_DESCRIPTOR,
  };
  return new Proxy(functions, { get: (known, name: string) => known[name] ?? (() => NOT_SUPPORTED) });
}
