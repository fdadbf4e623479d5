/** Names of modelets: one grammar, one canonical form (resolver/SPEC.md, "Names"). */

import { ResolverError } from './errors.js';

export const DEFAULT_OWNER = 'local';
export const DEFAULT_TAG = 'latest';
const LONGEST_NAME = 512;

const COMPONENT = /^[a-z0-9](?:[a-z0-9]|[._](?=[a-z0-9])|__(?=[a-z0-9])|-+(?=[a-z0-9]))*$/;
const TAG = /^[A-Za-z0-9_][A-Za-z0-9._-]{0,127}$/;
const DIGEST = /^sha256:[0-9a-f]{64}$/;
const DEVICE = /^(?:con|prn|aux|nul|com[0-9]|lpt[0-9])$/;
const LABEL = /^[a-z0-9](?:[a-z0-9-]*[a-z0-9])?$/;
const NOT_PRINTABLE = /[\p{C}\p{Zl}\p{Zp}]|(?! )\p{Zs}/u;
const RESERVED_OWNER = 'blobs'; // a registry keeps its blobs under that name
const FORMS =
  'Names look like minilm, @owner/name, @owner/name:tag, @owner/name@sha256:<64 hexadecimal digits>, or are the path of a layout folder';

/** A parsed name. Either `path` is set (a layout folder), or `owner` and `name` are, with a tag, a digest or both. */
export class Reference {
  readonly owner: string;
  readonly name: string;
  readonly tag: string | undefined;
  readonly digest: string | undefined;
  readonly host: string | undefined;
  readonly path: string | undefined;

  constructor(parts: { owner?: string; name?: string; tag?: string; digest?: string; host?: string; path?: string }) {
    this.owner = parts.owner ?? '';
    this.name = parts.name ?? '';
    this.tag = parts.tag;
    this.digest = parts.digest;
    this.host = parts.host;
    this.path = parts.path;
  }

  /** The name without tag and digest: `@owner/name`, or `host/owner/name`, or the path. */
  get repository(): string {
    if (this.path !== undefined) return this.path;
    return this.host === undefined ? `@${this.owner}/${this.name}` : `${this.host}/${this.owner}/${this.name}`;
  }

  /** The canonical form: two texts name the same artifact exactly if their canonical forms are equal. */
  toString(): string {
    const tag = this.tag === undefined ? '' : `:${this.tag}`;
    const digest = this.digest === undefined ? '' : `@${this.digest}`;
    return `${this.repository}${tag}${digest}`;
  }
}

/** Parses a name or a path; `isLayout` says whether a text is the path of a folder with an `index.json`. Throws `invalid_name`. */
export function parse(text: string, isLayout: (text: string) => boolean): Reference {
  return isPath(text, isLayout) ? new Reference({ path: text }) : parseName(text);
}

function isPath(text: string, isLayout: (text: string) => boolean): boolean {
  if (text === '' || text.startsWith('@') || text.includes('://') || NOT_PRINTABLE.test(text)) return false;
  if ('./~'.includes(text.charAt(0)) || text.includes('\\') || text.slice(1, 3) === ':/') return true;
  if (isLayout(text)) return true;
  const slash = text.indexOf('/');
  return slash >= 0 && !(looksLikeHost(text.slice(0, slash)) && text.includes('/', slash + 1));
}

function looksLikeHost(text: string): boolean {
  return text.includes('.') || text.includes(':') || text === 'localhost';
}

function parseName(text: string): Reference {
  if (text === '' || text.length > LONGEST_NAME || !/^[\x00-\x7f]*$/.test(text)) {
    throw invalid(text, 'it is empty, longer than 512 characters, or not ASCII');
  }
  if (text.includes('://')) throw invalid(text, 'it is a URL. A URL goes where a registry is named (MODELET_REGISTRY)');
  const [rest, digest] = splitDigest(text);
  const colon = rest.indexOf(':', rest.lastIndexOf('/') + 1);
  const tag = colon < 0 ? undefined : rest.slice(colon + 1);
  if (tag !== undefined && !isTag(tag)) {
    throw invalid(text, `the tag '${tag}' is not 1 to 128 letters, digits, '_', '.' or '-', beginning with none of '.-'`);
  }
  const { host, owner, name } = splitRepository(text, colon < 0 ? rest : rest.slice(0, colon));
  for (const component of [owner, name]) {
    if (!isComponent(component)) {
      throw invalid(text, `'${component}' is not letters and digits joined by single '.', '_' or '-', or it is a reserved word`);
    }
  }
  if (owner === RESERVED_OWNER) throw invalid(text, `the owner '${owner}' is a reserved word`);
  const chosen = tag ?? (digest === undefined ? DEFAULT_TAG : undefined);
  return new Reference({
    owner,
    name,
    ...(chosen !== undefined && { tag: chosen }),
    ...(digest !== undefined && { digest }),
    ...(host !== undefined && { host }),
  });
}

function splitDigest(text: string): [string, string | undefined] {
  const at = text.lastIndexOf('@');
  if (at <= 0) return [text, undefined];
  const digest = text.slice(at + 1);
  if (!isDigest(digest)) throw invalid(text, "what follows '@' is not sha256: and 64 lower-case hexadecimal digits");
  return [text.slice(0, at), digest];
}

function splitRepository(text: string, repository: string): { host?: string; owner: string; name: string } {
  const [first = '', second = '', third = '', ...more] = repository.toLowerCase().split('/');
  const count = repository.split('/').length;
  if (repository.startsWith('@')) {
    if (count !== 2) throw invalid(text, "'@' is followed by one owner, '/', and one name");
    return { owner: first.slice(1), name: second };
  }
  if (count === 1) return { owner: DEFAULT_OWNER, name: first };
  if (count !== 3 || more.length > 0 || !isHost(first)) throw invalid(text, 'a name with a host is host/owner/name');
  return { host: first, owner: second, name: third };
}

function isHost(text: string): boolean {
  const colon = text.indexOf(':');
  if (colon >= 0) {
    const port = text.slice(colon + 1);
    if (!/^[0-9]+$/.test(port) || Number(port) <= 0 || Number(port) >= 65536) return false;
  }
  const name = colon < 0 ? text : text.slice(0, colon);
  return name.split('.').every((label) => LABEL.test(label));
}

/** Whether a text can be an owner or a name, lower case already. */
export function isComponent(text: string): boolean {
  return text.length <= 128 && COMPONENT.test(text) && !DEVICE.test(beforeDot(text));
}

/** Whether a text can be a tag; case counts. */
export function isTag(text: string): boolean {
  return TAG.test(text);
}

/** Whether a value is `sha256:` and 64 lower-case hexadecimal digits, and so is safe to become a path. */
export function isDigest(value: unknown): value is string {
  return typeof value === 'string' && DIGEST.test(value);
}

/** Whether a value is one path component that every file system takes: what files in a manifest must be called. */
export function isFileName(value: unknown): value is string {
  if (typeof value !== 'string' || value === '' || NOT_PRINTABLE.test(value) || new TextEncoder().encode(value).length > 255) return false;
  return !/[/\\:*?"<>|]|[. ]$/.test(value) && !DEVICE.test(beforeDot(value).toLowerCase());
}

function beforeDot(text: string): string {
  return text.split('.', 1)[0] ?? '';
}

function invalid(text: string, reason: string): ResolverError {
  const short = text.length <= 120 ? text : `${text.slice(0, 120)}…`;
  return new ResolverError('invalid_name', `${JSON.stringify(short)} is not a name: ${reason}. ${FORMS}.`);
}
