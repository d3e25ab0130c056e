import { UsageError } from '../command-line.ts';
import { choiceTexts } from '../choice-texts.ts';
import { exitCodes } from '../exit-codes.ts';
import { requireRecord } from '../require-record.ts';
import { openSession, type Session } from '../session.ts';

/** `feedback CALL +1|-1 [WORDS]`: what a person says of a call, for the next choice. */
export async function feedback(session: Session): Promise<number> {
  const { terminal, texts, json, line, languages } = session;
  const [callId, given, ...said] = line.operands;
  if (callId === undefined) throw new UsageError(texts.needsArgument('feedback', 'CALL'));
  if (given === undefined) throw new UsageError(texts.needsArgument('feedback', '+1|-1'));
  const spoken = choiceTexts(languages.chosen ?? languages.system);
  if (!/^[+-]?1$/u.test(given)) throw new UsageError(spoken.badFeedback(given));
  const good = given !== '-1';
  const opened = await openSession(session);
  const call = await requireRecord(callId, opened);
  const words = said.length === 0 ? undefined : said.join(' ');
  const kept = await opened.store.experience.give({ call, good, words, by: line.options.agent });
  if (json) {
    const { tool, task = null } = kept;
    await terminal.writeJson(
      JSON.stringify({ call_id: call.callId, tool, task, good, words: words ?? null }),
    );
    return exitCodes.success;
  }
  const told = choiceTexts(opened.locale);
  terminal.tell([told.thanks(kept.tool, good), ...(kept.task === undefined ? [told.noTask] : [])].join(' '));
  return exitCodes.success;
}
