import { isDeepStrictEqual } from 'node:util';
import type { Path } from '../config-place.ts';
import { variablesIn } from '../environment.ts';

/** One setting as the project's file has it now, and as it was accepted on this machine. */
export interface Setting {
  readonly path: Path;
  readonly current: unknown;
  readonly accepted: unknown;
}

/** How a setting differs from what was accepted. */
export type Change = 'added' | 'changed' | 'removed';

export interface Difference extends Setting {
  readonly change: Change;
}

/** Collects what a person has not accepted, and where the entries of filtered lists stood. */
export interface Notes {
  withhold(setting: Setting, change: Change): void;
  /** The index that each kept entry has in the file; undefined for one that only the acceptance has. */
  keptIndices(path: Path, indices: readonly (number | undefined)[]): void;
}

/** Gives the value that takes effect, and notes what does not. */
export type Treatment = (setting: Setting, notes: Notes) => unknown;

/**
 * Takes effect once it is accepted. Until a change is accepted, what was accepted before stays in force; what is removed
 * goes at once.
 */
export const grant: Treatment = (setting, notes) => {
  const { current, accepted } = setting;
  if (current === undefined || isDeepStrictEqual(current, accepted)) return current;
  notes.withhold(setting, accepted === undefined ? 'added' : 'changed');
  return accepted;
};

/** As `grant`, and what was accepted stays also when the file no longer says it: without it something wider holds. */
export const pinned: Treatment = (setting, notes) => {
  const { current, accepted } = setting;
  return current === undefined && accepted !== undefined ? restored(setting, notes) : grant(setting, notes);
};

/** Takes effect without acceptance, unless it takes in a variable of the environment. */
export const harmless: Treatment = (setting, notes) =>
  hasReference(setting.current) ? grant(setting, notes) : setting.current;

/** Grants everything but this value, which nothing is narrower than. */
export function grantUnless(narrowest: unknown): Treatment {
  return (setting, notes) => {
    const { current, accepted } = setting;
    if (current === narrowest) return current;
    return accepted === narrowest ? pinned(setting, notes) : grant(setting, notes);
  };
}

interface NumberTreatment {
  /** A smaller one cannot be read, and would leave the default. */
  readonly least: number;
  /** @default false */
  readonly whole?: boolean;
}

/** The smaller of the file's number and the accepted one, or the default. */
export function atMost(fallback: number, { least, whole = false }: NumberTreatment): Treatment {
  return (setting, notes) => {
    const { current, accepted } = setting;
    const limit = typeof accepted === 'number' ? accepted : fallback;
    if (current === undefined && limit < fallback) return restored(setting, notes);
    const isReadable =
      typeof current === 'number' && current >= least && (!whole || Number.isInteger(current));
    return isReadable && current <= limit ? current : grant(setting, notes);
  };
}

/** A restriction that was accepted stays, although the file no longer has it. */
export function restored(setting: Setting, notes: Notes): unknown {
  notes.withhold(setting, 'removed');
  return setting.accepted;
}

/** An object with known keys. What the parser does not know or cannot read is left to the parser, which closes. */
export function fields(treatments: { readonly [key: string]: Treatment }): Treatment {
  return eachMember((key) => (Object.hasOwn(treatments, key) ? (treatments[key] as Treatment) : unknownKey));
}

/** An object of entries by name, each treated alike. */
export function entries(treat: Treatment): Treatment {
  return eachMember(() => treat);
}

/** Gets an accepted null as it is. Parsers take null for nothing said, but for what closes here. */
export function closedByNull(treat: Treatment): Treatment {
  const treatment: Treatment = (setting, notes) => treat(setting, notes);
  closing.add(treatment);
  return treatment;
}

const closing = new WeakSet<Treatment>();

function eachMember(treatmentOf: (key: string) => Treatment): Treatment {
  return (setting, notes) => {
    const { current = {}, accepted = {}, path } = setting;
    if (!isRecord(current) || !isRecord(accepted)) return unreadable(setting, notes);
    const kept = [...new Set([...Object.keys(current), ...Object.keys(accepted)])].flatMap((key) => {
      const [written, held] = [own(current, key), own(accepted, key)];
      const treat = treatmentOf(key);
      // Parsers take null for nothing said: it must not take the place of a restriction.
      const before = closing.has(treat) ? held : (held ?? undefined);
      const one = { path: [...path, key], current: written ?? undefined, accepted: before };
      const treated = treat(one, notes);
      const value = treated === undefined && written === null ? null : treated;
      return value === undefined ? [] : [[key, value] as const];
    });
    return setting.current === undefined && kept.length === 0 ? undefined : nullPrototype(kept);
  };
}

/** A key that nobody knows closes what it stands in, because it might have been a restriction. */
const unknownKey: Treatment = (setting, notes) => {
  const { current, accepted } = setting;
  return current === undefined && accepted !== undefined
    ? restored(setting, notes)
    : harmless(setting, notes);
};

/** What cannot be read closes; once something was accepted that stays, and be it what cannot be read. */
const unreadable: Treatment = (setting, notes) =>
  setting.accepted === undefined ? harmless(setting, notes) : pinned(setting, notes);

interface ListTreatment {
  /** Whether an entry only takes something away, and so needs no acceptance. @default none does */
  readonly isRestriction?: (entry: unknown) => boolean;
  /** Whether an accepted entry stays when the file no longer has it. @default a restriction does */
  readonly isLasting?: (entry: unknown) => boolean;
  /** Finds the accepted entry that a changed one stands for, which stays in force. @default none is found */
  readonly keyOf?: (entry: unknown) => string | undefined;
}

/** A list of which each entry counts by itself. */
export function list({
  isRestriction = () => false,
  isLasting = isRestriction,
  keyOf = () => undefined,
}: ListTreatment = {}): Treatment {
  return (setting, notes) => {
    const { current: written = [], accepted: held = [], path } = setting;
    if (!isList(written) || !isList(held)) return unreadable(setting, notes);
    const [inFile, inRecord] = [new Set(written.map(canonical)), new Set(held.map(canonical))];
    const heldByKey = new Map(held.map((entry) => [keyOf(entry), entry]));
    const kept: { readonly value: unknown; readonly index: number | undefined }[] = [];
    const replaced = new Set<unknown>();
    for (const [index, entry] of written.entries()) {
      if (inRecord.has(canonical(entry)) || (isRestriction(entry) && !hasReference(entry))) {
        kept.push({ value: entry, index });
        continue;
      }
      const key = keyOf(entry);
      const before = key === undefined ? undefined : heldByKey.get(key);
      const one = { path: [...path, index], current: entry, accepted: before };
      notes.withhold(one, before === undefined ? 'added' : 'changed');
      if (before === undefined || inFile.has(canonical(before)) || replaced.has(before)) continue;
      replaced.add(before);
      kept.push({ value: before, index });
    }
    for (const entry of held) {
      if (!isLasting(entry) || replaced.has(entry) || inFile.has(canonical(entry))) continue;
      kept.push({ value: entry, index: undefined });
      notes.withhold({ path, current: undefined, accepted: entry }, 'removed');
    }
    if (setting.current === undefined && kept.length === 0) return undefined;
    notes.keptIndices(
      path,
      kept.map(({ index }) => index),
    );
    return kept.map(({ value }) => value);
  };
}

function isList(value: unknown): value is readonly unknown[] {
  return Array.isArray(value);
}

/** Equal for equal values, whatever the order of their keys. JSON has no infinite numbers, which are not null. */
function canonical(value: unknown): string {
  return JSON.stringify(value, (_, held: unknown) => {
    if (typeof held === 'number' && !Number.isFinite(held)) return { number: String(held) };
    if (!isRecord(held)) return held;
    return { '{}': Object.entries(held).toSorted(([one], [other]) => (one < other ? -1 : 1)) };
  });
}

export function hasReference(value: unknown): boolean {
  if (typeof value === 'string') return variablesIn(value).length > 0;
  return typeof value === 'object' && value !== null && Object.values(value).some(hasReference);
}

export function isRecord(value: unknown): value is { readonly [key: string]: unknown } {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function own(record: { readonly [key: string]: unknown }, key: string): unknown {
  return Object.hasOwn(record, key) ? record[key] : undefined;
}

/** No prototype: a key such as `__proto__` is only a key. */
function nullPrototype(entriesOf: readonly (readonly [string, unknown])[]): object {
  const record = Object.create(null) as Record<string, unknown>;
  for (const [key, value] of entriesOf) record[key] = value;
  return record;
}
