import { targetOf, type Effect, type ToolContext } from '@toolcrib/core';
import { isSameStamp, type FileStamp } from '../fence/file-stamp.ts';
import type { Place } from '../fence/project-files.ts';
import type { Bench } from './bench.ts';
import { failure } from './failure.ts';
import { decodeText } from './text-encoding.ts';
import { unifiedDiff } from './unified-diff.ts';

/** What stands where a tool is about to write. */
export interface Standing {
  readonly place: Place;
  readonly stamp: FileStamp | 'missing';
  /** Undefined when nothing is there, or more than was asked for. */
  readonly content: Buffer | undefined;
}

/** Looks before a call is judged, at once. Undefined when there is nothing to judge: the fence or the call itself says why. */
export function lookAhead({ files }: Bench, path: string, maxBytes: number): Standing | undefined {
  try {
    const place = files.locate(path, 'write');
    if (place.kind === 'missing') return { place, stamp: 'missing', content: undefined };
    const { stamp, content } = files.glance(path, maxBytes);
    return { place, stamp, content };
  } catch {
    return undefined;
  }
}

/** Looks when the call runs. */
export async function lookNow({ files }: Bench, path: string, maxBytes: number): Promise<Standing> {
  const place = files.locate(path, 'write');
  if (place.kind === 'missing') return { place, stamp: 'missing', content: undefined };
  const { handle, stamp } = await files.open(path);
  try {
    return { place, stamp, content: stamp.size > maxBytes ? undefined : await handle.readFile() };
  } finally {
    await handle.close();
  }
}

/** The effect of writing to a file as it stands: what was seen goes with it, so that it can be checked again. */
export function writeEffect({ place, stamp }: Standing): Effect {
  return { kind: 'write', path: place.relative, seen: seenAs(stamp) };
}

/** Refuses what nobody has judged: a file that is not the one that was looked at, or that this agent has read. */
export function refuseChanged(
  { place, stamp }: Pick<Standing, 'place' | 'stamp'>,
  tool: string,
  { agent, effects }: ToolContext,
  bench: Bench,
): void {
  const seen = effects.find((effect) => effect.kind === 'write')?.seen ?? seenAs(stamp);
  const isJudged = isJudgedPlace(place, effects) && seen === seenAs(stamp);
  if (!isJudged) throw failure(tool, 'changed_meanwhile', { path: place.relative }, bench);
  refuseUnread({ place, stamp }, tool, agent, bench);
}

/** Refuses before a person is asked: a file that has changed since this agent read it. */
export function refuseUnread(
  { place, stamp }: Pick<Standing, 'place' | 'stamp'>,
  tool: string,
  agent: string | undefined,
  { readings, locale }: Bench,
): void {
  const read = readings.last(agent, place.path);
  // What is gone cannot be overwritten.
  if (read === undefined || stamp === 'missing' || isSameStamp(read, stamp)) return;
  throw failure(tool, 'changed_meanwhile', { path: place.relative }, { locale });
}

/** Whether a path still leads where it led when the call was judged: a link may lead elsewhere by now. */
export function isJudgedPlace(place: Place, effects: readonly Effect[]): boolean {
  return effects.every((effect) => targetOf(effect) === place.relative);
}

function seenAs(stamp: FileStamp | 'missing'): string {
  return stamp === 'missing' ? stamp : `${stamp.size} ${stamp.modified} ${stamp.inode}`;
}

/** Undefined when it is no text, or too much of it. */
export function diffOf(standing: Standing, after: string): string | undefined {
  const before = textOf(standing);
  return before === undefined ? undefined : unifiedDiff(standing.place.relative, before, after);
}

/** The text of a file as it stands; undefined when it is no text, or too much of it. */
export function textOf({ content }: Standing): string | undefined {
  return content === undefined ? undefined : decodeText(content)?.text;
}
