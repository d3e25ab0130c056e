import { spawnSync } from 'node:child_process';
import { symlinkSync } from 'node:fs';
import { join } from 'node:path';
import {
  defineTool,
  ToolService,
  type Annotations,
  type Effect,
  type Risk,
  type ToolEventName,
  type ToolServiceOptions,
} from '@toolcrib/core';
import { scriptedApprover } from '@toolcrib/core/testing';
import { expect, test } from 'vitest';
import { stateHome, temporaryProject } from '../project.ts';

const base = { description: 'A tool.', parameters: { type: 'object' }, run: () => 'done' } as const;

test('D5.1 given annotations are kept, in either spelling', () => {
  const given: Annotations = {
    readOnly: false,
    destructive: true,
    idempotent: true,
    requiresConfirmation: true,
  };
  const service = new ToolService({ builtins: false });

  expect(service.registerTool({ ...base, name: 'a', annotations: given }).annotations).toEqual(given);
  expect(
    service.registerTool({
      ...base,
      name: 'b',
      read_only: false,
      destructive: true,
      idempotent: true,
      requires_confirmation: true,
    }).annotations,
  ).toEqual(given);
});

test.each<[string, string, Partial<Annotations>]>([
  ['find', 'search', { readOnly: true, destructive: false, idempotent: true, requiresConfirmation: false }],
  ['write_file', 'code_changes', { readOnly: false, destructive: true, requiresConfirmation: false }],
  ['delete_file', 'code_changes', { readOnly: false, destructive: true, requiresConfirmation: false }],
  ['format_file', 'code_changes', { readOnly: false, destructive: false, requiresConfirmation: false }],
  ['shell', 'terminal', { readOnly: false, destructive: true, requiresConfirmation: true }],
  [
    'note',
    'general',
    { readOnly: false, destructive: false, idempotent: false, requiresConfirmation: false },
  ],
])('D5.1 the annotations of %s in the category %s are derived', (name, category, derived) => {
  expect(defineTool({ ...base, name, category }).annotations).toMatchObject(derived);
});

test('D5.1 what is given is stronger than what would be derived', () => {
  const annotations = { destructive: false, requiresConfirmation: false };

  expect(defineTool({ ...base, name: 'shell', category: 'terminal', annotations }).annotations).toMatchObject(
    annotations,
  );
  expect(
    defineTool({ ...base, name: 'crawl', category: 'search', annotations: { readOnly: false } }).annotations
      .readOnly,
  ).toBe(false);
});

const callEvents = {
  'call-start': true,
  'call-ask': false,
  'call-run': true,
  'call-progress': false,
  'call-end': true,
  'call-fail': true,
  'access-blocked': true,
  'tool-registered': false,
  'tool-removed': false,
} satisfies Record<ToolEventName, boolean>;
const eventNames = (Object.keys(callEvents) as ToolEventName[]).filter((name) => callEvents[name]);

/** What anybody who listens to everything hears of annotations, with the name of the tool. */
function hearAnnotations(service: ToolService, heard: unknown[]): () => void {
  const endings = eventNames.map((name) =>
    service.on(name, (event) => {
      const { tool, annotations } = event as { tool: string; annotations?: Annotations };
      if (annotations !== undefined) heard.push([tool, annotations]);
    }),
  );
  return () => {
    for (const end of endings) end();
  };
}

function findingService(options: ToolServiceOptions = {}, run: () => unknown = () => 'done'): ToolService {
  const service = new ToolService({ builtins: false, ...options });
  service.registerTool({ ...base, name: 'find', category: 'search', aliases: ['look'], run });
  return service;
}

const searching = [
  'find',
  { readOnly: true, destructive: false, idempotent: true, requiresConfirmation: false },
];

test('D5.2 every use of a tool tells its annotations, however it ends', async () => {
  for (const run of [() => 'done', () => Promise.reject(new Error('broken'))]) {
    const heard: unknown[] = [];
    const service = findingService({}, run);
    hearAnnotations(service, heard);

    await service.execute('look');

    expect(heard.length).toBeGreaterThan(0);
    expect(new Set(heard.map((each) => JSON.stringify(each)))).toEqual(new Set([JSON.stringify(searching)]));
  }
});

test('D5.2 the annotations are told before the tool runs', async () => {
  const heard: unknown[] = [];
  const service = findingService({}, () => heard.push('ran'));
  hearAnnotations(service, heard);

  await service.execute('find');

  expect(heard.slice(0, 2)).toEqual([searching, 'ran']);
});

test('D5.2 a listener that breaks does not break the call', async () => {
  const broken: unknown[] = [];
  const service = findingService({ onListenerError: (error) => broken.push(error) });
  for (const name of eventNames) {
    service.on(name, () => {
      throw new Error('at once');
    });
    service.on(name, () => Promise.reject(new Error('later')));
  }

  expect(await service.execute('find')).toMatchObject({ status: 'success', output: 'done' });
  await new Promise((resolve) => setImmediate(resolve));
  expect(broken.map((error) => (error as Error).message).toSorted()).toEqual([
    'at once',
    'at once',
    'at once',
    'later',
    'later',
    'later',
  ]);
});

test('D5.2 the log can be turned off', async () => {
  const heard: unknown[] = [];
  const service = findingService();
  const end = hearAnnotations(service, heard);
  end();

  await service.execute('find');

  expect(heard).toEqual([]);
});

interface AnnotationLine {
  readonly event: string;
  readonly tool: string;
  readonly annotations?: object;
}

/** What the log of a real process tells of a call and of the call that it makes. */
async function loggedBy(telemetry: object): Promise<AnnotationLine[]> {
  const cwd = temporaryProject({
    'toolcrib.json': { store: 'memory', telemetry: { log: { level: 'debug' }, ...telemetry } },
    'program.ts': `
      import { openToolcrib } from 'toolcrib';
      const { service, close } = await openToolcrib();
      service.registerTool({
        name: 'find',
        category: 'search',
        description: 'Finds by calling another tool.',
        parameters: { type: 'object' },
        run: (_, { callId }) =>
          service.execute('string', { operation: 'upper', text: 'a' }, { parentCallId: callId }),
      });
      await service.execute('find');
      await close();`,
  });
  symlinkSync(join(import.meta.dirname, '../../node_modules'), join(cwd, 'node_modules'));
  const env = { TOOLCRIB_STATE: stateHome() };
  const { stderr } = spawnSync(process.execPath, ['program.ts'], { cwd, env, encoding: 'utf8' });
  return stderr
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line) as AnnotationLine);
}

test('D5.2 the log of a process tells the annotations of each use, direct or through another tool', async () => {
  const lines = await loggedBy({});
  expect(lines.filter(({ event }) => event === 'call_run')).toMatchObject([
    {
      tool: 'find',
      annotations: { read_only: true, destructive: false, idempotent: true, requires_confirmation: false },
    },
    { tool: 'string', parent_call_id: expect.any(String), annotations: { read_only: true } },
  ]);
});

test('D5.2 the configuration turns it off', async () => {
  const lines = await loggedBy({ annotations: false });
  expect(lines.map(({ event }) => event)).toEqual(['call_end', 'call_end']);
});

test.each<[string, object, boolean]>([
  ['requires_confirmation', { requiresConfirmation: true }, true],
  ['destructive', { destructive: true }, true],
  ['read_only', { readOnly: true }, false],
  ['nothing in particular', {}, false],
])('D5.3 the confirmation policy looks at the annotations: %s', async (_, annotations, asks) => {
  const { approver, questions } = scriptedApprover(['allow_once']);
  const service = new ToolService({ builtins: false, approver });
  service.registerTool({ ...base, name: 'act', annotations });

  expect(await service.execute('act')).toMatchObject({ status: 'success' });
  expect(questions).toHaveLength(asks ? 1 : 0);
});

test('D5.3 in a sensitive setting a rule can have every call confirmed', async () => {
  const { approver, questions } = scriptedApprover(['reject_once']);
  const service = new ToolService({ approver, rules: [{ decision: 'ask' }] });

  expect(await service.execute('calculator', { expression: '1' })).toMatchObject({
    status: 'blocked',
    errorCode: 'approval_refused',
  });
  expect(questions).toMatchObject([{ tool: 'calculator', risk: 'low' }]);
});

test.each<[Risk, object]>([
  ['low', { readOnly: true }],
  ['medium', {}],
  ['medium', { idempotent: true }],
  ['high', { destructive: true }],
])(
  'D5.3 the risk is %s for the annotations %j, in the result and before the call',
  async (risk, annotations) => {
    const { approver } = scriptedApprover(['allow_once']);
    const service = new ToolService({ builtins: false, approver });
    service.registerTool({ ...base, name: 'act', annotations });

    expect(await service.explain('act')).toMatchObject({ risk });
    expect((await service.execute('act')).metadata.risk).toBe(risk);
  },
);

test('D5.3 the events carry the risk for those who audit', async () => {
  const risks: unknown[] = [];
  const effects = (): Effect[] => [{ kind: 'write', path: 'a', risk: 'high', warning: 'overwrites' }];
  const { approver, questions } = scriptedApprover(['allow_once']);
  const service = new ToolService({ builtins: false, approver });
  service.registerTool({ ...base, name: 'act', effects });
  service.on('call-end', ({ risk }) => risks.push(risk));

  await service.execute('act');

  expect(risks).toEqual(['high']);
  expect(questions).toMatchObject([{ risk: 'high', reasons: ['not read_only', 'write a'] }]);
});
