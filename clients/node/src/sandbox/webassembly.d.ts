/** What Node.js has of WebAssembly and its types lack: as much of it as is used here. */

declare namespace WebAssembly {
  class RuntimeError extends Error {}
  class Memory {
    readonly buffer: ArrayBuffer;
  }
  class Module {
    private constructor();
  }
  class Instance {
    readonly exports: Record<string, unknown>;
  }
  type ModuleImports = Record<string, unknown>;
  function compile(bytes: Uint8Array<ArrayBuffer>): Promise<Module>;
  function instantiate(module: Module, imports: Record<string, ModuleImports>): Promise<Instance>;
}
