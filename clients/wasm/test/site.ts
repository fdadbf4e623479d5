/** A web server of the demo, the package and a registry, on loopback, and a browser to look at it. */

import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import { type Browser, chromium } from 'playwright-core';
import { REGISTRY, ROOT } from './vectors.js';

const PACKAGE = new URL('clients/wasm/', ROOT);
const TYPES: Readonly<Record<string, string>> = { html: 'text/html', js: 'text/javascript', css: 'text/css', json: 'application/json' };
const FOLDERS: readonly (readonly [path: string, folder: URL])[] = [
  ['/models/', REGISTRY],
  ['/test/', new URL('build/', PACKAGE)],
  ['/', new URL('dist/', PACKAGE)],
  ['/', new URL('demo/', PACKAGE)],
];

/** Changes what the server does with one request; true when it has answered. `range` is the header of that name. */
export type Interception = (path: string, response: ServerResponse, range: string | undefined) => boolean;

export interface Site {
  readonly url: string;
  /** Paths asked for, in order. */
  readonly asked: string[];
  intercept: Interception | undefined;
  close(): Promise<void>;
}

export async function startSite(): Promise<Site> {
  const site = { asked: [] as string[], intercept: undefined as Interception | undefined };
  const server = createServer((request, response) => void answer(request, response, site));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return Object.assign(site, { url: `http://localhost:${port}/`, close: () => close(server) });
}

async function answer(request: IncomingMessage, response: ServerResponse, site: Omit<Site, 'url' | 'close'>): Promise<void> {
  const path = new URL(request.url ?? '/', 'http://localhost').pathname;
  site.asked.push(path);
  if (site.intercept?.(path, response, request.headers.range)) return;
  for (const [prefix, folder] of FOLDERS) {
    if (!path.startsWith(prefix)) continue;
    const file = fileURLToPath(new URL(`.${path.slice(prefix.length - 1)}${path.endsWith('/') ? 'index.html' : ''}`, folder));
    const status = await stat(file).catch(() => undefined);
    if (!status?.isFile()) continue;
    const type = TYPES[file.split('.').at(-1) ?? ''] ?? 'application/octet-stream';
    send(file, status.size, type, request.headers.range, response);
    return;
  }
  response.writeHead(404).end();
}

function send(file: string, size: number, type: string, range: string | undefined, response: ServerResponse): void {
  const start = Number(/^bytes=([0-9]+)-$/.exec(range ?? '')?.[1] ?? 0);
  const part = start > 0 ? { 'content-range': `bytes ${start}-${size - 1}/${size}` } : {};
  response.writeHead(start > 0 ? 206 : 200, { 'content-type': type, 'content-length': size - start, ...part });
  createReadStream(file, { start }).pipe(response);
}

function close(server: Server): Promise<void> {
  server.closeAllConnections();
  return new Promise((resolve) => server.close(() => resolve()));
}

/** Debian's Chromium, without what it would do by itself. */
export function startBrowser(): Promise<Browser> {
  const quiet = ['--disable-quic', '--no-first-run', '--disable-background-networking', '--disable-component-update', '--disable-sync'];
  return chromium.launch({
    executablePath: process.env.MODELET_CHROMIUM ?? '/usr/bin/chromium',
    args: ['--no-sandbox', '--disable-gpu', ...quiet],
  });
}
