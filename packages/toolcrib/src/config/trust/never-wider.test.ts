import { isDeepStrictEqual } from 'node:util';
import { ToolService, type AgentInput } from '@toolcrib/core';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Config } from '../config.ts';
import { ConfigError } from '../config-error.ts';
import { parseConfig } from '../parse-config.ts';
import { noHostSettings } from './host-settings.ts';
import { restrict } from './restrict.ts';

type Read = Omit<Config, 'trust'>;

/** What a configuration says, with every mistake that the parser repairs; undefined when it ends the reading. */
function parsed(value: unknown, accepted?: unknown, isAccepted = false): Read | undefined {
  const located = { value, placeOf: () => ({ line: 1, column: 1 }) };
  const { document } = isAccepted ? { document: located } : restrict(located, accepted);
  try {
    return parseConfig(document, {
      directory: '/project',
      environment: { SECRET: 'admin' },
      locale: 'en',
      systemLocale: 'en',
      allowLists: noHostSettings.allowLists,
    });
  } catch (error) {
    if (error instanceof ConfigError) return undefined;
    throw error;
  }
}

const names = ['read_it', 'write_it', 'break_it'] as const;
const agents = ['user', 'bot', 'stranger'] as const;

function serviceOf(
  { agents: configured, rules, allowLists }: Read,
  extra: { readonly [id: string]: AgentInput } = {},
): ToolService {
  const service = new ToolService({
    builtins: false,
    agents: { user: { permission: 'admin' }, ...extra, ...configured },
    rules,
    allowLists: [...allowLists],
  });
  const kinds = [
    { permission: 'read_only', annotations: { readOnly: true }, approval: 'safe' },
    { permission: 'read_write', approval: 'confirm' },
    { permission: 'admin', approval: 'dangerous' },
  ];
  for (const [index, name] of names.entries())
    service.registerTool({
      name,
      description: name,
      parameters: { type: 'object' },
      run: () => name,
      ...kinds[index],
    });
  return service;
}

const order = ['error', 'blocked', 'ask', 'run'];

async function outcome(service: ToolService, tool: string, agent: string): Promise<number> {
  return order.indexOf((await service.explain(tool, {}, { agent })).outcome);
}

const junk = fc.constantFrom<unknown>(null, 5, 'x', [], {}, '${SECRET}', true, '${NONE:-allow}');
const some = (...values: unknown[]): fc.Arbitrary<unknown> =>
  fc.oneof({ weight: 6, arbitrary: fc.constantFrom(...values) }, { weight: 1, arbitrary: junk });
const optional = (model: { readonly [key: string]: fc.Arbitrary<unknown> }): fc.Arbitrary<unknown> =>
  fc.oneof({ weight: 9, arbitrary: fc.record(model, { requiredKeys: [] }) }, { weight: 1, arbitrary: junk });
const listOf = (entry: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> =>
  fc.oneof({ weight: 9, arbitrary: fc.array(entry, { maxLength: 3 }) }, { weight: 1, arbitrary: junk });

const rule = optional({
  decision: some('allow', 'ask', 'deny'),
  tool: some('*', ...names),
  agent: some('*', 'user', 'bot'),
  reasn: fc.constant('misspelt'),
});
const agent = optional({
  permission: some('read_only', 'read_write', 'execute', 'admin'),
  tools: listOf(some(...names)),
  allow_list: some('mine', 'theirs'),
  local_mode: some(true, false),
  rules: listOf(rule),
});
const allowList = optional({
  tool_names: listOf(some(...names)),
  add_when_non_local: listOf(some(...names)),
  exclude_in_local: listOf(some(...names)),
});
const configuration = fc.record(
  {
    agents: optional({ user: agent, bot: agent }),
    allow_lists: optional({ mine: allowList, theirs: allowList }),
    rules: listOf(rule),
    sandbox: fc.oneof(
      some('off', 'best_effort', 'required'),
      optional({
        mode: some('off', 'best_effort', 'required'),
        allow_hosts: listOf(some('a.example', 'b.example')),
        allow_commands: listOf(some('npm', 'cargo')),
        commands: listOf(some('ls', 'cargo', { program: 'ls', args: 'any' })),
      }),
    ),
    defaults: optional({
      timeout: some(1, 500, 20_000),
      retries: some(0, 1, 5),
      approval_timeout: some(1, 1e9),
    }),
    telemetry: optional({ log: optional({ file: some('a', 'b') }), content: some(true, false) }),
    store: some('memory', 'x.db', 'postgres://evil.example/x'),
    imports: optional({ accept: some('nothing', 'read_only'), changed: some('hold', 'keep') }),
    mcpServers: optional({ x: optional({ command: some('a', 'b'), disabled: some(true, false) }) }),
    gateway: optional({ agent: some('user', 'bot', 'stranger'), approver: some(true, false) }),
    openapi: optional({ api: optional({ document: some('a.json', 'http://evil.example/a.json') }) }),
    server: optional({ host: some('0.0.0.0', '127.0.0.1'), max_requests: some(1, 1e6) }),
    project: some('.', '..', '/', 'sub'),
  },
  { requiredKeys: [] },
);

const modes = ['off', 'best_effort', 'required'];
const strictness = ({ sandbox }: Read): number => modes.indexOf(sandbox.mode ?? 'best_effort');
const within = (entries: readonly unknown[], others: readonly unknown[]): boolean =>
  entries.every((entry) => others.some((other) => isDeepStrictEqual(entry, other)));

test('whatever a configuration says, it may do no more than the accepted one and the defaults', async () => {
  await fc.assert(
    fc.asyncProperty(
      configuration,
      fc.option(configuration, { nil: undefined }),
      async (current, accepted) => {
        const effective = parsed(current, accepted);
        const [before, without] = [parsed(accepted ?? {}, undefined, true), parsed({}, undefined, true)];
        if (effective === undefined || before === undefined || without === undefined) return;
        expect(strictness(effective)).toBeGreaterThanOrEqual(
          Math.min(strictness(before), strictness(without)),
        );
        expect(within(effective.sandbox.allowHosts, before.sandbox.allowHosts)).toBe(true);
        expect(within(effective.sandbox.allowCommands, before.sandbox.allowCommands)).toBe(true);
        const { onlyCommands } = effective.sandbox;
        const only = before.sandbox.onlyCommands ?? ['ls'];
        expect(onlyCommands === undefined || within(onlyCommands, only)).toBe(true);
        expect(onlyCommands !== undefined || before.sandbox.onlyCommands === undefined).toBe(true);
        expect(within(effective.mcpServers, before.mcpServers)).toBe(true);
        expect(within(effective.openapi, before.openapi)).toBe(true);
        expect(within([effective.store], [before.store, without.store])).toBe(true);
        expect(within([effective.telemetry.log.file], [before.telemetry.log.file, undefined])).toBe(true);
        expect(within([effective.server.host], [before.server.host, without.server.host])).toBe(true);
        expect(within([effective.project], [before.project])).toBe(true);
        expect(!effective.gateway.approver || before.gateway.approver).toBe(true);
        expect(!effective.telemetry.content || before.telemetry.content).toBe(true);
        expect(effective.imports.accept === 'nothing' || before.imports.accept === 'read_only').toBe(true);
        for (const [limit, usual] of [
          ['timeout', 10_000],
          ['retries', 0],
          ['approvalTimeout', 300_000],
        ] as const)
          expect(effective.defaults[limit] ?? usual).toBeLessThanOrEqual(before.defaults[limit] ?? usual);
        // An agent that nobody has accepted may at most read.
        const known = Object.hasOwn(before.agents, 'bot') ? {} : { bot: {}, stranger: {} };
        const [now, then] = [serviceOf(effective), serviceOf(before, known)];
        for (const tool of names)
          for (const id of agents)
            expect(await outcome(now, tool, id), `${id} ${tool}`).toBeLessThanOrEqual(
              await outcome(then, tool, id),
            );
        if (accepted !== undefined) expect(effective.gateway.agent).toBe(before.gateway.agent);
      },
    ),
    { numRuns: Number(process.env['RUNS'] ?? 500) },
  );
});
