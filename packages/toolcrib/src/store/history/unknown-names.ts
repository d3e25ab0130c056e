import { addRollup, otherNames } from '@toolcrib/core';
import type { Span } from './batch.ts';
import { spanMs } from '../statistics/span.ts';

/** So many names that no tool has are told apart on one day: an agent can think up any number of them. */
const maxNames = 100;

/** The days on which something was called that is no tool. */
export function daysOfUnknown(spans: readonly Span[]): number[] {
  return [...new Set(spans.filter(isUnknown).map(dayOf))];
}

/** The same spans, with the names that no tool has counted together where there are too many of them. */
export function collectUnknown(
  spans: readonly Span[],
  toldApart: ReadonlyMap<number, Set<string>>,
): readonly Span[] {
  if (toldApart.size === 0) return spans;
  const collected = new Map<string, Span>();
  for (const span of spans) {
    const own = { ...span, tool: isUnknown(span) ? nameFor(span, toldApart.get(dayOf(span))) : span.tool };
    const key = [own.span, own.start, own.tool, own.version, own.agent].join('\0');
    const found = collected.get(key);
    if (found === undefined) collected.set(key, own);
    else addRollup(found.rollup, own.rollup);
  }
  return [...collected.values()];
}

/** No version is recorded when no tool was found. */
function isUnknown({ version }: Span): boolean {
  return version === '';
}

function dayOf({ start }: Span): number {
  return Math.floor(start / spanMs.day) * spanMs.day;
}

function nameFor({ tool }: Span, names: Set<string> = new Set()): string {
  if (!names.has(tool) && names.size >= maxNames) return otherNames;
  names.add(tool);
  return tool;
}
