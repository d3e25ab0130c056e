import { describe, expect, test } from 'vitest';
import { ToolService } from '../call/tool-service.ts';
import type { ToolServiceOptions } from '../call/service-options.ts';
import type { ToolResult } from '../tool/result.ts';
import { NetworkError } from '../tool/errors.ts';
import { MemoryHistory } from './memory-history.ts';
import { Recording } from './recording.ts';

/** A service whose one tool counts what it really does. */
function service(options: ToolServiceOptions = {}): { service: ToolService; done: () => number } {
  let done = 0;
  const made = new ToolService({ builtins: false, ...options });
  made.registerTool({
    name: 'Read',
    description: 'Reads a file.',
    parameters: {
      type: 'object',
      properties: {
        path: { type: 'string' },
        lines: { type: 'integer', default: 10 },
        token: { type: 'string' },
      },
      required: ['path'],
    },
    run: ({ path }) => {
      done++;
      if (path === 'gone') throw new Error('no such file');
      if (path === 'far') throw new NetworkError('the cable is cut');
      return { path, read: done };
    },
  });
  return { service: made, done: () => done };
}

async function recorded(...calls: readonly object[]): Promise<MemoryHistory> {
  const history = new MemoryHistory();
  const { service: real } = service({ history });
  for (const call of calls) await real.execute('Read', call);
  return history;
}

const output = (result: ToolResult): unknown => (result.status === 'success' ? result.output : result.error);

describe('a service with a recording', () => {
  test('answers with what was recorded, in its order, and executes nothing', async () => {
    const history = await recorded({ path: 'a' }, { path: 'b' }, { path: 'a' });
    const recording = new Recording(history.list());
    const { service: playing, done } = service({ recording });
    const outputs: unknown[] = [];
    for (const path of ['a', 'a', 'b']) outputs.push(output(await playing.execute('Read', { path })));
    expect(outputs).toEqual([
      { path: 'a', read: 1 },
      { path: 'a', read: 3 },
      { path: 'b', read: 2 },
    ]);
    expect(done()).toBe(0);
    expect(recording.unused()).toEqual([]);
  });

  test('knows a call by its arguments, whatever their order, with defaults filled in', async () => {
    const history = await recorded({ path: 'a', lines: 10 });
    const { service: playing } = service({ recording: new Recording(history.list()) });
    expect(await playing.execute('Read', { path: 'a' })).toMatchObject({ status: 'success' });
  });

  test('answers with errors as they were, and does not try them again', async () => {
    const history = await recorded({ path: 'gone' }, { path: 'far' });
    const results = async (options: ToolServiceOptions): Promise<object[]> => {
      const { service: one } = service(options);
      const both = [await one.execute('Read', { path: 'gone' }), await one.execute('Read', { path: 'far' })];
      return both.map((result) => ({ ...result, callId: '', metadata: {}, cause: undefined }));
    };
    const played = await results({
      recording: new Recording(history.list()),
      defaults: { retries: 3 },
    });
    expect(played).toEqual(await results({}));
    expect(played).toMatchObject([{ errorCode: 'tool_failed' }, { errorCode: 'network' }]);
  });

  test('finds a call whose arguments hold a secret', async () => {
    const history = await recorded({ path: 'a', token: 'abc' });
    const { service: playing } = service({ recording: new Recording(history.list()) });
    expect(await playing.execute('Read', { path: 'a', token: 'abc' })).toMatchObject({ status: 'success' });
  });

  test.each([
    [
      [{ path: 'src/a.ts' }, { path: 'zzz' }],
      { path: 'src/b.ts' },
      /nearest is \{"lines":10,"path":"src\/a.ts"\}/u,
    ],
    [[{ path: 'a' }], { path: 'a' }, /recorded once, and was made more often/u],
  ])('fails for a call that is not recorded: %j', async (calls, wanted, message) => {
    const history = await recorded(...calls);
    const { service: playing, done } = service({ recording: new Recording(history.list()) });
    if (calls.length === 1) await playing.execute('Read', wanted);
    const result = await playing.execute('Read', wanted);
    expect(result).toMatchObject({ status: 'error', errorCode: 'not_recorded' });
    expect(output(result)).toMatch(message);
    expect(done()).toBe(0);
  });

  test('names the tools that are recorded when this one is not', async () => {
    const history = await recorded({ path: 'a' });
    const { service: playing } = service({ builtins: true, recording: new Recording(history.list()) });
    const result = await playing.execute('calculator', { expression: '1' });
    expect(output(result)).toBe('No call of calculator is recorded. Recorded: Read.');
  });

  test('tells what nobody asked for', async () => {
    const history = await recorded({ path: 'a' }, { path: 'b' });
    const recording = new Recording(history.list());
    await service({ recording }).service.execute('Read', { path: 'b' });
    expect(recording.unused().map((record) => record.arguments)).toEqual([{ path: 'a', lines: 10 }]);
  });

  test('still refuses what is not allowed', async () => {
    const history = await recorded({ path: 'a' });
    const { service: playing } = service({
      recording: new Recording(history.list()),
      agents: { reader: { permission: 'read_only', tools: ['Write'] } },
    });
    expect(await playing.execute('Read', { path: 'a' }, { agent: 'reader' })).toMatchObject({
      errorCode: 'not_in_scope',
    });
    expect(await playing.execute('Read', {})).toMatchObject({ errorCode: 'invalid_arguments' });
  });

  test('reads records that were written as JSON', async () => {
    const history = await recorded({ path: 'a' }, { path: 'gone' });
    const records = JSON.parse(JSON.stringify(history.list())) as ReturnType<MemoryHistory['list']>;
    const { service: playing } = service({ recording: new Recording(records) });
    expect(output(await playing.execute('Read', { path: 'a' }))).toEqual({ path: 'a', read: 1 });
    expect(output(await playing.execute('Read', { path: 'gone' }))).toBe('Read failed: no such file');
  });
});
