import { connectorTexts } from '../../connectors/texts.ts';
import type { Imports, SourceState } from '../../connectors/imports.ts';
import type { Review } from '../../connectors/review.ts';
import { SourceError } from '../../connectors/source-error.ts';
import { toWireReview, toWireSource } from '../../connectors/wire-source.ts';
import { UsageError } from '../command-line.ts';
import { exitCodes } from '../exit-codes.ts';
import { askBelief } from '../ask-belief.ts';
import { changesOf, showOrigin, showReview } from '../show-review.ts';
import type { Command, OpenedSession, Session } from '../session.ts';
import { toTable } from '../table.ts';
import { toolsTexts, type ToolsTexts } from '../tools-texts.ts';
import { withVerbs, type Verb } from '../verbs.ts';
import { whileWaiting } from '../while-waiting.ts';

/** `tools list|diff|accept`: the tools of other people, what has changed, and what is let in. */
export const tools: Command = withVerbs(
  new Map<string, Verb>([
    ['list', { run: list }],
    ['diff', { run: diff, optional: ['SOURCE'] }],
    ['accept', { run: accept, optional: ['SOURCE', 'NAME…'] }],
  ]),
);

async function list({ terminal, json }: Session, opened: OpenedSession): Promise<number> {
  const words = toolsTexts(opened.locale);
  const states = (await opened.imports()).states();
  if (json) {
    await terminal.writeJson(JSON.stringify(states.map(toWireSource), null, 2));
    return exitCodes.success;
  }
  const { source, kind, tools: callable, held, state } = words.columns;
  const rows = states.map((one) => [
    one.source.name,
    one.source.kind,
    String(one.tools.length),
    String(one.heldBack.length),
    words.states[one.accepted ? 'accepted' : 'not_accepted'],
  ]);
  if (rows.length === 0) terminal.tell(words.noSources);
  else for (const row of toTable([[source, kind, callable, held, state], ...rows])) await terminal.write(row);
  return exitCodes.success;
}

/** Fails when something waits, so that a pipeline notices. */
async function diff(session: Session, opened: OpenedSession): Promise<number> {
  const words = toolsTexts(opened.locale);
  const imports = await opened.imports();
  const reviews: Review[] = [];
  let failed = false;
  for (const state of chosen(imports, session.line.operands[1])) {
    const review = await look(session, opened, imports, state);
    if (review === undefined) failed = true;
    else reviews.push(review);
  }
  const waiting = reviews.filter((review) => changesOf(review) > 0);
  if (session.json) await session.terminal.writeJson(JSON.stringify(reviews.map(toWireReview), null, 2));
  else {
    for (const review of waiting) {
      await session.terminal.writeText(showReview(review, opened.locale));
      session.terminal.tell(words.toAccept(review.source.name));
    }
    if (waiting.length === 0 && !failed) session.terminal.tell(words.nothing);
  }
  return waiting.length > 0 || failed ? exitCodes.failed : exitCodes.success;
}

async function accept(session: Session, opened: OpenedSession): Promise<number> {
  const { terminal, line, json } = session;
  const words = toolsTexts(opened.locale);
  const imports = await opened.imports();
  const [, name, ...only] = line.operands;
  let failed = false;
  const done: object[] = [];
  for (const state of chosen(imports, name)) {
    const review = await look(session, opened, imports, state);
    if (review === undefined) {
      failed = true;
      continue;
    }
    refuseStrangers(review, only, words);
    if (changesOf(review) > 0) terminal.tell(showReview(review, opened.locale).trimEnd());
    const count = only.length > 0 ? only.length : changesOf(review);
    const given = line.options.believe;
    if (
      (count > 0 || !state.accepted || given !== undefined) &&
      !(await isYes(session, words.accept(review.source.name, count), words))
    ) {
      terminal.tell(words.left(review.source.name));
      failed = true;
      continue;
    }
    const believe = await askBelief(session, review, { locale: opened.locale, asks: count > 0 });
    const taken = await imports.accept(review, { only: only.length > 0 ? only : undefined, believe });
    done.push({ source: review.source.name, tools: taken.map(({ id }) => id) });
    if (!json) terminal.tell(words.accepted(review.source.name, taken.length));
  }
  if (json) await terminal.writeJson(JSON.stringify(done, null, 2));
  return failed ? exitCodes.failed : exitCodes.success;
}

function chosen(imports: Imports, name: string | undefined): readonly SourceState[] {
  const states = imports.states();
  if (name === undefined) return states;
  const found = states.filter(({ source }) => source.name === name);
  const known = states.map(({ source }) => source.name);
  if (found.length === 0) throw new SourceError(name, { kind: 'source_unknown', known });
  return found;
}

/** Asks a source, after a person has seen how it is reached. Undefined when that was not wanted or did not work. */
async function look(
  session: Session,
  { locale, texts }: OpenedSession,
  imports: Imports,
  state: SourceState,
): Promise<Review | undefined> {
  const { source, accepted } = state;
  const { terminal, signal } = session;
  const words = toolsTexts(locale);
  if (!accepted) {
    terminal.tell(showOrigin(state, locale));
    if (!(await isYes(session, words.start(source.name), words))) {
      terminal.tell(words.notAsked(source.name));
      return undefined;
    }
  }
  try {
    return await whileWaiting(
      terminal,
      (seconds) => texts.asking(source.name, seconds),
      () => imports.review(source.name, { signal }),
    );
  } catch (error) {
    if (!(error instanceof SourceError)) throw error;
    terminal.tell(connectorTexts(locale).problem(error.source, error.problem));
    return undefined;
  }
}

async function isYes(
  { line, terminal, signal }: Session,
  question: string,
  words: ToolsTexts,
): Promise<boolean> {
  if (line.options.yes) return true;
  if (line.options.no) return false;
  if (!terminal.interactive) throw new UsageError(words.needsYes);
  return /^y(?:es)?$/iu.test((await terminal.ask(question, signal)).trim());
}

function refuseStrangers(
  { source, tools: found, gone }: Review,
  only: readonly string[],
  words: ToolsTexts,
): void {
  const names = new Set([
    ...found.map(({ tool }) => tool.name),
    ...gone.map(({ definition }) => definition.name),
  ]);
  const stranger = only.find((name) => !names.has(name));
  if (stranger !== undefined) throw new UsageError(words.noTool(source.name, stranger));
}
