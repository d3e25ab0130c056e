import type { CallEnding, Locale } from '@toolcrib/core';
import type { ConfigProblem } from '../config/config-place.ts';
import type { Config, MetricsWay, TelemetryConfig } from '../config/config.ts';
import { configText } from '../config/texts.ts';
import { packagesFor, startMetrics, startTraces, type Started } from './exporters.ts';
import { hasGlobalProvider } from './global-providers.ts';
import type { Log } from './log.ts';
import { telemetryTexts } from './texts.ts';
import type { Tracing } from './trace-calls.ts';

/** Where it is said what could not be started or sent, and what there is to end. */
export interface Reporting {
  readonly log: Log;
  readonly locale: Locale;
  readonly placeOf: Config['placeOf'];
  readonly problems: ConfigProblem[];
  readonly endings: (() => Promise<void>)[];
}

/** Spans for the application's own provider, else for the collector of the configuration, else none. */
export async function openTraces(
  { traces: to, content }: TelemetryConfig,
  reporting: Reporting,
): Promise<Tracing | undefined> {
  const isGlobal = hasGlobalProvider('trace');
  if (!isGlobal && to === undefined) return undefined;
  const { trace } = await import('@opentelemetry/api');
  const { traceCalls } = await import('./trace-calls.ts');
  if (isGlobal || to === undefined) return traceCalls(trace.getTracerProvider(), { content });
  const tell = (reason: string): void => tellNotSent('traces', to, reason, reporting);
  const provider = await start(() => startTraces(to, tell), 'traces', packagesFor.traces, reporting);
  return provider && traceCalls(provider, { content });
}

/** The same for metrics. */
export async function openMetrics(
  { metrics: way }: TelemetryConfig,
  reporting: Reporting,
): Promise<((ending: CallEnding) => void) | undefined> {
  const isGlobal = hasGlobalProvider('metrics');
  if (!isGlobal && way === undefined) return undefined;
  const { metrics } = await import('@opentelemetry/api');
  const { measureCalls } = await import('./measure-calls.ts');
  if (isGlobal || way === undefined) return measureCalls(metrics.getMeterProvider());
  const tell = (reason: string): void => tellNotSent('metrics', addressOf(way), reason, reporting);
  const packages = 'otlp' in way ? packagesFor.otlp : packagesFor.prometheus;
  const provider = await start(() => startMetrics(way, tell), 'metrics', packages, reporting);
  return provider && measureCalls(provider);
}

function addressOf(way: MetricsWay): string {
  return 'otlp' in way ? way.otlp : `${way.prometheus.host}:${way.prometheus.port}`;
}

/** What cannot be started is a problem of the configuration, and calls are made without it. */
async function start<Provider>(
  begin: () => Promise<Started<Provider>>,
  section: 'traces' | 'metrics',
  packages: readonly string[],
  { problems, endings, placeOf, locale }: Reporting,
): Promise<Provider | undefined> {
  try {
    const { provider, close } = await begin();
    endings.push(close);
    return provider;
  } catch (error) {
    const { code = 'UNKNOWN', message } = error as NodeJS.ErrnoException;
    const texts = configText(locale);
    const place = placeOf(['telemetry', section]);
    if (code === 'ERR_MODULE_NOT_FOUND') {
      const missing = packages.find((name) => message.includes(`'${name}'`)) ?? packages.join(', ');
      const remedy = texts.installPackages(packages);
      problems.push({ ...place, code: 'package_missing', message: texts.packageMissing(missing), remedy });
    } else {
      problems.push({ ...place, code: 'not_started', ...texts.notStarted(message) });
    }
    return undefined;
  }
}

function tellNotSent(
  what: 'traces' | 'metrics',
  to: string,
  reason: string,
  { log, locale }: Reporting,
): void {
  const message = telemetryTexts(locale).notSent(what, to, reason);
  log.write('warn', { event: 'telemetry_not_sent', what, to, reason }, message);
}
