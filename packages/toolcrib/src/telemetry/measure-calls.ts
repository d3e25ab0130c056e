import type { MeterProvider } from '@opentelemetry/api';
import type { CallEnding } from '@toolcrib/core';
import { attribute, durationBuckets, metric, operation, unknownTool } from './conventions.ts';

/** Counts calls and how long they took. */
export function measureCalls(provider: MeterProvider): (ending: CallEnding) => void {
  const meter = provider.getMeter('toolcrib');
  const duration = meter.createHistogram(metric.duration, {
    unit: 's',
    description: 'How long calls took, from the request or the last approval to the end.',
    advice: { explicitBucketBoundaries: durationBuckets },
  });
  const calls = meter.createCounter(metric.calls, { unit: '{call}', description: 'Calls by their ending.' });
  const blocked = meter.createCounter(metric.blocked, {
    unit: '{call}',
    description: 'Calls that were not allowed, by the code of the refusal.',
  });
  return ({ status, tool, errorType, errorCode, executionTimeMs }) => {
    const named = { [attribute.toolName]: tool?.name ?? unknownTool };
    duration.record(executionTimeMs / 1000, {
      ...named,
      [attribute.operation]: operation,
      ...(errorType !== undefined && { [attribute.errorType]: errorType }),
    });
    calls.add(1, { ...named, [attribute.status]: status });
    if (status === 'blocked') blocked.add(1, { ...named, [attribute.errorCode]: errorCode });
  };
}
