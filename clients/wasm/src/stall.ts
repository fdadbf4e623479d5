/** Servers that go silent: whoever waits for bytes waits for so long, and no longer. */

/** Milliseconds without a byte after which a download has stalled. */
export const STALL_MILLISECONDS = 30_000;

/** No bytes came for that long. */
export class Stalled extends Error {
  constructor(milliseconds: number) {
    super(`no bytes came for ${milliseconds / 1000} seconds`);
    this.name = 'Stalled';
  }
}

/** `fetch` whose answer, and each piece of its body, comes within that time of the one before. Throws `Stalled`. */
export async function fetchAlive(url: string, init: RequestInit | undefined, milliseconds = STALL_MILLISECONDS): Promise<Response> {
  const abort = new AbortController();
  const response = await within(milliseconds, fetch(url, { ...init, signal: abort.signal }), () => abort.abort());
  if (response.body === null) return response;
  const { status, statusText, headers, url: from } = response;
  const watched = new Response(
    alive(response.body, milliseconds, () => abort.abort()),
    { status, statusText, headers },
  );
  return Object.defineProperty(watched, 'url', { value: from });
}

/** The same bytes, which fail once none came for that long. */
export function alive(body: ReadableStream<Uint8Array>, milliseconds: number, stop: () => void): ReadableStream<Uint8Array> {
  const reader = body.getReader();
  return new ReadableStream({
    async pull(controller) {
      const { done, value } = await within(milliseconds, reader.read(), stop);
      if (done) controller.close();
      else controller.enqueue(value);
    },
    cancel: (reason) => reader.cancel(reason),
  });
}

async function within<T>(milliseconds: number, work: Promise<T>, stop: () => void): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const stalled = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Stalled(milliseconds)), milliseconds);
  });
  try {
    return await Promise.race([work, stalled]);
  } catch (error) {
    stop();
    work.catch(() => undefined);
    throw error;
  } finally {
    clearTimeout(timer);
  }
}
