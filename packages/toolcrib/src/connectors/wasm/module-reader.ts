import { ByteReader, malformed } from './byte-reader.ts';
import { readTypes, type Signature } from './module-types.ts';
import { PluginFault } from './plugin-problem.ts';

/** What a module says about itself, as far as it matters before it is compiled. */
export interface ModuleShape {
  readonly sections: readonly Section[];
  readonly imports: readonly ModuleImport[];
  readonly exports: readonly ModuleExport[];
  readonly tables: readonly Limited[];
  readonly memories: readonly Limited[];
  /** Something runs already when an instance is made. */
  readonly runsAtStart: boolean;
  readonly custom: readonly CustomSection[];
}

/** A piece of the file, from its id to its last byte. */
interface Section {
  readonly id: number;
  readonly from: number;
  readonly to: number;
}

/** Only functions can be imported; everything else is refused while it is read. */
interface ModuleImport {
  readonly module: string;
  readonly name: string;
  /** Undefined when its type is not that of a function. */
  readonly signature: Signature | undefined;
}

interface ModuleExport {
  readonly name: string;
  readonly kind: 'function' | 'table' | 'memory' | 'other';
  /** Of a function; undefined when it is none that the module has. */
  readonly signature: Signature | undefined;
}

type RawImport = Omit<ModuleImport, 'signature'> & { readonly type: number };
type RawExport = Omit<ModuleExport, 'signature'> & { readonly index: number };

/** A memory in pages or a table in elements. `type` stands before the limits: the kind of a table's elements. */
export interface Limited {
  readonly type: readonly number[];
  readonly minimum: number;
  readonly maximum: number | undefined;
}

interface CustomSection {
  readonly name: string;
  readonly content: Uint8Array;
}

export const sectionIds = {
  custom: 0,
  type: 1,
  import: 2,
  function: 3,
  table: 4,
  memory: 5,
  export: 7,
  start: 8,
} as const;

/** No program that somebody has written needs more. */
const most = {
  functions: 1_000_000,
  imports: 1000,
  exports: 100_000,
  tables: 100,
  memories: 16,
  custom: 1000,
} as const;

/** Those that the standard has, data count and tags included. */
const lastSection = 13;
const header = [0x00, 0x61, 0x73, 0x6d, 0x01, 0x00, 0x00, 0x00];
const componentHeader = [0x00, 0x61, 0x73, 0x6d, 0x0d, 0x00, 0x01, 0x00];

/**
 * Reads the parts of a module that are judged before anybody compiles it. What is not understood is refused: what we would
 * pass over, the engine might not.
 */
export function readModule(bytes: Uint8Array): ModuleShape {
  if (startsWith(bytes, componentHeader))
    throw new PluginFault({ kind: 'plugin_unsupported', feature: 'component' });
  if (!startsWith(bytes, header)) throw malformed('no WebAssembly header', 0);
  const reader = new ByteReader(bytes, header.length, bytes.length);
  const shape = {
    sections: [] as Section[],
    types: [] as (Signature | undefined)[],
    imports: [] as RawImport[],
    functions: [] as number[],
    exports: [] as RawExport[],
    tables: [] as Limited[],
    memories: [] as Limited[],
    start: undefined as number | undefined,
    custom: [] as CustomSection[],
  };
  while (!reader.atEnd) {
    const from = reader.position;
    const id = reader.byte();
    if (id > lastSection) throw new PluginFault({ kind: 'plugin_unsupported', feature: 'section' });
    const known = shape.sections.some((section) => section.id === id);
    if (known && id !== sectionIds.custom) throw malformed('a section that stands there twice', from);
    const content = reader.part(reader.u32());
    shape.sections.push({ id, from, to: reader.position });
    switch (id) {
      case sectionIds.custom:
        if (shape.custom.length === most.custom) throw malformed('too many custom sections', from);
        shape.custom.push({ name: content.name(), content: content.rest() });
        break;
      case sectionIds.type:
        shape.types = readTypes(content);
        break;
      case sectionIds.function:
        shape.functions = content.list((part) => part.u32(), most.functions);
        break;
      case sectionIds.import:
        shape.imports = content.list(readImport, most.imports);
        break;
      case sectionIds.table:
        shape.tables = content.list(readTable, most.tables);
        break;
      case sectionIds.memory:
        shape.memories = content.list(readMemory, most.memories);
        break;
      case sectionIds.export:
        shape.exports = content.list(readExport, most.exports);
        break;
      case sectionIds.start:
        shape.start = content.u32();
        if (!content.atEnd) throw malformed('a section that is longer than what it says', content.position);
        break;
      default:
      // Code and data are the engine's business.
    }
  }
  return { ...shape, runsAtStart: shape.start !== undefined, ...withSignatures(shape) };
}

interface Indexed {
  readonly types: readonly (Signature | undefined)[];
  readonly imports: readonly RawImport[];
  readonly functions: readonly number[];
  readonly exports: readonly RawExport[];
  readonly start: number | undefined;
}

/** Functions are numbered through, the imported ones first. */
function withSignatures({
  types,
  imports,
  functions,
  exports,
  start,
}: Indexed): Pick<ModuleShape, 'imports' | 'exports'> {
  const typeOf = (index: number): number | undefined =>
    index < imports.length ? imports[index]?.type : functions[index - imports.length];
  const signatureOf = (index: number): Signature | undefined => types[typeOf(index) ?? -1];
  // The engine checks this, too, but not where the start function is left out.
  if (start !== undefined && signatureOf(start) !== ':')
    throw new PluginFault({ kind: 'plugin_malformed', detail: 'its start function is none' });
  return {
    imports: imports.map(({ module, name, type }) => ({ module, name, signature: types[type] })),
    exports: exports.map(({ name, kind, index }) => ({
      name,
      kind,
      signature: kind === 'function' ? signatureOf(index) : undefined,
    })),
  };
}

function readImport(reader: ByteReader): RawImport {
  const module = reader.name();
  const name = reader.name();
  if (reader.byte() !== 0x00)
    throw new PluginFault({ kind: 'plugin_forbidden_import', imports: [`${module}.${name}`] });
  return { module, name, type: reader.u32() };
}

const exportKinds: readonly ModuleExport['kind'][] = ['function', 'table', 'memory', 'other', 'other'];

function readExport(reader: ByteReader): RawExport {
  const name = reader.name();
  const kind = exportKinds[reader.byte()];
  if (kind === undefined) throw malformed('an export of unknown kind', reader.position);
  return { name, kind, index: reader.u32() };
}

function readMemory(reader: ByteReader): Limited {
  return readLimits(reader, []);
}

/** Tables of functions and of references from outside. Others have longer types, or contents of their own. */
function readTable(reader: ByteReader): Limited {
  const type = reader.byte();
  if (type !== 0x70 && type !== 0x6f)
    throw new PluginFault({ kind: 'plugin_unsupported', feature: 'table_type' });
  return readLimits(reader, [type]);
}

function readLimits(reader: ByteReader, type: readonly number[]): Limited {
  const flags = reader.byte();
  if ((flags & 0x02) !== 0) throw new PluginFault({ kind: 'plugin_unsupported', feature: 'shared_memory' });
  if ((flags & 0x04) !== 0) throw new PluginFault({ kind: 'plugin_unsupported', feature: 'memory64' });
  if (flags > 0x01) throw new PluginFault({ kind: 'plugin_unsupported', feature: 'custom_page_size' });
  const minimum = reader.u32();
  return { type, minimum, maximum: flags === 1 ? reader.u32() : undefined };
}

function startsWith(bytes: Uint8Array, beginning: readonly number[]): boolean {
  return beginning.every((byte, index) => bytes[index] === byte);
}
