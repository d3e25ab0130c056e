import { createHash } from 'node:crypto';
import { FileFault } from '../../files/file-fault.ts';
import { readRegularFile } from '../../files/read-regular-file.ts';
import { readDescriptor, type Descriptor } from './descriptor.ts';
import { readModule, type ModuleShape } from './module-reader.ts';
import { PluginFault } from './plugin-problem.ts';
import { wasiFunctions, wasiModule, wasiSignatures } from './wasi-functions.ts';

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
 * runs, and nothing is compiled. Throws a `PluginFault` when it could never be used. What is named in the project must lie in it.
 */
export function readPluginFile(file: string, project: string): PluginFile {
  const bytes = readBounded(file, project);
  const shape = readModule(bytes);
  checkImports(shape);
  checkEntry(shape);
  const beside = `${file.replace(/\.wasm$/iu, '')}.tool.json`;
  const inside = shape.custom.filter(({ name }) => name === sectionName);
  if (inside.length > 1) throw new PluginFault({ kind: 'plugin_bad_descriptor', fault: { word: 'twice' } });
  const texts = [...inside.map(({ content }) => content), ...readIfThere(beside, project)];
  return { bytes, digest: digestOf(bytes), shape, descriptor: readDescriptor(texts, beside) };
}

export function digestOf(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}

/** WASI preview 1 and nothing else; that some of it is refused when it is called is no reason not to import it. */
function checkImports({ imports }: ModuleShape): void {
  const strange = imports.filter(({ module, name }) => module !== wasiModule || !wasiFunctions.has(name));
  const named = strange.slice(0, 10).map(({ module, name }) => `${module}.${name}`);
  if (strange.length > 0) throw new PluginFault({ kind: 'plugin_forbidden_import', imports: named });
  for (const { name, signature } of imports) checkSignature(name, signature, wasiSignatures.get(name) ?? '');
}

/** The engine would link them all the same, and the first call would fail. */
function checkSignature(name: string, has: string | undefined, needs: string): void {
  if (has === undefined)
    throw new PluginFault({ kind: 'plugin_malformed', detail: `the type of ${name} is missing` });
  if (has !== needs) throw new PluginFault({ kind: 'plugin_wrong_signature', name, has, needs });
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
  const start = exports.find(({ name }) => name === '_start');
  checkSignature('_start', start?.signature, ':');
}

function readBounded(file: string, project: string): Buffer {
  try {
    return readRegularFile(file, { maxBytes: mostBytes, within: project });
  } catch (error) {
    if (!(error instanceof FileFault)) throw error;
    const { problem } = error;
    if (problem.kind === 'file_too_large')
      throw new PluginFault({ kind: 'plugin_too_large', limit: problem.limit }, { cause: error });
    throw new PluginFault({ kind: 'plugin_not_readable', file, problem }, { cause: error });
  }
}

function readIfThere(file: string, project: string): Buffer[] {
  try {
    return [readBounded(file, project)];
  } catch (error) {
    const { problem } = error as PluginFault;
    if (problem?.kind === 'plugin_not_readable' && problem.problem.kind === 'file_missing') return [];
    throw error;
  }
}
