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
}

interface ModuleExport {
  readonly name: string;
  readonly kind: 'function' | 'table' | 'memory' | 'other';
}

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

export const sectionIds = { custom: 0, import: 2, table: 4, memory: 5, export: 7, start: 8 } as const;

/** No program that somebody has written needs more. */
const most = { imports: 1000, exports: 100_000, tables: 100, memories: 16, custom: 1000 } as const;

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
    imports: [] as ModuleImport[],
    exports: [] as ModuleExport[],
    tables: [] as Limited[],
    memories: [] as Limited[],
    runsAtStart: false,
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
        shape.runsAtStart = true;
        break;
      default:
      // Types, code and data are the engine's business.
    }
  }
  return shape;
}

function readImport(reader: ByteReader): ModuleImport {
  const module = reader.name();
  const name = reader.name();
  if (reader.byte() !== 0x00)
    throw new PluginFault({ kind: 'plugin_forbidden_import', imports: [`${module}.${name}`] });
  reader.u32();
  return { module, name };
}

const exportKinds: readonly ModuleExport['kind'][] = ['function', 'table', 'memory', 'other', 'other'];

function readExport(reader: ByteReader): ModuleExport {
  const name = reader.name();
  const kind = exportKinds[reader.byte()];
  if (kind === undefined) throw malformed('an export of unknown kind', reader.position);
  reader.u32();
  return { name, kind };
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

/** Reads forwards through a part of a file and never past its end. */
class ByteReader {
  readonly #bytes: Uint8Array;
  readonly #end: number;
  #position: number;

  constructor(bytes: Uint8Array, from: number, end: number) {
    this.#bytes = bytes;
    this.#position = from;
    this.#end = end;
  }

  get position(): number {
    return this.#position;
  }

  get atEnd(): boolean {
    return this.#position === this.#end;
  }

  byte(): number {
    if (this.atEnd) throw malformed('it ends in the middle', this.#position);
    return this.#bytes[this.#position++] as number;
  }

  /** LEB128: seven bits a byte, five bytes at most. */
  u32(): number {
    const from = this.#position;
    let value = 0;
    for (let shift = 0; shift < 35; shift += 7) {
      const byte = this.byte();
      value += (byte & 0x7f) * 2 ** shift;
      if (byte < 0x80) {
        if (value > 0xffff_ffff) break;
        return value;
      }
    }
    throw malformed('a number that is too long', from);
  }

  part(length: number): ByteReader {
    const from = this.#position;
    if (length > this.#end - from) throw malformed('a part that is longer than the file', from);
    this.#position += length;
    return new ByteReader(this.#bytes, from, this.#position);
  }

  rest(): Uint8Array {
    const rest = this.#bytes.subarray(this.#position, this.#end);
    this.#position = this.#end;
    return rest;
  }

  name(): string {
    const at = this.#position;
    const bytes = this.part(this.u32()).rest();
    try {
      return utf8.decode(bytes);
    } catch {
      throw malformed('a name that is not UTF-8', at);
    }
  }

  /** All that the part holds, and nothing after it. */
  list<T>(read: (reader: ByteReader) => T, longest: number): T[] {
    const at = this.#position;
    const length = this.u32();
    if (length > longest) throw malformed('a list that is too long', at);
    const items = Array.from({ length }, () => read(this));
    if (!this.atEnd) throw malformed('a section that is longer than its list', this.#position);
    return items;
  }
}

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

function startsWith(bytes: Uint8Array, beginning: readonly number[]): boolean {
  return beginning.every((byte, index) => bytes[index] === byte);
}

function malformed(detail: string, at: number): PluginFault {
  return new PluginFault({ kind: 'plugin_malformed', detail, at });
}
