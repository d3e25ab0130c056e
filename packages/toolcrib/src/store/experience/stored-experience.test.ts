import { Discovery } from '@toolcrib/core/discovery';
import { ToolService } from '@toolcrib/core';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { startPostgres, type TestPostgres } from '../databases/postgres.test-support.ts';
import { recordOf, stores } from '../store.test-support.ts';
import type { Store } from '../store.ts';

let server: TestPostgres;
beforeAll(async () => void (server = await startPostgres()));
afterAll(() => server.stop());

const { openStore, placeOf } = stores(onTestFinished);

function discoveryOver({ history, experience }: Store): { service: ToolService; discovery: Discovery } {
  const service = new ToolService({ history });
  for (const name of ['alpha', 'beta'])
    service.registerTool({
      name,
      description: 'Weather forecast.',
      parameters: { type: 'object' },
      run: () => 1,
    });
  return { service, discovery: new Discovery(service, { experience }) };
}

describe.each(['memory', 'sqlite', 'postgres'] as const)('%s', (kind) => {
  test('gives the requests that calls have served and people spoke of, each once', async () => {
    const { history, experience } = openStore(placeOf(kind, server));
    const call = recordOf({ tool: 'alpha', task: '明天要带伞吗？ \0' });
    await history.append(call);
    await history.append(recordOf({ tool: 'alpha' }));
    await history.append(recordOf({ tool: 'beta', task: 'rain?', status: 'error', errorCode: 'timeout' }));
    await history.append(
      recordOf({ tool: 'beta', task: 'rain?', status: 'error', errorCode: 'invalid_arguments' }),
    );
    const { uses, position } = await experience.uses();
    expect(uses).toEqual([
      { tool: 'alpha', task: '明天要带伞吗？ \uFFFD', worth: 1 },
      { tool: 'beta', task: 'rain?', worth: -0.5 },
    ]);
    expect((await experience.uses(position)).uses).toEqual([]);
    await experience.give({ call, good: false, words: 'not there' });
    const later = await experience.uses(position);
    expect(later.uses).toMatchObject([{ tool: 'alpha', worth: -3 }]);
    expect((await experience.uses(later.position)).uses).toEqual([]);
    expect(await experience.feedback()).toMatchObject([
      { callId: call.callId, good: false, words: 'not there' },
    ]);
  });

  test('gives the latest calls of a tool, newest first', async () => {
    const { history, experience } = openStore(placeOf(kind, server));
    for (let time = 1; time <= 30; time++) await history.append(recordOf({ tool: 'alpha', time }));
    await history.append(recordOf({ tool: 'alpha', time: 31, status: 'error', errorCode: 'network' }));
    const latest = await experience.latest('alpha');
    expect(latest).toHaveLength(20);
    expect(latest[0]).toMatchObject({ time: 31, status: 'error', errorCode: 'network' });
  });
});

test('nothing is made by asking', async () => {
  const place = placeOf('sqlite', server);
  const { experience } = openStore(place);
  expect((await experience.uses()).uses).toEqual([]);
  expect([await experience.feedback(), await experience.latest('alpha')]).toEqual([[], []]);
});

describe.each(['sqlite', 'postgres'] as const)('%s', (kind) => {
  test('what one process learned, another one knows, also after a restart', async () => {
    const place = placeOf(kind, server);
    const first = openStore(place);
    const second = discoveryOver(openStore(place));
    expect((await second.discovery.recommend('shall I take galoshes?')).ranked).toEqual([]);
    await discoveryOver(first).service.execute('beta', {}, { task: 'do I need my galoshes?' });
    await first.history.flush();
    const [learned] = (await second.discovery.recommend('shall I take galoshes?')).ranked;
    expect(learned?.tool.name).toBe('beta');
    await first.close();
    const [known] = (await discoveryOver(openStore(place)).discovery.recommend('galoshes?')).ranked;
    expect(known?.tool.name).toBe('beta');
  });
});
