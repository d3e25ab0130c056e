import { PluginFault } from './plugin-problem.ts';
import { readModule, sectionIds, type Limited, type ModuleShape } from './module-reader.ts';

export interface ModuleLimits {
  /** Pages of 64 KiB, for all memories together. */
  readonly pages: number;
  /** Elements, for all tables together. */
  readonly tableElements: number;
}

export const pagesPerMegabyte = 16;

/**
 * Writes limits into a module, before anybody compiles it: what it can never grow past needs no watching. Everything else
 * stays as it is, byte for byte. A module that begins with more than it may have is refused.
 */
export function clampModule(
  bytes: Uint8Array,
  shape: ModuleShape,
  { pages, tableElements }: ModuleLimits,
): Uint8Array {
  const memories = shared(shape.memories, pages, (needed) => ({
    kind: 'plugin_over_limit',
    limit: 'memory_mb',
    needs: Math.ceil(needed / pagesPerMegabyte),
    allowed: Math.floor(pages / pagesPerMegabyte),
  }));
  const tables = shared(shape.tables, tableElements, (needs) => ({
    kind: 'plugin_over_limit',
    limit: 'table_elements',
    needs,
    allowed: tableElements,
  }));
  const [first] = shape.sections;
  const parts: Uint8Array[] = [bytes.subarray(0, first?.from ?? bytes.length)];
  for (const { id, from, to } of shape.sections) {
    if (id === sectionIds.memory) parts.push(section(id, memories.splice(0)));
    else if (id === sectionIds.table) parts.push(section(id, tables.splice(0)));
    else parts.push(bytes.subarray(from, to));
  }
  return Buffer.concat(parts);
}

/** Gives each what it begins with, and an equal share of what is left. */
function shared(
  entries: readonly Limited[],
  allowed: number,
  refusal: (needed: number) => PluginFault['problem'],
): Limited[] {
  const needed = entries.reduce((sum, { minimum }) => sum + minimum, 0);
  if (needed > allowed) throw new PluginFault(refusal(needed));
  const share = Math.floor((allowed - needed) / Math.max(entries.length, 1));
  return entries.map(({ type, minimum, maximum = Infinity }) => ({
    type,
    minimum,
    maximum: Math.min(maximum, minimum + share),
  }));
}

/** The module without its start function: an instance of it can be made and nothing of it runs. */
export function withoutStart(bytes: Uint8Array): Uint8Array {
  const { sections } = readModule(bytes);
  const start = sections.find(({ id }) => id === sectionIds.start);
  return start === undefined
    ? bytes
    : Buffer.concat([bytes.subarray(0, start.from), bytes.subarray(start.to)]);
}

function section(id: number, entries: readonly Limited[]): Uint8Array {
  const content = [
    ...u32(entries.length),
    ...entries.flatMap(({ type, minimum, maximum = minimum }) => [
      ...type,
      0x01,
      ...u32(minimum),
      ...u32(maximum),
    ]),
  ];
  return Uint8Array.from([id, ...u32(content.length), ...content]);
}

function u32(value: number): number[] {
  const bytes: number[] = [];
  let rest = value;
  do {
    const more = rest > 0x7f;
    bytes.push((rest & 0x7f) | (more ? 0x80 : 0));
    rest >>>= 7;
  } while (rest > 0);
  return bytes;
}
