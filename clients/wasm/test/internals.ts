/** What the tests see of the package, beyond what it exports. Bundled, for Node.js and for browsers. */

export { answerTo, Control } from '../../node/src/engine.js';
export { decode, encode } from '../../node/src/values.js';
export { features } from '../src/features.js';
export * from '../src/index.js';
export { Registry } from '../src/registry.js';
export * from '../src/stall.js';
