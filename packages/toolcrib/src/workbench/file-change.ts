import { targetOf, type Effect, type ToolContext } from '@toolcrib/core';
import { isSameStamp, type FileStamp } from '../fence/file-stamp.ts';
import type { Place } from '../fence/project-files.ts';
import type { Bench } from './bench.ts';
import { failure } from './failure.ts';
import { workbenchNotes } from './notes.ts';
import { fittingPart } from './outputs.ts';
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
  { place, stamp }: Standing,
  tool: string,
  { agent, effects }: ToolContext,
  { readings, locale }: Bench,
): void {
  const seen = effects.find((effect) => effect.kind === 'write')?.seen ?? seenAs(stamp);
  const read = readings.last(agent, place.path);
  const isJudged = isJudgedPlace(place, effects) && seen === seenAs(stamp);
  // What is gone cannot be overwritten.
  const isRead = read === undefined || stamp === 'missing' || isSameStamp(read, stamp);
  if (!isJudged || !isRead) throw failure(tool, 'changed_meanwhile', { path: place.relative }, { locale });
}

/** Whether a path still leads where it led when the call was judged: a link may lead elsewhere by now. */
export function isJudgedPlace(place: Place, effects: readonly Effect[]): boolean {
  return effects.every((effect) => targetOf(effect) === place.relative);
}

function seenAs(stamp: FileStamp | 'missing'): string {
  return stamp === 'missing' ? stamp : `${stamp.size} ${stamp.modified} ${stamp.inode}`;
}

/** What would change, for a person to read. */
export function previewOf(standing: Standing, after: string, { locale }: Bench): string {
  const notes = workbenchNotes(locale);
  const { stamp, place } = standing;
  const diff = stamp === 'missing' ? unifiedDiff(place.relative, '', after) : diffOf(standing, after);
  if (diff === undefined) {
    const before = stamp === 'missing' ? 0 : Number(stamp.size);
    return notes.cannotCompare({ before, after: Buffer.byteLength(after) });
  }
  const shown = fittingPart(diff);
  return shown.length === diff.length ? diff : shown + notes.previewCut;
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
