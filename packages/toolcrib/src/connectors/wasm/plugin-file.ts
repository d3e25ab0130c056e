import { createHash } from 'node:crypto';
import { readFile, stat } from 'node:fs/promises';
import { readDescriptor, type Descriptor } from './descriptor.ts';
import { readModule, type ModuleShape } from './module-reader.ts';
import { PluginFault } from './plugin-problem.ts';
import { wasiFunctions, wasiModule } from './wasi-functions.ts';

/** A plugin as it lies on the disk. */
export interface PluginFile {
  readonly bytes: Buffer;
  /** SHA-256 of the module. */
  readonly digest: string;
  readonly shape: ModuleShape;
  readonly descriptor: Descriptor;
}

const mostBytes = 64 * 1024 * 1024;

/** The section in which a module carries its descriptor. */
const sectionName = 'toolcrib';

/**
 * Reads a module and its descriptor, from the section `toolcrib` and from the file `NAME.tool.json` beside it. Nothing of it
 * runs, and nothing is compiled. Throws a `PluginFault` when it could never be used.
 */
export async function readPluginFile(file: string): Promise<PluginFile> {
  const bytes = await readBounded(file);
  const shape = readModule(bytes);
  checkImports(shape);
  checkEntry(shape);
  const beside = `${file.replace(/\.wasm$/iu, '')}.tool.json`;
  const inside = shape.custom.filter(({ name }) => name === sectionName);
  if (inside.length > 1) throw new PluginFault({ kind: 'plugin_bad_descriptor', fault: { word: 'twice' } });
  const texts = [...inside.map(({ content }) => content), ...(await readIfThere(beside))];
  return { bytes, digest: digestOf(bytes), shape, descriptor: readDescriptor(texts, beside) };
}

export function digestOf(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}

/** WASI preview 1 and nothing else; that some of it is refused when it is called is no reason not to import it. */
function checkImports({ imports }: ModuleShape): void {
  const strange = imports.filter(({ module, name }) => module !== wasiModule || !wasiFunctions.has(name));
  if (strange.length === 0) return;
  const named = strange.slice(0, 10).map(({ module, name }) => `${module}.${name}`);
  throw new PluginFault({ kind: 'plugin_forbidden_import', imports: named });
}

const entries = [
  { name: '_start', kind: 'function' },
  { name: 'memory', kind: 'memory' },
] as const;

function checkEntry({ exports }: ModuleShape): void {
  const missing = entries.filter(
    ({ name, kind }) => !exports.some((found) => found.name === name && found.kind === kind),
  );
  if (missing.length > 0)
    throw new PluginFault({ kind: 'plugin_no_entry', missing: missing.map(({ name }) => name) });
}

async function readBounded(file: string): Promise<Buffer> {
  try {
    const { size } = await stat(file);
    if (size > mostBytes) throw new PluginFault({ kind: 'plugin_too_large', limit: mostBytes });
    return await readFile(file);
  } catch (error) {
    if (error instanceof PluginFault) throw error;
    const { code = String(error) } = error as NodeJS.ErrnoException;
    throw new PluginFault({ kind: 'plugin_not_readable', file, detail: code }, { cause: error });
  }
}

async function readIfThere(file: string): Promise<Buffer[]> {
  try {
    return [await readBounded(file)];
  } catch (error) {
    const { problem } = error as PluginFault;
    if (problem?.kind === 'plugin_not_readable' && problem.detail === 'ENOENT') return [];
    throw error;
  }
}
