import type { MeterProvider, TracerProvider } from '@opentelemetry/api';
import type { MetricsWay } from '../config/config.ts';

/** A provider of ours, with what it takes to end it. */
export interface Started<Provider> {
  readonly provider: Provider;
  /** Sends what is left, and ends it. */
  readonly close: () => Promise<void>;
}

/** Milliseconds for one attempt to send, and for the last one when we close. */
export const patience = 3000;

export const packagesFor = {
  traces: ['@opentelemetry/sdk-trace', '@opentelemetry/resources', '@opentelemetry/exporter-trace-otlp-http'],
  otlp: [
    '@opentelemetry/sdk-metrics',
    '@opentelemetry/resources',
    '@opentelemetry/exporter-metrics-otlp-http',
  ],
  prometheus: [
    '@opentelemetry/sdk-metrics',
    '@opentelemetry/resources',
    '@opentelemetry/exporter-prometheus',
  ],
} as const;

/** Spans by OTLP: gathered, and sent in the background. What does not fit into the queue is dropped. */
export async function startTraces(url: string, tell: TellFailure): Promise<Started<TracerProvider>> {
  const [{ TracerProvider, BatchSpanProcessor }, { OTLPTraceExporter }, resource] = await Promise.all([
    import('@opentelemetry/sdk-trace'),
    import('@opentelemetry/exporter-trace-otlp-http'),
    describeUs(),
  ]);
  const exporter = new OTLPTraceExporter({ url, timeoutMillis: patience });
  tellFailures(exporter, tell);
  const provider = new TracerProvider({
    resource,
    spanProcessors: [new BatchSpanProcessor({ exporter, exportTimeoutMillis: patience })],
  });
  return { provider, close: () => provider.shutdown() };
}

export async function startMetrics(way: MetricsWay, tell: TellFailure): Promise<Started<MeterProvider>> {
  const [{ MeterProvider, PeriodicExportingMetricReader }, resource] = await Promise.all([
    import('@opentelemetry/sdk-metrics'),
    describeUs(),
  ]);
  if ('prometheus' in way) {
    const { PrometheusExporter } = await import('@opentelemetry/exporter-prometheus');
    const reader = new PrometheusExporter({ ...way.prometheus, preventServerStart: true });
    const provider = new MeterProvider({ resource, readers: [reader] });
    await reader.startServer();
    return { provider, close: () => provider.shutdown() };
  }
  const { OTLPMetricExporter } = await import('@opentelemetry/exporter-metrics-otlp-http');
  const exporter = new OTLPMetricExporter({ url: way.otlp, timeoutMillis: patience });
  tellFailures(exporter, tell);
  const reader = new PeriodicExportingMetricReader({ exporter, exportTimeoutMillis: patience });
  const provider = new MeterProvider({ resource, readers: [reader] });
  return { provider, close: () => provider.shutdown() };
}

/** OTEL_SERVICE_NAME and OTEL_RESOURCE_ATTRIBUTES say it otherwise. */
async function describeUs() {
  const { defaultResource, detectResources, envDetector, resourceFromAttributes } = await import(
    '@opentelemetry/resources'
  );
  const own = resourceFromAttributes({ 'service.name': 'toolcrib' });
  return defaultResource()
    .merge(own)
    .merge(detectResources({ detectors: [envDetector] }));
}

export type TellFailure = (reason: string) => void;

interface Exporter {
  export(items: never, done: (result: { readonly code: number; readonly error?: Error }) => void): void;
}

/** Tells the first of several failures in a row: an exporter that is dead says so with every batch. */
function tellFailures(exporter: Exporter, tell: TellFailure): void {
  const send = exporter.export.bind(exporter);
  let failing = false;
  exporter.export = (items, done) =>
    send(items, (result) => {
      if (result.code !== 0 && !failing) tell(result.error?.message ?? String(result.code));
      failing = result.code !== 0;
      done(result);
    });
}
