import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import type { Approver } from '../policy/approver.ts';
import { scriptedApprover } from '../testing/scripted-approver.ts';
import type { ToolContext } from '../tool/tool-context.ts';
import type { ToolServiceOptions } from './service-options.ts';
import { ToolService } from './tool-service.ts';

const base = { description: 'X.', parameters: { type: 'object' } };

function serviceWith(options: ToolServiceOptions, ...tools: object[]): ToolService {
  const service = new ToolService({ builtins: false, ...options });
  for (const tool of tools) service.registerTool({ ...base, ...tool });
  return service;
}

describe('one call is one call', () => {
  test('a tool that fails because it was told to stop is not tried twice at once', async () => {
    let runs = 0;
    const run = (_: unknown, { signal }: ToolContext): Promise<never> => {
      runs++;
      return new Promise((_resolve, reject) =>
        signal.addEventListener('abort', () => reject(signal.reason as Error)),
      );
    };
    const service = serviceWith({}, { name: 'slow', annotations: { readOnly: true }, run });
    const result = await service.execute('slow', {}, { timeout: 10, retries: 3, retryDelay: 1 });
    expect(result).toMatchObject({ errorCode: 'timeout', metadata: { attempts: 4 } });
    await new Promise((resolve) => setTimeout(resolve, 60));
    expect(runs).toBe(4);
  });

  test.each([
    ['an object without prototype', () => Promise.reject(Object.create(null) as Error)],
    [
      'an error whose getters throw',
      () =>
        Promise.reject(
          Object.defineProperty(new Error('x'), 'status', {
            get: () => {
              throw new Error('y');
            },
          }),
        ),
    ],
  ])('%s as a failure is a failure like any other', async (_, run) => {
    const service = serviceWith({}, { name: 'odd', run });
    expect(await service.execute('odd')).toMatchObject({ status: 'error', errorCode: 'tool_failed' });
  });

  test('a signal that is none is refused', async () => {
    const service = serviceWith({}, { name: 'x', run: () => 1 });
    expect(await service.execute('x', {}, { signal: { aborted: false } as never })).toMatchObject({
      errorCode: 'invalid_options',
    });
  });
});

describe('deny wins', () => {
  const deny = (rule: object): ToolServiceOptions => ({ rules: [{ decision: 'deny', ...rule }] });

  test('over an alias that only an older version has', async () => {
    const service = serviceWith(
      deny({ tool: 'rm' }),
      { name: 'remove', aliases: ['rm'], run: () => 1 },
      { name: 'remove', version: '1.1.0', run: () => 1 },
    );
    expect(await service.execute('rm')).toMatchObject({ errorCode: 'denied_by_rule' });
  });

  test('inside lists and for keys with dots', async () => {
    const service = serviceWith(deny({ arguments: { 'edits.path': '/etc/*' } }), {
      name: 'edit',
      run: () => 1,
    });
    for (const given of [
      { edits: [{ path: '/etc/passwd' }] },
      { edits: { path: '/etc/passwd' } },
      { 'edits.path': '/etc/passwd' },
    ]) {
      expect(await service.execute('edit', given)).toMatchObject({ errorCode: 'denied_by_rule' });
    }
  });

  test('over what a schema makes of the arguments', async () => {
    const parameters = z.object({ command: z.string().trim() });
    const service = serviceWith(deny({ arguments: { command: 'rm*' } }), {
      name: 'sh',
      parameters,
      run: () => 1,
    });
    expect(await service.execute('sh', { command: '  rm -rf /' })).toMatchObject({
      errorCode: 'denied_by_rule',
    });
  });

  test.each([
    'http://127.0.0.1:9/',
    ' http://127.0.0.1:9/',
    'http:127.0.0.1:9',
    'http://127.1:9/',
    'http://2130706433:9/',
  ])('over a host however it is spelled: %j', async (url) => {
    const service = serviceWith(deny({ effects: [{ kind: 'connect', target: '127.0.0.1*' }] }), {
      name: 'get',
      implementation: { kind: 'rest' },
    });
    expect(await service.execute('get', { url })).toMatchObject({ errorCode: 'denied_by_rule' });
  });
});

describe('a yes is a yes to what was asked', () => {
  const effects = ({ command }: { command?: string }): object[] => [
    { kind: 'run', command: command ?? '', ...(command?.startsWith('rm') && { risk: 'high' }) },
  ];

  test('"always" to a harmless call is none to a risky one', async () => {
    const { approver, questions } = scriptedApprover(['allow_always', 'reject_once']);
    const service = serviceWith({ approver }, { name: 'sh', approval: 'confirm', effects, run: () => 1 });
    const statuses: string[] = [];
    for (const command of ['ls', 'ls -l', 'rm -rf /'])
      statuses.push((await service.execute('sh', { command })).status);
    expect(statuses).toEqual(['success', 'success', 'blocked']);
    expect(questions).toHaveLength(2);
  });

  test('"always" to confirm is none to a later version that is dangerous', async () => {
    const { approver } = scriptedApprover(['allow_always']);
    const service = serviceWith({ approver }, { name: 'x', approval: 'confirm', run: () => 1 });
    expect(await service.execute('x')).toMatchObject({ status: 'success' });
    service.registerTool({ ...base, name: 'x', version: '2.0.0', approval: 'dangerous', run: () => 1 });
    expect(await service.execute('x')).toMatchObject({ errorCode: 'grant_required' });
  });

  test('a tool that went away while a person thought does not run', async () => {
    const service = serviceWith(
      { approver: () => ({ decision: service.unregisterTool('x') ? 'allow_once' : 'reject_once' }) },
      { name: 'x', approval: 'confirm', run: () => 1 },
    );
    expect(await service.execute('x')).toMatchObject({ errorCode: 'tool_not_found' });
  });

  test('a fence that says nothing has not said yes', async () => {
    const service = serviceWith(
      { sandbox: 'required', fence: { enclose: () => undefined as never } },
      { name: 'x', run: () => 1 },
    );
    expect(await service.execute('x')).toMatchObject({ status: 'error', station: 'fence' });
  });
});

test('null where a restriction could stand is refused, not taken for none', () => {
  expect(() => new ToolService({ agents: { a: { tools: null as never } } })).toThrow('tools is missing');
  expect(() => new ToolService({ rules: [{ decision: 'allow', arguments: null as never }] })).toThrow(
    'arguments is missing',
  );
  expect(() => new ToolService({ agents: { '*': {} } })).toThrow('id "*"');
});

test('listeners hold nothing of the call in their hands', async () => {
  const service = serviceWith({}, { name: 'x', run: () => 1 });
  service.on('call-run', (event) => Object.assign(event.annotations, { readOnly: true }));
  await service.execute('x');
  expect(service.getTool('x')?.annotations.readOnly).toBe(false);
});

test('what a tool tells on its way is a copy for each who listens', async () => {
  const told = { lines: ['one'] };
  const service = serviceWith(
    {},
    {
      name: 'x',
      run: (_: unknown, context: ToolContext) => {
        context.progress(told);
        context.progress(10n as never);
      },
    },
  );
  const heard: unknown[] = [];
  service.on('call-progress', ({ data }) => {
    if (typeof data === 'object') Object.assign(data as object, { lines: [] });
  });
  service.on('call-progress', ({ data }) => heard.push(data));
  await service.execute('x');
  expect([told, heard]).toEqual([{ lines: ['one'] }, [{ lines: ['one'] }, 'not JSON']]);
});

test('braces without end and references without measure end the call', async () => {
  const service = serviceWith({}, { name: 'x', run: (input: unknown) => input });
  const variables = { v: Array.from({ length: 10_000 }, (_, i) => i) };
  expect(await service.execute('x', { c: `{{${' '.repeat(200_000)}` }, { variables })).toMatchObject({
    status: 'success',
  });
  const many = Array.from({ length: 40_000 }, () => '{{v}}');
  expect(await service.execute('x', { many }, { variables })).toMatchObject({
    errorCode: 'invalid_arguments',
    error: 'The arguments must not hold more than 50000 values in all',
  });
  expect(await service.execute('x', { many: many.join(' ') }, { variables })).toMatchObject({
    errorCode: 'invalid_arguments',
    error: 'The arguments must not hold more than 16000000 characters of text in all',
  });
});

test('arguments beyond the limits end the call before anything walks over them', async () => {
  const service = serviceWith({}, { name: 'x', run: () => 1 });
  const list = Array.from({ length: 50_001 }, () => 1);
  const keys = Object.fromEntries(list.map((_, index) => [`k${index}`, 1]));
  for (const given of [{ list }, keys]) {
    const result = await service.execute('x', given);
    expect(result).toMatchObject({
      station: 'bind',
      errorCode: 'invalid_arguments',
      data: { problems: [{ path: '', keyword: 'size', expected: 50_000 }] },
    });
    const tool = service.getTool('x');
    expect(tool && service.validateParameters(tool, given)).toMatchObject({ valid: false });
  }
  expect(await service.execute('x', { list: list.slice(5) })).toMatchObject({ status: 'success' });
  expect(await service.execute('x', { text: 'x'.repeat(16_000_001) })).toMatchObject({
    data: { problems: [{ keyword: 'text', expected: 16_000_000 }] },
  });
});

test('rules against large arguments end soon, and the refusal says why', async () => {
  const rules = Array.from(
    { length: 200 },
    () => ({ decision: 'deny', arguments: { list: '*x*' } }) as const,
  );
  const service = serviceWith({ rules }, { name: 'x', run: () => 1 });
  const list = Array.from({ length: 49_000 }, (_, index) => `item ${index}`);
  expect(await service.execute('x', { list })).toMatchObject({
    errorCode: 'denied_by_rule',
    error: expect.stringMatching(
      /^x is denied: there is too much .* the rule at rules\[\d+\]\.$/u,
    ) as unknown,
    data: { tooLarge: true },
  });
  expect(await service.execute('x', { list: list.slice(0, 100) })).toMatchObject({ status: 'success' });
  const asking = rules.map((rule) => ({ ...rule, decision: 'ask' }) as const);
  const reasons: string[] = [];
  const approver: Approver = (question) => {
    reasons.push(...question.reasons);
    return { decision: 'reject_once' };
  };
  await serviceWith({ rules: asking, approver }, { name: 'x', run: () => 1 }).execute('x', { list });
  expect(reasons).toContain('too_large');
});
