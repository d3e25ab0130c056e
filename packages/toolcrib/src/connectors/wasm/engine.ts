/** WebAssembly as far as it is used here; the types of Node do not tell of it. */
interface Engine {
  readonly Module: new (bytes: Uint8Array) => CompiledModule;
  readonly Instance: new (module: CompiledModule, imports: Imports) => Instance;
}

export interface CompiledModule {
  readonly [Symbol.toStringTag]: 'WebAssembly.Module';
}

export interface Instance {
  readonly exports: { readonly [name: string]: unknown };
}

export interface Memory {
  /** Another one after the memory has grown. */
  readonly buffer: ArrayBuffer;
}

export interface Imports {
  readonly [module: string]: { readonly [name: string]: (...given: (number | bigint)[]) => number };
}

export const engine: Engine = (globalThis as unknown as { readonly WebAssembly: Engine }).WebAssembly;
