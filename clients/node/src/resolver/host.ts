/**
 * What this machine is, as far as the choice of a variant depends on it (resolver/SPEC.md, "Host").
 *
 * Nothing is looked up before it is asked for: a variant without features needs no look at the processor.
 */

import { spawnSync } from 'node:child_process';
import { closeSync, openSync, readSync } from 'node:fs';
import { openLibrary } from '../ffi.js';
import { fromCpuinfo, fromSysctl, withLevels } from './features.js';

const ARCHITECTURES: Record<string, string> = { x64: 'x86_64', arm64: 'aarch64', ia32: 'i686' };
const WINDOWS_FEATURES: Record<number, string> = {
  6: 'sse3',
  17: 'xsave',
  19: 'neon',
  36: 'ssse3',
  37: 'sse4.1',
  38: 'sse4.2',
  39: 'avx',
  40: 'avx2',
  41: 'avx512f',
};

/** Major and minor of a version. */
export type Version = readonly [major: number, minor: number];

/** A machine. `triple`: architecture-system-libc, as variants name it. `sandbox`: it can run WebAssembly variants beside native ones. */
export class Host {
  constructor(
    readonly triple: string,
    private known?: ReadonlySet<string>,
    readonly glibc?: Version,
    readonly sandbox = false,
  ) {}

  /** Processor features by the names of SPEC.md, those only that the operating system has enabled. */
  get features(): ReadonlySet<string> {
    this.known ??= detectFeatures(this.triple);
    return this.known;
  }

  /** Whether the host meets a feature, `glibc:2.28` (at least) included. */
  has(feature: string): boolean {
    if (!feature.startsWith('glibc:')) return this.features.has(feature);
    return this.glibc !== undefined && compare(this.glibc, version(feature.slice('glibc:'.length))) >= 0;
  }
}

/** The machine this process runs on. */
export function detect(): Host {
  const architecture = ARCHITECTURES[process.arch] ?? process.arch;
  switch (process.platform) {
    case 'win32':
      return withSandbox(`${architecture}-windows-gnu`);
    case 'darwin':
      return withSandbox(`${architecture}-macos`);
    case 'linux': {
      const glibc = glibcVersion();
      return withSandbox(`${architecture}-linux-${glibc === undefined ? 'musl' : 'gnu'}`, glibc);
    }
  }
  return withSandbox(`${architecture}-${process.platform}`);
}

/** Node.js runs WebAssembly wherever it runs. */
function withSandbox(triple: string, glibc?: Version): Host {
  return new Host(triple, undefined, glibc, true);
}

/** The C library's version; undefined where it is another one, which does not have the function. */
function glibcVersion(): Version | undefined {
  const library = openLibrary(null);
  try {
    return version(library.func('gnu_get_libc_version', 'str', [])());
  } catch {
    return undefined;
  }
}

/** What is no version is higher than any, so that a requirement on it is never met by accident. */
function version(text: string): Version {
  const found = /^([0-9]+)\.([0-9]+)(?:\.|$)/.exec(text);
  return found === null ? [Number.POSITIVE_INFINITY, 0] : [Number(found[1]), Number(found[2])];
}

function compare(left: Version, right: Version): number {
  return left[0] - right[0] || left[1] - right[1];
}

function detectFeatures(triple: string): ReadonlySet<string> {
  switch (triple.split('-')[1]) {
    case 'linux':
      return fromCpuinfo(firstProcessor());
    case 'macos':
      return fromSysctl(spawnSync('/usr/sbin/sysctl', ['machdep.cpu', 'hw.optional'], { encoding: 'utf8', timeout: 5000 }).stdout ?? '');
    case 'windows':
      return withLevels(windowsFeatures());
  }
  return new Set();
}

/** The beginning of /proc/cpuinfo: the whole file takes the kernel long on a machine with many processors. */
function firstProcessor(): string {
  try {
    const file = openSync('/proc/cpuinfo', 'r');
    try {
      return readFirst(file);
    } finally {
      closeSync(file);
    }
  } catch {
    return '';
  }
}

function readFirst(file: number): string {
  const part = Buffer.alloc(4096);
  let text = '';
  while (text.length < 65536 && !text.includes('\n\n')) {
    const count = readSync(file, part);
    if (count === 0) break;
    text += part.toString('latin1', 0, count);
  }
  return text;
}

function windowsFeatures(): Set<string> {
  const present = openLibrary('kernel32.dll').func('IsProcessorFeaturePresent', 'bool', ['uint32_t']);
  return new Set(Object.entries(WINDOWS_FEATURES).flatMap(([number, name]) => (present(Number(number)) ? [name] : [])));
}
