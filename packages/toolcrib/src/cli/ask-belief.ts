import type { Locale } from '@toolcrib/core';
import { readOnlyClaims, type Belief } from '../connectors/belief.ts';
import type { Review } from '../connectors/review.ts';
import { UsageError } from './command-line.ts';
import type { Session } from './session.ts';
import { toolsTexts } from './tools-texts.ts';

interface Asking {
  readonly locale: Locale;
  /** Whether a person who is there is asked. `--yes` is no answer to this. */
  readonly asks: boolean;
}

/** What a person believes of a server's word that its tools only read; undefined when nothing was said about that. */
export async function askBelief(
  { line, terminal, signal }: Session,
  review: Review,
  { locale, asks }: Asking,
): Promise<Belief | undefined> {
  const given = line.options.believe;
  if (given !== undefined) return toBelief(given, review, locale);
  const { claimed, believed } = readOnlyClaims(review);
  if (!asks || !terminal.interactive || line.options.yes || claimed.length === believed.length)
    return undefined;
  const answer = (await terminal.ask(toolsTexts(locale).believe(review.source.name), signal)).trim();
  if (answer === '' || /^no?$/iu.test(answer)) return undefined;
  return toBelief(/^y(?:es)?$/iu.test(answer) ? 'read_only' : answer, review, locale);
}

function toBelief(given: string, review: Review, locale: Locale): Belief {
  if (given === 'read_only') return given;
  if (given === 'none') return [];
  const names = given.split(',').map((name) => name.trim());
  const { claimed } = readOnlyClaims(review);
  const stranger = names.find((name) => !claimed.includes(name));
  if (stranger !== undefined) throw new UsageError(toolsTexts(locale).noClaim(review.source.name, stranger));
  return names;
}
