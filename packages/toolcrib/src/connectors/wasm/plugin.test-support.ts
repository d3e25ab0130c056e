import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import wabt from 'wabt';
import { ToolService, type Tool, type ToolServiceOptions } from '@toolcrib/core';
import { noCapabilities } from './capabilities.ts';
import type { PluginEntry } from './plugin-entry.ts';
import { createWasmConnector, type WasmConnector, type WasmConnectorOptions } from './wasm-connector.ts';

const tools = await wabt();

/** A module from its text. */
export function fromWat(text: string): Buffer {
  const parsed = tools.parseWat('plugin.wat', text, { exceptions: true, threads: true });
  try {
    return Buffer.from(parsed.toBinary({}).buffer);
  } finally {
    parsed.destroy();
  }
}

/** A program in WAT: what it imports, a memory, some room, and what `_start` does. */
export function program(body: string, { memory = '1', more = '' } = {}): Buffer {
  return fromWat(`(module
    (import "wasi_snapshot_preview1" "fd_read" (func $read (param i32 i32 i32 i32) (result i32)))
    (import "wasi_snapshot_preview1" "fd_write" (func $write (param i32 i32 i32 i32) (result i32)))
    (import "wasi_snapshot_preview1" "proc_exit" (func $exit (param i32)))
    (import "wasi_snapshot_preview1" "poll_oneoff" (func $poll (param i32 i32 i32 i32) (result i32)))
    (memory (export "memory") ${memory})
    ;; Reads at most so many bytes from standard input to an address and tells how many there were.
    (func $in (param $at i32) (param $length i32) (result i32)
      (i32.store (i32.const 0) (local.get $at))
      (i32.store (i32.const 4) (local.get $length))
      (drop (call $read (i32.const 0) (i32.const 0) (i32.const 1) (i32.const 8)))
      (i32.load (i32.const 8)))
    (func $out (param $to i32) (param $at i32) (param $length i32)
      (i32.store (i32.const 0) (local.get $at))
      (i32.store (i32.const 4) (local.get $length))
      (drop (call $write (local.get $to) (i32.const 0) (i32.const 1) (i32.const 8))))
    ${more}
    (func $main (export "_start") ${body}))`);
}

/** Answers with the whole of its arguments. */
export const echoBody =
  '(local $n i32) (local.set $n (call $in (i32.const 1024) (i32.const 60000))) (call $out (i32.const 1) (i32.const 1024) (local.get $n))';

/** A text that the program writes. */
export function says(text: string, to = 1): { body: string; more: string } {
  const bytes = Buffer.from(text);
  const data = [...bytes].map((byte) => `\\${byte.toString(16).padStart(2, '0')}`).join('');
  return {
    body: `(call $out (i32.const ${to}) (i32.const 2048) (i32.const ${bytes.length}))`,
    more: `(data (i32.const 2048) "${data}")`,
  };
}

export function descriptor(name: string, changes: object = {}): object {
  return {
    name,
    version: '1.0.0',
    description: `The plugin ${name}.`,
    parameters: { type: 'object', properties: { value: {} } },
    ...changes,
  };
}

/** The module with its descriptor in a section of its own. */
export function withSection(module: Uint8Array, said: unknown, section = 'toolcrib'): Buffer {
  const name = Buffer.from(section);
  const text = Buffer.from(typeof said === 'string' ? said : JSON.stringify(said));
  const content = Buffer.concat([lengthOf(name.length), name, text]);
  return Buffer.concat([module, Buffer.from([0]), lengthOf(content.length), content]);
}

function lengthOf(value: number): Buffer {
  return Buffer.from([
    (value & 0x7f) | 0x80,
    ((value >> 7) & 0x7f) | 0x80,
    ((value >> 14) & 0x7f) | 0x80,
    ((value >> 21) & 0x7f) | 0x80,
    (value >> 28) & 0x0f,
  ]);
}

/** Clears away: after the test, or after all of them. */
type After = (work: () => Promise<void>) => void;

export function temporaryFolder(after: After): string {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'toolcrib-wasm-')));
  after(async () => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

export interface Shop {
  readonly service: ToolService;
  readonly connector: WasmConnector;
  readonly folder: string;
  readonly project: string;
  readonly stateFolder: string;
  /** Writes a plugin, takes it in and registers its tool, as a person does who accepts it. */
  add(name: string, module: Uint8Array, entry?: Partial<PluginEntry>, said?: object): Promise<Tool>;
}

/** A service with plugins, and nothing between them and the machine but what is really there. */
export function openShop(
  after: After,
  options: Partial<WasmConnectorOptions> & { readonly service?: ToolServiceOptions } = {},
): Shop {
  const folder = temporaryFolder(after);
  const stateFolder = join(folder, 'state');
  const project = join(folder, 'project');
  for (const path of [stateFolder, project]) mkdirSync(path);
  const connector = createWasmConnector({
    plugins: [],
    project,
    stateFolder,
    mode: 'best_effort',
    environment: {},
    locale: 'en',
    ...options,
  });
  after(() => connector.close());
  const service = new ToolService(options.service);
  service.registerExecutor(connector.executor);
  return {
    service,
    connector,
    folder,
    project,
    stateFolder,
    async add(name, module, entry = {}, said = descriptor(name)) {
      const file = join(project, `${name}.wasm`);
      writeFileSync(file, withSection(module, said));
      const source = connector.put({
        name,
        file,
        limits: {},
        grant: noCapabilities,
        onRemoval: 'finish',
        ...entry,
      });
      const [definition] = await source.definitions();
      if (definition === undefined) throw new Error('no tool');
      return service.registerTool({ ...definition, source: `wasm:${name}`, ...source.complete(definition) });
    },
  };
}

/** Processes that carry the folder in their environment: those that plugins run in, and what holds them. */
export function livingIn(stateFolder: string): number {
  return readdirSync('/proc').filter((id) => {
    try {
      return /^\d+$/u.test(id) && readFileSync(`/proc/${id}/environ`, 'latin1').includes(stateFolder);
    } catch {
      return false;
    }
  }).length;
}
