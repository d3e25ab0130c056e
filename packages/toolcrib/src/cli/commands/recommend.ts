import { visible } from '@toolcrib/core';
import type { Evaluation, Ranking } from '@toolcrib/core/discovery';
import { choiceTexts } from '../choice-texts.ts';
import { exitCodes } from '../exit-codes.ts';
import { readTask } from '../read-task.ts';
import { openSession, type OpenedSession, type Session } from '../session.ts';

/** `recommend TASK`: the tools for a task by how they suit it, how they did and what people say. */
export async function recommend(session: Session): Promise<number> {
  const { terminal, json, line } = session;
  const task = readTask(session);
  const opened = await openSession(session);
  const discovery = await opened.discovery();
  const { agent, category } = line.options;
  const ranking = await discovery.recommend(task, { agent, category, limit: readLimit(line.options.limit) });
  if (json) {
    const { toWireRanking } = await import('@toolcrib/core/discovery');
    await terminal.writeJson(JSON.stringify({ task, ...toWireRanking(ranking, opened.locale) }, null, 2));
    return exitCodes.success;
  }
  await show(ranking, session, opened);
  return exitCodes.success;
}

/** What makes no sense as a number leaves the default. */
function readLimit(given: string | undefined): number | undefined {
  const limit = Number(given);
  return Number.isSafeInteger(limit) && limit > 0 ? limit : undefined;
}

async function show(
  { ranked, leftOut }: Ranking,
  { terminal }: Session,
  { locale }: OpenedSession,
): Promise<void> {
  const { reasonText } = await import('@toolcrib/core/discovery');
  const words = choiceTexts(locale);
  const told = ({ reasons }: Evaluation): string =>
    reasons.map((reason) => reasonText(reason, locale)).join('; ');
  for (const one of ranked) {
    const { tool, score } = one;
    await terminal.write(
      `${terminal.style('bold', visible(tool.name))}  ${score.toFixed(2)}  ${visible(tool.shortDescription)}`,
    );
    await terminal.write(terminal.style('dim', `  ${visible(told(one))}`));
  }
  for (const { tool, reason } of leftOut)
    await terminal.write(visible(`${words.leftOut}: ${tool.name}: ${reasonText(reason, locale)}`));
  terminal.tell(ranked.length === 0 ? words.noToolFits : words.recommended(ranked.length));
}
