/** The shared vectors of the resolver, which every language's implementation runs. */

import assert from 'node:assert/strict';
import { chmod, copyFile, mkdir, mkdtemp, readdir, readFile, rm, symlink, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { pathToFileURL } from 'node:url';
import { detect, explain, Host, listNames, ResolverError, resolve } from 'modelet/resolver';
import * as choice from '../dist/resolver/choice.js';
import * as features from '../dist/resolver/features.js';
import * as names from '../dist/resolver/names.js';
import { HOME, vectors } from './home.js';

type Codes = { error?: string };
type NameCase = Codes & { text: string; layouts?: string[]; canonical?: string; path?: boolean };
type HostFields = { triple: string; features: string[]; glibc?: string; sandbox?: boolean };
type VariantFields = { triple: string; required: string; preferred: string; priority: number; abi: number; digest?: string };
type File = string | { symlink: string } | { zeros: number };
type Files = Record<string, File>;
type LayoutCase = Codes & { name: string; files: Files; home?: Files; library?: string; weights?: Record<string, string> };

const code = (expected: string) => (error: unknown) =>
  error instanceof ResolverError && error.code === expected && error.message.length < 2000;

describe('names', () => {
  const vector = vectors<{
    cases: NameCase[];
    file_names: { valid: string[]; invalid: string[] };
    digests: { valid: string[]; invalid: string[] };
  }>('resolver/vectors/names.json');

  for (const item of vector.cases) {
    it(`has one canonical form: ${JSON.stringify(item.text).slice(0, 60)}`, () => {
      const isLayout = (text: string) => (item.layouts ?? []).includes(text);
      if (item.error !== undefined) {
        assert.throws(() => names.parse(item.text, isLayout), code(item.error));
        return;
      }
      const reference = names.parse(item.text, isLayout);
      assert.equal(String(reference), item.canonical);
      assert.equal(reference.path !== undefined, item.path ?? false);
      if (reference.path === undefined) assert.equal(String(names.parse(String(reference), () => false)), item.canonical);
    });
  }

  it('are single components for files', () => {
    assert.deepEqual(
      vector.file_names.valid.filter((name) => !names.isFileName(name)),
      [],
    );
    assert.deepEqual(
      vector.file_names.invalid.filter((name) => names.isFileName(name)),
      [],
    );
  });

  it('match their pattern for digests', () => {
    assert.deepEqual(
      vector.digests.valid.filter((digest) => !names.isDigest(digest)),
      [],
    );
    assert.deepEqual(
      vector.digests.invalid.filter((digest) => names.isDigest(digest)),
      [],
    );
  });
});

function hostOf({ triple, features: known, glibc, sandbox }: HostFields): Host {
  const [major = 0, minor = 0] = (glibc ?? '').split('.').map(Number);
  return new Host(triple, new Set(known), glibc === undefined ? undefined : [major, minor], sandbox ?? false);
}

describe('choice', () => {
  type Case = Codes & { name: string; host: HostFields; variants: VariantFields[]; taken?: number };
  const cases = ['choice', 'sandbox'].flatMap((file) => vectors<{ cases: Case[] }>(`resolver/vectors/${file}.json`).cases);
  const list = (text: string) => text.split(',').filter((word) => word !== '');

  for (const item of cases) {
    it(item.name, () => {
      const host = hostOf(item.host);
      const variants = item.variants.map((fields, position) => ({
        blob: { mediaType: '', digest: fields.digest ?? `sha256:${position.toString(16).repeat(64)}`, size: 1, annotations: {} },
        triple: fields.triple,
        required: list(fields.required),
        preferred: list(fields.preferred),
        priority: fields.priority,
        abi: fields.abi,
      }));
      const considered = choice.explain(variants, host);
      assert.deepEqual(
        considered.map(({ variant }) => variant),
        variants,
      );
      if (item.error !== undefined) {
        assert.throws(() => choice.choose('@a/b', variants, host), code(item.error));
        assert.ok(considered.every(({ taken }) => !taken));
      } else {
        assert.equal(choice.choose('@a/b', variants, host), variants[item.taken ?? -1]);
        assert.equal(
          considered.findIndex(({ taken }) => taken),
          item.taken,
        );
      }
    });
  }
});

describe('features', () => {
  type Case = { name: string; text: string; features: string[] };
  const vector = vectors<{ cpuinfo: Case[]; sysctl: Case[] }>('resolver/vectors/features.json');
  for (const item of vector.cpuinfo) it(item.name, () => assert.deepEqual([...features.fromCpuinfo(item.text)].sort(), item.features));
  for (const item of vector.sysctl) it(item.name, () => assert.deepEqual([...features.fromSysctl(item.text)].sort(), item.features));

  it('are found on this host', () => {
    const host = detect();
    assert.match(host.triple, /^[a-z0-9_]+-[a-z]+(-[a-z]+)?$/);
    if (host.triple.endsWith('-gnu') && process.platform === 'linux') {
      assert.ok(host.has('glibc:2.17'));
      assert.ok(!host.has('glibc:99.0'));
      assert.ok(host.features.size > 0);
    }
  });
});

describe('layouts', () => {
  const vector = vectors<{ host: HostFields; cases: LayoutCase[] }>('resolver/vectors/layouts.json');
  const host = hostOf(vector.host);
  let folder = '';

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'modelet-layout-'));
    process.env.MODELET_HOME = join(folder, 'home');
  });
  afterEach(async () => {
    process.env.MODELET_HOME = HOME;
    await rm(folder, { recursive: true });
  });

  async function unfold(files: Files, layout = join(folder, 'layout')): Promise<URL> {
    await mkdir(layout);
    for (const [name, content] of Object.entries(files)) {
      const path = join(layout, name);
      await mkdir(dirname(path), { recursive: true });
      if (typeof content === 'string') await writeFile(path, content);
      else if ('symlink' in content) await symlink(content.symlink, path);
      else await writeFile(path, '').then(() => truncate(path, content.zeros));
    }
    return pathToFileURL(layout);
  }

  for (const item of vector.cases) {
    it(item.name, async () => {
      const layout = await unfold(item.files);
      await unfold(item.home ?? {}, join(folder, 'home'));
      if (item.error !== undefined) {
        await assert.rejects(resolve(layout, { host }), code(item.error));
        return;
      }
      const found = await resolve(layout, { host });
      assert.equal(await readFile(found.library, 'utf8'), item.library);
      const weights = Object.entries(found.weights).map(async ([name, path]) => [name, await readFile(path, 'utf8')]);
      assert.deepEqual(Object.fromEntries(await Promise.all(weights)), item.weights);
      assert.deepEqual(await found.manifest(), { schema: 1 });
    });
  }

  it('reads weights in full once, and again when they change', async () => {
    const item = vector.cases.find(({ name }) => name === 'with weights');
    const layout = await unfold(item?.files ?? {});
    const path = Object.values((await resolve(layout, { host })).weights)[0] ?? '';
    const [record = ''] = await readdir(join(folder, 'home', 'verified'));
    assert.equal(record, path.slice(-64));
    assert.match(await readFile(join(folder, 'home', 'verified', record), 'utf8'), /^\d+ 7 \d+\n$/);
    await resolve(layout, { host });
    await writeFile(path, 'WEIGHTS');
    await assert.rejects(resolve(layout, { host }), code('corrupt_artifact'));
  });

  it('needs no record that it cannot write', async () => {
    const item = vector.cases.find(({ name }) => name === 'with weights');
    const layout = await unfold(item?.files ?? {});
    await writeFile(join(folder, 'home'), 'a file where the folder should be');
    await resolve(layout, { host });
  });
});

describe('a registry', () => {
  it('is resolved with the records that the Python client keeps', async () => {
    const found = await resolve('minilm');
    assert.match(found.reference, /^@local\/minilm:latest@sha256:[0-9a-f]{64}$/);
    assert.equal((await found.manifest()).name, '@local/minilm');
    assert.equal(Object.keys(found.weights).length, 1);
  });

  it('is listed in order', async () => {
    const listed = (await listNames()).map(({ name }) => name);
    assert.ok(listed.includes('@local/engine'));
    assert.deepEqual(listed, [...listed].sort());
  });

  it('is asked alone when it is named', async () => {
    const empty = await mkdtemp(join(tmpdir(), 'modelet-registry-'));
    await assert.rejects(resolve('fake', { registry: empty }), code('model_not_found'));
    await assert.rejects(resolve('fake', { registry: 'https://example.org' }), code('unsupported_registry'));
    await rm(empty, { recursive: true });
  });

  it('suggests names that are near', async () => {
    await assert.rejects(resolve('fakke'), (error: ResolverError) => error.near[0] === '@local/fake');
  });

  it('explains every variant', async () => {
    const [considered] = await explain('elsewhere');
    assert.equal(considered?.taken, false);
    assert.match(considered?.reason ?? '', /riscv64/);
  });

  it('refuses a verification that does not exist', async () => {
    await assert.rejects(resolve('fake', { verify: 'never' as 'once' }), code('invalid_option'));
  });

  it('that may not be read is unreadable', { skip: process.getuid?.() === 0 }, async () => {
    const folder = await mkdtemp(join(tmpdir(), 'modelet-registry-'));
    await mkdir(join(folder, 'a', 'b'), { recursive: true });
    await copyFile(join(HOME, 'registry', 'local', 'fake', 'index.json'), join(folder, 'a', 'b', 'index.json'));
    await chmod(join(folder, 'a', 'b', 'index.json'), 0);
    await assert.rejects(resolve('@a/b', { registry: folder }), code('unreadable'));
  });
});
