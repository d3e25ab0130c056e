import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ProxyTracerProvider } from '@opentelemetry/api';
import { PrometheusExporter } from '@opentelemetry/exporter-prometheus';
import { MeterProvider } from '@opentelemetry/sdk-metrics';
import { BatchSpanProcessor, TracerProvider } from '@opentelemetry/sdk-trace';
import { defineTool, ToolService, type ToolServiceOptions } from '../packages/core/dist/index.js';
import type { LogLevel, TelemetryConfig } from '../packages/toolcrib/src/config/config.ts';
import { measureCalls } from '../packages/toolcrib/src/telemetry/measure-calls.ts';
import { nodeMeter } from '../packages/toolcrib/src/telemetry/node-meter.ts';
import { openTelemetry } from '../packages/toolcrib/src/telemetry/open-telemetry.ts';
import { traceCalls } from '../packages/toolcrib/src/telemetry/trace-calls.ts';
import { interleave } from './measuring/interleave.ts';
import { median } from './measuring/median.ts';
import { ratio } from './measuring/ratio.ts';
import { publish, type Section } from './measuring/section.ts';
import { table } from './measuring/table.ts';

const rounds = 21;
const calls = 2000;

interface Way {
  readonly name: string;
  readonly service: ToolService;
}

const add = defineTool({
  name: 'add',
  description: 'Adds two numbers.',
  annotations: { readOnly: true },
  parameters: {
    type: 'object',
    properties: { a: { type: 'number' }, b: { type: 'number' } },
    required: ['a', 'b'],
  },
  run: async ({ a, b }) => a + b,
});

const folder = mkdtempSync(join(tmpdir(), 'toolcrib-bench-'));
try {
  publish(await measureTelemetry());
} finally {
  rmSync(folder, { recursive: true });
}

/** What each part adds to one call of a tool that adds two numbers. */
async function measureTelemetry(): Promise<Section> {
  const plain: Way = { name: 'nothing', service: serviceWith({}) };
  const spans = new BatchSpanProcessor({
    exporter: { export: (_, done) => done({ code: 0 }), shutdown: async () => undefined },
  });
  const traced = (provider: ProxyTracerProvider | TracerProvider): ToolService =>
    serviceWith({ observer: traceCalls(provider, { content: false }).observer });
  const reader = new PrometheusExporter({ preventServerStart: true });
  const measure = measureCalls(new MeterProvider({ readers: [reader] }));
  const ways: Way[] = [
    plain,
    { name: 'the meter', service: serviceWith({ meter: nodeMeter }) },
    { name: 'the log, off', service: await logged('off') },
    { name: 'the log at `warn`, with nothing to tell', service: await logged('warn') },
    { name: 'the log at `debug`, two lines', service: await logged('debug') },
    { name: 'spans that nobody wants', service: traced(new ProxyTracerProvider()) },
    { name: 'spans in batches', service: traced(new TracerProvider({ spanProcessors: [spans] })) },
    { name: 'metrics', service: serviceWith({ observer: () => measure }) },
  ];
  for (const { service } of ways) await microsecondsPerCall(service);
  const samples = await interleave(ways, rounds, ({ service }) => microsecondsPerCall(service));
  await spans.shutdown();
  const base = samples.get(plain) ?? [];
  const costs = ways.map((way) => {
    const own = samples.get(way) ?? [];
    const added = median(own.map((sample, round) => sample - (base[round] ?? Number.NaN)));
    return { name: way.name, microseconds: median(own), added, timesNothing: ratio(own, base) };
  });
  return {
    title: 'What telemetry adds to a call',
    markdown: table(
      ['with', 'µs per call', 'µs added', '× nothing'],
      costs.map(({ name, microseconds, added, timesNothing }) => [name, microseconds, added, timesNothing]),
    ),
    data: { rounds, calls, costs },
    figures: costs.slice(1).map(({ name, timesNothing }) => ({
      what: `a call with ${name}`,
      value: timesNothing,
      unit: '×',
      better: 'less',
    })),
  };
}

function serviceWith(options: ToolServiceOptions): ToolService {
  const service = new ToolService({ builtins: false, ...options });
  service.registerTool(add);
  return service;
}

async function logged(level: LogLevel): Promise<ToolService> {
  const telemetry: TelemetryConfig = {
    log: { level, format: 'json', file: join(folder, `${level}.log`) },
    slowCallMs: 500,
    annotations: true,
    content: false,
    traces: undefined,
    metrics: undefined,
  };
  const placeOf = () => ({ file: '', line: 1, column: 1, path: '' });
  const opened = await openTelemetry({ telemetry, placeOf }, { environment: {}, locale: 'en' });
  const service = serviceWith(opened.observer === undefined ? {} : { observer: opened.observer });
  opened.listen(service);
  return service;
}

async function microsecondsPerCall(service: ToolService): Promise<number> {
  const start = performance.now();
  for (let turn = 0; turn < calls; turn++) await service.execute('add', { a: turn, b: 1 });
  return ((performance.now() - start) * 1000) / calls;
}
