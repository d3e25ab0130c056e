import { describe, expect, test } from 'vitest';
import { ToolService } from '../call/tool-service.ts';
import { MemoryHistory } from './memory-history.ts';
import type { CallRecord } from './record.ts';

/** A service with a recorded call of each version of a tool. */
async function scene(): Promise<{ service: ToolService; history: MemoryHistory; record: CallRecord }> {
  const history = new MemoryHistory();
  const service = new ToolService({
    history,
    agents: {
      writer: { permission: 'read_write' },
      reader: { permission: 'read_only' },
    },
  });
  for (const version of ['1.0.0', '2.0.0'])
    service.registerTool({
      name: 'save',
      version,
      description: 'Saves a text.',
      permission: 'read_write',
      approval: 'safe',
      parameters: {
        type: 'object',
        properties: {
          text: { type: 'string' },
          password: { type: 'string' },
          to: { type: 'string', default: 'disk' },
        },
      },
      run: ({ text, password = '-' }) => `${version} ${text} ${password}`,
    });
  await service.execute(
    'save',
    { text: 'hello' },
    { agent: 'writer', version: '1.0.0', parentCallId: 'p', requestId: 'r' },
  );
  const [record] = history.list() as [CallRecord];
  return { service, history, record };
}

const none = { status: 'error', errorCode: 'not_replayable' };

describe('a replayed call', () => {
  test('is a new one of the same tool, version and arguments, and says what it repeats', async () => {
    const { service, history, record } = await scene();
    const result = await service.replay(record);
    expect(result).toMatchObject({ status: 'success', output: '1.0.0 hello -' });
    expect(result.callId).not.toBe(record.callId);
    expect(history.list()[0]).toMatchObject({
      callId: result.callId,
      replayOf: record.callId,
      version: '1.0.0',
      arguments: { text: 'hello', to: 'disk' },
      parentCallId: undefined,
      requestId: undefined,
    });
  });

  test('is made by whoever replays it, with their permission and not the recorded one', async () => {
    const { service, record } = await scene();
    expect(record.agent).toBe('writer');
    expect(await service.replay(record, { agent: 'reader' })).toMatchObject({
      status: 'blocked',
      errorCode: 'permission_denied',
    });
    expect(await service.replay(record, { agent: 'stranger' })).toMatchObject({ errorCode: 'unknown_agent' });
  });

  test('is explained before it is made: as whom, and what would run', async () => {
    const { service, history, record } = await scene();
    expect(await service.explainReplay(record, { agent: 'reader' })).toMatchObject({
      outcome: 'blocked',
      agent: 'reader',
      permission: 'read_only',
    });
    expect(await service.explainReplay(record, { arguments: { text: 'bye' } })).toMatchObject({
      outcome: 'run',
      tool: 'save@1.0.0',
      agent: undefined,
      permission: 'admin',
      arguments: { text: 'bye', to: 'disk' },
    });
    const secret = { ...record, arguments: { text: 'x', password: '[redacted]' } };
    expect(await service.explainReplay(secret)).toMatchObject({
      outcome: 'error',
      stations: [
        { code: 'not_replayable' },
        ...Array.from({ length: 7 }, () => expect.anything() as unknown),
      ],
    });
    expect(history.list()).toHaveLength(1);
  });

  test('can be made with another version and other arguments', async () => {
    const { service, record } = await scene();
    const changed = await service.replay(record, { version: '2.0.0', arguments: { text: 'bye' } });
    expect(changed).toMatchObject({ output: '2.0.0 bye -' });
  });

  test('is refused when its version is gone', async () => {
    const { service, record } = await scene();
    service.unregisterTool('save@1.0.0');
    expect(await service.replay(record)).toMatchObject({ errorCode: 'version_not_found' });
  });

  test('is refused when a secret was taken out, unless it is given anew', async () => {
    const { service, history } = await scene();
    await service.execute('save', { text: 'x', password: 'hunter2' });
    const [record] = history.list() as [CallRecord];
    expect(await service.replay(record)).toMatchObject({
      ...none,
      data: { callId: record.callId, names: ['password'] },
      error: `The call "${record.callId}" cannot be replayed: password was not kept in full, for secrecy or length. Give it anew.`,
    });
    expect(history.list()[0]).toMatchObject({ errorCode: 'not_replayable', replayOf: record.callId });
    expect(await service.replay(record, { arguments: { password: 'hunter3' } })).toMatchObject({
      output: '2.0.0 x hunter3',
    });
  });

  test('is refused when a text was cut or the arguments were not kept at all', async () => {
    const { service, history } = await scene();
    await service.execute('save', { text: 'x'.repeat(300_000) });
    const [record] = history.list() as [CallRecord];
    expect(await service.replay(record)).toMatchObject({ ...none, data: { names: ['text'] } });
    const omitted = { ...record, arguments: undefined };
    expect(await service.replay(omitted)).toMatchObject({ ...none, data: { names: [] } });
    expect(await service.replay(omitted, { arguments: { text: 'y' } })).toMatchObject({
      output: '2.0.0 y -',
    });
  });

  test('with an option that makes no sense is refused like any other', async () => {
    const { service, record } = await scene();
    expect(await service.replay(record, { timeout: -1 })).toMatchObject({ errorCode: 'invalid_options' });
  });
});
