import { describe, expect, test } from 'vitest';
import { MemoryHistory } from '../history/memory-history.ts';
import { ToolRegistry } from '../registry/tool-registry.ts';
import type { CallOptions } from '../tool/call.ts';
import { ToolcribError } from '../tool/errors.ts';
import { callOptionRules } from './call-options.ts';
import { ToolService } from './tool-service.ts';

const throwing = (option: string): object => ({
  get [option](): never {
    throw new Error('no');
  },
});

function serviceWithEcho(): { service: ToolService; history: MemoryHistory } {
  const history = new MemoryHistory();
  const service = new ToolService({ builtins: false, history, agents: { a: { permission: 'admin' } } });
  service.registerTool({
    name: 'echo',
    description: 'Echoes.',
    parameters: { type: 'object' },
    run: (input: unknown) => input,
  });
  return { service, history };
}

describe('options of a service', () => {
  test.each([
    ['sandbox', 'REQUIRED'],
    ['locale', 'de'],
    ['builtins', 'no'],
    ['registry', {}],
    ['registry', null],
    ['agents', 'coder'],
    ['allowLists', {}],
    ['rules', { decision: 'deny' }],
    ['grants', { find: () => undefined }],
    ['approver', {}],
    ['approvalTimeout', 0],
    ['approvalTimeout', '5'],
    ['fence', () => undefined],
    ['history', {}],
    ['internal', { mail: 'send' }],
    ['fetch', 'fetch'],
    ['secrets', { token: 'x' }],
    ['clock', { now: () => 0 }],
    ['onListenerError', true],
    ['defaults', 10],
  ])('%s: %j is refused with a code', (option, value) => {
    expect(() => new ToolService({ [option]: value })).toThrow(
      expect.objectContaining({
        code: 'invalid_options',
        data: expect.objectContaining({ option }) as unknown,
      }),
    );
  });

  test.each([
    [{ defaults: { timeout: 0 } }, 'defaults.timeout'],
    [{ defaults: { retries: 1.5 } }, 'defaults.retries'],
    [{ defaults: { retry: 1 } }, 'defaults.retry'],
    [{ rule: [{ decision: 'deny' }] }, 'rule'],
    ['options', 'options'],
  ])('%j is refused: %s', (options, option) => {
    expect(() => new ToolService(options as object)).toThrow(
      expect.objectContaining({
        code: 'invalid_options',
        data: expect.objectContaining({ option }) as unknown,
      }),
    );
  });

  test('a service that is refused leaves nothing in a registry that is shared', () => {
    const registry = new ToolRegistry();
    const before = registry.revision;
    for (const wrong of [{ agents: { a: { permission: 'root' } } }, { rules: [{}] }, { sandbox: 'maybe' }])
      expect(() => new ToolService({ registry, ...(wrong as object) })).toThrow(ToolcribError);
    expect([registry.revision, registry.size]).toEqual([before, 0]);
  });

  test('what is undefined is left out', async () => {
    const nothing: object = { sandbox: undefined, defaults: { timeout: undefined, retries: undefined } };
    const explained = await new ToolService(nothing).explain('calculator', { expression: '1' });
    expect(explained.stations.at(-1)).toMatchObject({ station: 'execute', reason: 'at most 10000 ms' });
  });
});

describe('options of a call', () => {
  test.each(Object.keys(callOptionRules))(
    'a getter for %s that throws ends the call with a result',
    async (option) => {
      const { service } = serviceWithEcho();
      const options = throwing(option);
      const refused = { status: 'error', errorCode: 'invalid_options', station: 'resolve' };
      expect(await service.execute('echo', {}, options)).toMatchObject(refused);
      expect(await service.explain('echo', {}, options)).toMatchObject({ outcome: 'error' });
      const calls = [{ toolName: 'echo' }, { toolName: 'echo', options }, null as never];
      expect(await service.executeAll(calls)).toMatchObject([
        { status: 'success' },
        refused,
        { errorCode: 'tool_not_found' },
      ]);
      expect(await service.executeAll(calls.slice(0, 1), options)).toMatchObject([refused]);
    },
  );

  test('each is read once', async () => {
    const { service } = serviceWithEcho();
    let reads = 0;
    const options: CallOptions = {
      get agent() {
        return reads++ === 0 ? 'nobody' : 'a';
      },
    };
    expect(await service.execute('echo', {}, options)).toMatchObject({ errorCode: 'unknown_agent' });
    expect(reads).toBe(1);
  });

  test.each([
    ['version', ''],
    ['version', ' '],
    ['callId', 7],
    ['idempotencyKey', {}],
    ['parentCallId', null],
    ['agent', null],
  ])('%s: %j is refused', async (option, value) => {
    const { service } = serviceWithEcho();
    expect(await service.execute('echo', {}, { [option]: value })).toMatchObject({
      errorCode: 'invalid_options',
      data: { option },
    });
  });

  test('the record of a call with a wrong option tells who called', async () => {
    const { service, history } = serviceWithEcho();
    await service.execute('echo', {}, { timeout: -1, agent: 'a', callId: 'mine' });
    expect(history.list()).toMatchObject([{ callId: 'mine', agent: 'a', errorCode: 'invalid_options' }]);
  });

  test('options that are no object are not taken for none', async () => {
    const { service } = serviceWithEcho();
    expect(await service.execute('echo', {}, 'a' as never)).toMatchObject({ errorCode: 'invalid_options' });
  });

  test.each([0, Number.NaN, 'many', -1])(
    'a concurrency of %j is wrong for every call',
    async (concurrency) => {
      const { service } = serviceWithEcho();
      const options = { concurrency: concurrency as number };
      expect(await service.executeAll([{ toolName: 'echo' }, { toolName: 'echo' }], options)).toMatchObject([
        { errorCode: 'invalid_options', data: { option: 'concurrency' } },
        { errorCode: 'invalid_options' },
      ]);
    },
  );

  test('a version that is nothing is no version, by option and in the name', async () => {
    const { service } = serviceWithEcho();
    service.registerTool({ ...service.getTool('echo'), version: '2.0.0' });
    service.registry.setDefault('echo', '1.0.0');
    expect(await service.execute('echo@')).toMatchObject({ errorCode: 'version_not_found' });
    expect(await service.execute('echo')).toMatchObject({ metadata: { version: '1.0.0' } });
  });
});

describe('listeners', () => {
  test('what hears of broken listeners may break as well, also later', async () => {
    const unhandled: unknown[] = [];
    const note = (reason: unknown): unknown => unhandled.push(reason);
    process.on('unhandledRejection', note);
    const { service } = serviceWithEcho();
    const deaf = new ToolService({
      registry: service.registry,
      builtins: false,
      onListenerError: () => Promise.reject(new Error('deaf')),
    });
    deaf.on('call-end', () => Promise.reject(new Error('broken')));
    expect(await deaf.execute('echo')).toMatchObject({ status: 'success' });
    await new Promise((resolve) => setTimeout(resolve, 20));
    process.off('unhandledRejection', note);
    expect(unhandled).toEqual([]);
  });

  test('one that listens twice is told twice, and each ends by itself', async () => {
    const { service } = serviceWithEcho();
    let told = 0;
    const listener = (): number => told++;
    const [end] = [service.on('call-end', listener), service.on('call-end', listener)];
    await service.execute('echo');
    end();
    end();
    await service.execute('echo');
    expect(told).toBe(3);
  });

  test('a service leaves nothing behind in a registry that is shared', () => {
    const registry = new ToolRegistry();
    let watchers = 0;
    const watch = registry.watch.bind(registry);
    registry.watch = (watcher) => {
      watchers++;
      const end = watch(watcher);
      return () => {
        watchers--;
        end();
      };
    };
    const heard: string[] = [];
    const service = new ToolService({ registry, builtins: false });
    expect(watchers).toBe(0);
    const end = service.on('tool-registered', ({ id }) => heard.push(id));
    const definition = { name: 'x', description: 'X.', parameters: { type: 'object' }, run: () => 1 };
    registry.register(definition);
    registry.unregister('x');
    end();
    registry.register(definition);
    expect([heard, watchers]).toEqual([['x@1.0.0'], 0]);
  });
});
