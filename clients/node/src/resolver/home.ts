/** Where things are: MODELET_HOME and the registries, in the order in which they are asked. */

import { homedir } from 'node:os';
import { join, resolve } from 'node:path';
import { ResolverError } from './errors.js';

/** MODELET_HOME, or the user's cache folder of the platform. Not created here. */
export function home(): string {
  const chosen = process.env.MODELET_HOME;
  if (chosen) return resolve(expandUser(chosen));
  switch (process.platform) {
    case 'darwin':
      return join(homedir(), 'Library', 'Caches', 'modelet');
    case 'win32':
      return join(process.env.LOCALAPPDATA ?? join(homedir(), 'AppData', 'Local'), 'modelet', 'modelet', 'Cache');
  }
  return join(process.env.XDG_CACHE_HOME?.trim() || join(homedir(), '.cache'), 'modelet');
}

/** A path whose leading `~` is the user's folder. */
export function expandUser(path: string): string {
  return path === '~' || path.startsWith('~/') ? join(homedir(), path.slice(1)) : path;
}

/** Folders to ask, in order: the explicit one alone if given, else MODELET_REGISTRY and then the local one. */
export function registries(explicit?: string): string[] {
  if (explicit !== undefined) return [folder(explicit)];
  const configured = process.env.MODELET_REGISTRY;
  const local = join(home(), 'registry');
  return configured && folder(configured) !== local ? [folder(configured), local] : [local];
}

function folder(text: string): string {
  if (text.includes('://')) {
    throw new ResolverError('unsupported_registry', `The registry ${text} is remote. This version reads registries that are folders.`);
  }
  if (text === '' || text.includes('\0')) {
    throw new ResolverError('invalid_option', `${JSON.stringify(text)} is not the path of a registry folder.`);
  }
  return resolve(expandUser(text));
}
