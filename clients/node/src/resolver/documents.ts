/**
 * The documents of an artifact: `index.json` → index → one manifest per variant → files (resolver/SPEC.md, "Artifact").
 *
 * Whatever a document says is checked here before anybody uses it; nothing it names becomes a path unchecked. Pure: `path` only names
 * a document in errors, and where its bytes come from is the caller's.
 */

import { JsonFloat, type JsonValue, parseExactly } from '../json.js';
import { malformed, shown } from './errors.js';
import { DEFAULT_TAG, isDigest, isFileName, isTag } from './names.js';

export const LARGEST_DOCUMENT = 4 * 2 ** 20; // index.json, indexes, manifests and config blobs
export const LARGEST_LIBRARY = 4 * 2 ** 30;
export const LARGEST_WEIGHTS = 2 ** 46;

export type Json = { [key: string]: JsonValue };

export const INDEX_TYPE = 'application/vnd.oci.image.index.v1+json';
export const MANIFEST_TYPE = 'application/vnd.oci.image.manifest.v1+json';
export const CONFIG_TYPE = 'application/vnd.modelet.manifest.v1+json';
export const LIBRARY_TYPE = 'application/vnd.modelet.library.v1';
export const WEIGHTS_TYPE = 'application/vnd.modelet.weights.v1';
export const RECIPE_TYPE = 'application/vnd.modelet.recipe.v1';

const TAG = 'org.opencontainers.image.ref.name';
const TITLE = 'org.opencontainers.image.title';
export const NAME = 'vnd.modelet.name';
const TRIPLE = 'vnd.modelet.triple';
const REQUIRED = 'vnd.modelet.features.required';
const PREFERRED = 'vnd.modelet.features.preferred';
const PRIORITY = 'vnd.modelet.priority';
const ABI = 'vnd.modelet.abi';

const FEATURE = /^[a-z0-9_.:-]{1,64}$/;
const SIZE_LIMITS = new Map([
  [RECIPE_TYPE, LARGEST_DOCUMENT],
  [LIBRARY_TYPE, LARGEST_LIBRARY],
  [WEIGHTS_TYPE, LARGEST_WEIGHTS],
]);

/** A descriptor: what a file's bytes must be. */
export interface Blob {
  readonly mediaType: string;
  readonly digest: string;
  readonly size: number;
  readonly annotations: Readonly<Record<string, string>>;
}

/** One entry of an index: a build for one kind of host. */
export interface Variant {
  readonly blob: Blob;
  readonly triple: string;
  readonly required: readonly string[];
  readonly preferred: readonly string[];
  readonly priority: number;
  readonly abi: number;
}

/** What a variant's manifest names: the config blob, the library, the weights, and recipes of weights that are had elsewhere. */
export interface Files {
  readonly config: Blob;
  readonly library: Blob;
  readonly weights: readonly Blob[];
  readonly recipes: readonly Blob[];
}

/** A library's or weights file's name: one path component, checked. */
export function titleOf(blob: Blob): string {
  return blob.annotations[TITLE] ?? '';
}

/** The indexes that `index.json` names. */
export function entriesOf(data: Uint8Array, path: string): Blob[] {
  const document = ociDocument(parseDocument(data, path), INDEX_TYPE, path);
  return list(document, 'manifests', path).map((item) => blobOf(item, path, INDEX_TYPE, LARGEST_DOCUMENT));
}

/** What an index offers, in its order. */
export function variantsOf(data: Uint8Array, path: string): Variant[] {
  const document = ociDocument(parseDocument(data, path), INDEX_TYPE, path);
  return list(document, 'manifests', path).map((item) => variantOf(item, path));
}

/** What a variant consists of, by its manifest. */
export function filesOf(data: Uint8Array, path: string): Files {
  const document = ociDocument(parseDocument(data, path), MANIFEST_TYPE, path);
  const config = blobOf(document.config, path, CONFIG_TYPE, LARGEST_DOCUMENT);
  const layers = list(document, 'layers', path).map((item) => layerOf(item, path));
  const [library, ...more] = layers.filter((layer) => layer.mediaType === LIBRARY_TYPE);
  const weights = layers.filter((layer) => layer.mediaType === WEIGHTS_TYPE);
  if (library === undefined || more.length > 0) {
    throw malformed(`${path} names ${library === undefined ? 0 : 1 + more.length} libraries; a variant has one.`);
  }
  const recipes = layers.filter((layer) => layer.mediaType === RECIPE_TYPE);
  const files = [library, ...weights, ...recipes];
  const titles = new Set(files.map((blob) => titleOf(blob).toLowerCase()));
  if (titles.size !== files.length) throw malformed(`${path} gives two files the same name.`);
  return { config, library, weights, recipes };
}

/** The entry that a reference means: by digest first, by tag else; without either the only one, or the one tagged latest. */
export function select(entries: readonly Blob[], tag: string | undefined, digest: string | undefined): Blob | undefined {
  if (digest !== undefined) return entries.find((entry) => entry.digest === digest);
  if (tag === undefined && entries.length === 1) return entries[0];
  return entries.find((entry) => tagOf(entry) === (tag ?? DEFAULT_TAG));
}

/** The tag under which `index.json` names an index. */
export function tagOf(entry: Blob): string | undefined {
  const tag = entry.annotations[TAG];
  return tag !== undefined && isTag(tag) ? tag : undefined;
}

function ociDocument(value: JsonValue, mediaType: string, path: string): Json {
  if (!isObject(value) || value.schemaVersion !== 2) throw malformed(`${path} is not an OCI document: schemaVersion is not 2.`);
  const found = value.mediaType ?? mediaType;
  if (found !== mediaType || value.mediaType === null) throw malformed(`${path}: mediaType is ${shown(found)}, not ${mediaType}.`);
  return value;
}

function list(document: Json, key: string, path: string): JsonValue[] {
  const value = document[key];
  if (!Array.isArray(value)) throw malformed(`${path}: ${key} is ${shown(value)}, not a list.`);
  return value;
}

function blobOf(value: JsonValue | undefined, path: string, wanted: string | undefined, limit: number): Blob {
  if (!isObject(value)) throw malformed(`${path}: a descriptor is ${shown(value)}, not an object.`);
  const { mediaType, digest, size } = value;
  if (typeof mediaType !== 'string' || (wanted !== undefined && mediaType !== wanted)) {
    throw malformed(`${path}: a descriptor's mediaType is ${shown(mediaType)}, not ${wanted ?? 'a text'}.`);
  }
  if (!isDigest(digest)) throw malformed(`${path}: the digest ${shown(digest)} is not sha256: and 64 lower-case hexadecimal digits.`);
  if (typeof size !== 'number' || size < 0 || size > limit) {
    throw malformed(`${path}: the size ${shown(size)} of ${digest} is not a whole number from 0 to ${limit}.`);
  }
  return { mediaType, digest, size, annotations: annotationsOf(value.annotations, digest, path) };
}

function annotationsOf(value: JsonValue | undefined, digest: string, path: string): Record<string, string> {
  if (value === undefined || value === null) return {};
  const isText = (pair: [string, JsonValue]): pair is [string, string] => typeof pair[1] === 'string';
  const pairs = isObject(value) ? Object.entries(value) : undefined;
  if (pairs === undefined || !pairs.every(isText)) throw malformed(`${path}: annotations of ${digest} are not texts.`);
  return Object.fromEntries(pairs);
}

function layerOf(value: JsonValue, path: string): Blob {
  const mediaType = isObject(value) && typeof value.mediaType === 'string' ? value.mediaType : '';
  const blob = blobOf(value, path, undefined, SIZE_LIMITS.get(mediaType) ?? LARGEST_WEIGHTS);
  if (SIZE_LIMITS.has(mediaType) && !isFileName(blob.annotations[TITLE])) {
    throw malformed(`${path}: the file name ${shown(blob.annotations[TITLE])} is not one plain path component.`);
  }
  return blob;
}

function variantOf(value: JsonValue, path: string): Variant {
  const blob = blobOf(value, path, MANIFEST_TYPE, LARGEST_DOCUMENT);
  const triple = blob.annotations[TRIPLE];
  if (triple === undefined || !FEATURE.test(triple) || ![2, 3].includes(triple.split('-').length)) {
    const hint = 'A triple is architecture-system or architecture-system-libc.';
    throw malformed(`${path}: the annotation ${TRIPLE} of ${blob.digest} is ${shown(triple)}. ${hint}`);
  }
  return {
    blob,
    triple,
    required: featuresOf(blob, REQUIRED, path),
    preferred: featuresOf(blob, PREFERRED, path),
    priority: numberOf(blob, PRIORITY, '0', path),
    abi: numberOf(blob, ABI, undefined, path),
  };
}

function featuresOf(blob: Blob, key: string, path: string): string[] {
  const text = blob.annotations[key] ?? '';
  const features = text === '' ? [] : text.split(',');
  const wrong = features.find((feature) => !FEATURE.test(feature));
  if (wrong !== undefined) throw malformed(`${path}: the annotation ${key} of ${blob.digest} names the feature ${shown(wrong)}.`);
  return features;
}

function numberOf(blob: Blob, key: string, missing: string | undefined, path: string): number {
  const text = blob.annotations[key] ?? missing;
  if (text === undefined || !/^-?[0-9]{1,9}$/.test(text)) {
    throw malformed(`${path}: the annotation ${key} of ${blob.digest} is ${shown(text)}, not a whole number.`);
  }
  return Number(text);
}

/** The value of a UTF-8 JSON text; `path` names it in errors. Throws `malformed_artifact`. */
export function parseDocument(data: Uint8Array, path: string): JsonValue {
  try {
    return parseExactly(new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(data));
  } catch (error) {
    throw malformed(`${path} is not JSON: ${error instanceof Error ? error.message : error}.`);
  }
}

/** Whether a value of a document is an object. */
export function isObject(value: JsonValue | undefined): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof JsonFloat);
}
