import { expect, test } from 'vitest';
import type { BaseToolExecutor } from '../executors/base-executor.ts';
import { ToolRegistry } from '../registry/tool-registry.ts';
import type { Grant } from '../tool/grant.ts';
import { stationOf } from './departure.ts';
import type { Explanation } from './explain.ts';
import type { ToolServiceOptions } from './service-options.ts';
import { ToolService } from './tool-service.ts';
import { toWireExplanation } from './wire-explanation.ts';

const breaks = (): never => {
  throw new Error('out of order');
};

function serviceWith(options: ToolServiceOptions, tool: object = {}): ToolService {
  const service = new ToolService({ builtins: false, ...options });
  service.registerTool({
    name: 'send',
    description: 'Sends.',
    parameters: { type: 'object', properties: { to: { type: 'string' } } },
    approval: 'safe',
    run: () => 'sent',
    ...tool,
  });
  return service;
}

class BrokenRegistry extends ToolRegistry {
  override get(): never {
    return breaks();
  }
}

const standardSchema = (validate: () => unknown): object => ({
  '~standard': { version: 1, vendor: 'test', validate, jsonSchema: { input: () => ({ type: 'object' }) } },
});

test.each<[string, string, ToolServiceOptions, object]>([
  ['resolve', 'registry', { registry: new BrokenRegistry() }, {}],
  ['validate', 'schema', {}, { parameters: standardSchema(breaks) }],
  [
    'validate',
    'late schema',
    {},
    { parameters: standardSchema(() => Promise.reject(new Error('out of order'))) },
  ],
  ['fence', 'fence', { fence: { enclose: breaks } }, {}],
])(
  'at %s a %s that breaks is an error of that station, and nothing runs',
  async (station, _, options, tool) => {
    const ran: unknown[] = [];
    const service = serviceWith(options, { run: () => ran.push(1), ...tool });
    const result = await service.execute('send', { to: 'bob' });
    expect(result).toMatchObject({ status: 'error', errorCode: 'internal_error', station });
    expect(ran).toEqual([]);
    const explained = await service.explain('send', { to: 'bob' });
    expect(explained.outcome).toBe('error');
    expect(explained.stations.find(({ decision }) => decision === 'refuse')).toMatchObject({ station });
  },
);

test('where a call is, is told by the last stamp it got', () => {
  const stamps = ['tool', 'caller', 'arguments', 'input', 'verdict', 'approval', 'fence'];
  const places = stamps.map((_, count) => {
    const stamped = Object.fromEntries(stamps.slice(0, count + 1).map((stamp) => [stamp, {}]));
    return stationOf(stamped as unknown as Parameters<typeof stationOf>[0]);
  });
  expect(places).toEqual(['scope', 'bind', 'validate', 'authorize', 'approve', 'fence', 'execute']);
});

test('a kind of tool has one executor', () => {
  const service = serviceWith({});
  const executor = { kind: 'carrier_pigeon' } as unknown as BaseToolExecutor;
  service.registerExecutor(() => executor);
  expect(() => service.registerExecutor(() => executor)).toThrow(
    expect.objectContaining({
      code: 'duplicate_name',
      data: { name: 'carrier_pigeon', owner: 'an executor' },
    }),
  );
});

test('an explanation on the wire has what there is', () => {
  const explanation = { callId: 'c1', outcome: 'allow', stations: [] } as unknown as Explanation;
  expect(toWireExplanation(explanation)).toEqual({ call_id: 'c1', outcome: 'allow', stations: [] });
  const grant: Grant = {
    id: 'g1',
    tool: 'send',
    agent: 'coder',
    argumentsDigest: undefined,
    scope: 'session',
    approval: 'confirm',
    grantedBy: 'ada',
    expiresAt: undefined,
  };
  const wire = (expiresAt: number | undefined): unknown =>
    toWireExplanation({ ...explanation, argumentsDigest: 'd1', grant: { ...grant, expiresAt } });
  const told = { id: 'g1', scope: 'session', approval: 'confirm', granted_by: 'ada' };
  expect(wire(undefined)).toMatchObject({ arguments_digest: 'd1', grant: { ...told, expires_at: null } });
  expect(wire(0)).toMatchObject({ grant: { ...told, expires_at: '1970-01-01T00:00:00.000Z' } });
});
