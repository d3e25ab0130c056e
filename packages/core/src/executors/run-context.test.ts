import { expect, test } from 'vitest';
import { ToolService } from '../call/tool-service.ts';
import { createFakeClock } from '../testing/fake-clock.ts';
import type { ToolContext } from '../tool/tool-context.ts';

test('a tool tells the time by the clock of the service', async () => {
  const clock = createFakeClock({ now: Date.UTC(2026, 0, 31, 12) });
  const service = new ToolService({ clock });
  const now = async (): Promise<unknown> => service.execute('datetime', { operation: 'now' });
  expect(await now()).toMatchObject({ output: { result: '2026-01-31T12:00:00Z' } });
  await clock.advance(90_000);
  expect(await now()).toMatchObject({ output: { result: '2026-01-31T12:01:30Z' } });
});

test('what a tool takes out of its context still works', async () => {
  const service = new ToolService({ clock: createFakeClock({ now: 1000 }) });
  service.registerTool({
    name: 'stamp',
    description: 'Notes the time.',
    parameters: { type: 'object' },
    annotations: { readOnly: true },
    run: (_: unknown, { note, now }: ToolContext) => note('at', now()),
  });
  expect(await service.execute('stamp', {})).toMatchObject({ metadata: { notes: { at: 1000 } } });
});

test('what a tool tells while it runs is told without secrets, by name or by variable', async () => {
  const service = new ToolService({ builtins: false });
  service.registerTool({
    name: 'login',
    description: 'Tells what it does.',
    parameters: { type: 'object', properties: { key: { type: 'string' } } },
    run: ({ key }: { key?: string }, { progress }: ToolContext) => {
      progress(`trying ${key}`);
      progress({ password: 'hunter2', tried: [key ?? ''] });
      progress(new Date() as never);
    },
  });
  const told: unknown[] = [];
  service.on('call-progress', ({ data }) => told.push(data));

  await service.execute(
    'login',
    { key: '{{secrets.door}}' },
    { variables: { secrets: { door: 'open-sesame' } } },
  );

  expect(told).toEqual(['trying [redacted]', { password: '[redacted]', tried: ['[redacted]'] }, 'not JSON']);
});
