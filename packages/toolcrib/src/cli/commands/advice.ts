import { giveAdvice, toWireAdvice, visible } from '@toolcrib/core';
import { latestFailures } from '../../store/history/latest-failures.ts';
import { exitCodes } from '../exit-codes.ts';
import { orLastWeek, parsePeriod } from '../parse-time.ts';
import { openSession, type Session } from '../session.ts';
import { statsTexts } from '../stats-texts.ts';

/** `advice`: what the statistics suggest to do. */
export async function advice(session: Session): Promise<number> {
  const { terminal, json } = session;
  const now = Date.now();
  const period = orLastWeek(parsePeriod(session, now), now);
  const { service, store, config, locale } = await openSession(session);
  const rollups = await store.statistics.rollups(period);
  const found = giveAdvice(
    {
      rollups,
      tools: service.registry.list(),
      failures: rollups.length === 0 ? [] : await latestFailures(store.history, period),
    },
    { locale, slowMs: config.telemetry.slowCallMs },
  );
  if (json || terminal.columns === undefined) {
    await terminal.writeJson(JSON.stringify(found.map(toWireAdvice), null, 2));
    return exitCodes.success;
  }
  for (const one of found) {
    await terminal.write(terminal.style('bold', visible(one.advice)));
    await terminal.write(terminal.style('dim', `  ${visible(one.reason)}  [${one.code}]`));
  }
  const words = statsTexts(locale);
  const calls = rollups.reduce((sum, { rollup }) => sum + rollup.calls, 0);
  const advised = found.length === 0 ? words.noAdvice : words.advices(found.length);
  const told = calls === 0 ? [words.noCalls] : [words.calls(calls), advised];
  terminal.tell(words.summary(period, told));
  return exitCodes.success;
}
