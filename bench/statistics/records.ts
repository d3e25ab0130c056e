import type { CallRecord } from '../../packages/toolcrib/dist/index.js';
import { recordOf } from '../history/records.ts';

const tools = Array.from({ length: 20 }, (_, at) => `tool_${at}`);
const agents = ['explorer', 'builder', 'reviewer', 'writer', undefined];

/** Calls of twenty tools by five agents, some tools called much more than others, in the order of time. */
export function* createRecords(
  count: number,
  { from, to }: { readonly from: number; readonly to: number },
): Iterable<CallRecord> {
  let state = 42;
  // The same calls in every run.
  const random = (): number => (state = (state * 1_664_525 + 1_013_904_223) % 2 ** 32) / 2 ** 32;
  for (let at = 0; at < count; at++) {
    const tool = tools[Math.floor(random() ** 2 * tools.length)] ?? '';
    const chance = random();
    const status = chance < 0.05 ? 'error' : chance < 0.08 ? 'blocked' : 'success';
    yield {
      ...recordOf(at),
      time: from + Math.floor(((to - from) * at) / count),
      agent: agents[Math.floor(random() * agents.length)],
      tool,
      version: tool === 'tool_3' && at > count / 2 ? '1.1.0' : '1.0.0',
      status,
      output: status === 'success' ? 'done' : undefined,
      errorCode: status === 'error' ? (random() < 0.2 ? 'timeout' : 'tool_failed') : undefined,
      executionTimeMs: Math.exp(4 * random() + 4 * random() - 1),
    };
  }
}
