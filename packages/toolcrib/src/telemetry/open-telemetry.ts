import { setTimeout as pause } from 'node:timers/promises';
import type { CallEnding, CallObserver, Fetch, Locale, ObservedCall, ToolService } from '@toolcrib/core';
import type { ConfigProblem } from '../config/config-place.ts';
import { logLevels, type Config, type LogConfig } from '../config/config.ts';
import type { Environment } from '../config/environment.ts';
import { patience } from './exporters.ts';
import { createLog, type Log } from './log.ts';
import { logCalls } from './log-calls.ts';
import { openMetrics, openTraces, type Reporting } from './providers.ts';
import { telemetryTexts } from './texts.ts';
import { tracedFetch } from './traced-fetch.ts';

export interface TelemetryOptions {
  readonly environment: Environment;
  readonly locale: Locale;
}

/** What is told about the calls of one service. */
export interface Telemetry {
  /** Undefined when nobody wants to know. */
  readonly observer: CallObserver | undefined;
  /** What could not be started; calls are made without it. */
  readonly problems: readonly ConfigProblem[];
  /** Puts the span of the call into the requests that it makes. */
  traced(fetch: Fetch): Fetch;
  listen(service: ToolService): void;
  /** Sends what is left, and waits for a few seconds at most. */
  close(): Promise<void>;
}

type Watch = (call: ObservedCall, ending: CallEnding) => void;

/** Starts what the configuration asks for. An application's own OpenTelemetry is used in place of ours. */
export async function openTelemetry(
  { telemetry, placeOf }: Pick<Config, 'telemetry' | 'placeOf'>,
  { environment, locale }: TelemetryOptions,
): Promise<Telemetry> {
  const log = openLog(telemetry.log, environment, locale);
  const problems: ConfigProblem[] = [];
  const endings: (() => Promise<void>)[] = [];
  const reporting: Reporting = { log, locale, placeOf, problems, endings };
  const tracing = await openTraces(telemetry, reporting);
  const measure = await openMetrics(telemetry, reporting);
  const calls = logCalls(log, telemetry, locale);
  const watches: Watch[] = [];
  if (log.writes('warn')) watches.push(calls.onEnding);
  if (measure !== undefined) watches.push((_, ending) => measure(ending));
  return {
    observer: observe(tracing?.observer, watches),
    problems,
    traced: (fetch) => (tracing === undefined ? fetch : tracedFetch(fetch, tracing.traceContext)),
    listen(service) {
      calls.listen(service);
      if (telemetry.content) tracing?.addContent(service);
    },
    async close() {
      const stop = new AbortController();
      const patient = pause(patience, undefined, { signal: stop.signal }).catch(() => undefined);
      await Promise.race([Promise.allSettled(endings.map((end) => end())), patient]);
      stop.abort();
    },
  };
}

/** `TOOLCRIB_LOG` comes before what the configuration says. */
function openLog(config: LogConfig, { TOOLCRIB_LOG: wanted = '' }: Environment, locale: Locale): Log {
  const level = logLevels.find((known) => known === wanted);
  const log = createLog({ ...config, level: level ?? config.level }, locale);
  if (wanted !== '' && level === undefined) {
    const message = telemetryTexts(locale).unknownLevel(wanted, logLevels);
    log.write('warn', { event: 'log_level_unknown' }, message);
  }
  return log;
}

/** Tracing stands around the call; the others only hear how it ended. One that breaks does not keep it from the next. */
function observe(tracing: CallObserver | undefined, watches: readonly Watch[]): CallObserver | undefined {
  if (watches.length === 0) return tracing;
  return (call, run) => {
    const finish = tracing?.(call, run);
    return (ending) => {
      for (const watch of finish === undefined ? watches : [() => finish(ending), ...watches]) {
        try {
          watch(call, ending);
        } catch {
          // The call has ended as it ended.
        }
      }
    };
  };
}
