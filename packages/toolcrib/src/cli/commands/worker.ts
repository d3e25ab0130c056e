import { hostname } from 'node:os';
import { visible } from '@toolcrib/core';
import { describePlace } from '../../store/store-place.ts';
import { UsageError } from '../command-line.ts';
import { exitCodes } from '../exit-codes.ts';
import { openSession, type Session } from '../session.ts';
import { untilStopped } from '../until-stopped.ts';
import { workerTexts } from '../worker-texts.ts';

/** Milliseconds that calls under way get to end, before they go on elsewhere. */
const drain = 10_000;

/** `worker`: works on the plans that others submit, together with all who share the store, until somebody stops it. */
export async function worker(session: Session): Promise<number> {
  const { terminal, json, line, languages } = session;
  const { name = machineName(), concurrency } = line.options;
  const spoken = workerTexts(languages.chosen ?? languages.system);
  if (!/^[\w.-]{1,60}$/u.test(name)) throw new UsageError(spoken.badName(name));
  const isCount = concurrency === undefined || /^[1-9]\d{0,2}$|^1000$/u.test(concurrency);
  if (!isCount) throw new UsageError(spoken.badConcurrency(concurrency));
  const { plans, config, store, locale } = await openSession(session, {
    // The store is the desk: people are elsewhere.
    desks: [],
    worker: { name, concurrency: concurrency === undefined ? undefined : Number(concurrency) },
  });
  const words = workerTexts(locale);
  if (config.plans.engine === 'local') throw new UsageError(words.engineIsLocal, 'engine_is_local');
  const { engine } = await plans();
  await engine.attend();
  const place = describePlace(store.place);
  if (json) await terminal.writeJson(JSON.stringify({ worker: name, place }));
  else terminal.tell(visible(words.working(name, place)));
  await untilStopped(session);
  if (!json) terminal.tell(words.stopping);
  await engine.close({ drain });
  if (!json) terminal.tell(words.stopped);
  return exitCodes.success;
}

function machineName(): string {
  return (
    hostname()
      .replaceAll(/[^\w.-]/gu, '-')
      .slice(0, 60) || 'worker'
  );
}
