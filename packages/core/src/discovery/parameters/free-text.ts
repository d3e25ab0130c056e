import type { Candidate } from './candidate.ts';
import type { Slot } from './slots.ts';
import type { Reading } from './span.ts';

const lead =
  /^(?:(?:hey|hi|hello|ok|okay|so|please|kindly|then|also|and)\b[,!.]?\s*|(?:can|could|would|will) you (?:please |kindly |help me (?:to )?|help )?|i(?:'d| would) like (?:to|you to) |i (?:want|need|wish) (?:to|you to) |i'm (?:looking|trying) (?:for|to) |help me (?:to )?|let'?s |let me )+/iu;
const command =
  /^(?:search(?: the web| online| the internet)?(?: for)?|look(?:ing)? (?:up|for)|find(?: out| me)?(?: information)?(?: about| on)?|tell me(?: more)?(?: about)?|what(?:'s| is| are| was| were)|who(?:'s| is| was)|show me|give me|google|play|explain|describe|translate|get(?: me)?|provide(?: me)?(?: with)?)\s+(?:the |an? )?/iu;

/** A free field that nothing else filled takes what the request is about: the sentence without its opening. */
export function restOfText(
  slot: Slot,
  { text }: Reading,
  taken: readonly Candidate[],
): { value: string; start: number; end: number } | undefined {
  if (slot.kind.name !== 'free' || taken.length > 3) return undefined;
  const opening = lead.exec(text)?.[0] ?? '';
  const verb = command.exec(text.slice(opening.length))?.[0] ?? '';
  const start = opening.length + verb.length;
  const value = text
    .slice(start)
    .trim()
    .replace(/[?!.。？！]+$/u, '');
  return value === '' ? undefined : { value, start, end: start + value.length };
}
