import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { context, metrics, trace } from '@opentelemetry/api';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import { resourceFromAttributes } from '@opentelemetry/resources';
import { AggregationTemporality, InMemoryMetricExporter, MeterProvider } from '@opentelemetry/sdk-metrics';
import { PeriodicExportingMetricReader } from '@opentelemetry/sdk-metrics';
import { InMemorySpanExporter, SimpleSpanProcessor, TracerProvider } from '@opentelemetry/sdk-trace';
import { expect, onTestFinished, test } from 'vitest';
import { openToolcrib } from '../open-toolcrib.ts';

test("an application's own OpenTelemetry is used: its spans are parents and children of ours", async () => {
  const exporter = new InMemorySpanExporter();
  const measured = new InMemoryMetricExporter(AggregationTemporality.CUMULATIVE);
  const reader = new PeriodicExportingMetricReader({ exporter: measured });
  const provider = new MeterProvider({ readers: [reader] });
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
  trace.setGlobalTracerProvider(
    new TracerProvider({
      resource: resourceFromAttributes({ 'service.name': 'an application' }),
      spanProcessors: [new SimpleSpanProcessor({ exporter })],
    }),
  );
  metrics.setGlobalMeterProvider(provider);
  const tracer = trace.getTracer('application');
  const project = mkdtempSync(join(tmpdir(), 'toolcrib-provider-'));
  const opened = await openToolcrib({
    trust: 'always',
    project,
    environment: { TOOLCRIB_LOG: 'off', TOOLCRIB_STATE: process.env['TOOLCRIB_STATE'] },
  });
  onTestFinished(async () => {
    await opened.close();
    rmSync(project, { recursive: true, force: true });
  });
  opened.service.registerTool({
    name: 'work',
    description: 'Works.',
    parameters: { type: 'object' },
    run: () => tracer.startActiveSpan('inside', (span) => span.end()),
  });

  await tracer.startActiveSpan('around', async (span) => {
    await opened.service.execute('work');
    span.end();
  });
  await provider.forceFlush();

  const [inside, call, around] = exporter.getFinishedSpans();
  expect([inside?.name, call?.name, around?.name]).toEqual(['inside', 'execute_tool work', 'around']);
  expect(inside?.parentSpanContext?.spanId).toBe(call?.spanContext().spanId);
  expect(call?.parentSpanContext?.spanId).toBe(around?.spanContext().spanId);
  expect(call?.resource.attributes['service.name']).toBe('an application');
  const names = measured
    .getMetrics()
    .flatMap(({ scopeMetrics }) => scopeMetrics.flatMap((scope) => scope.metrics));
  expect(names.map(({ descriptor }) => descriptor.name)).toContain('toolcrib.calls');
});
