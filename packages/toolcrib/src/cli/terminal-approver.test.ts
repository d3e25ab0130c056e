import {
  createApprovalDesk,
  MemoryApprovals,
  ToolService,
  type ApprovalQuestion,
  type ApproverScope,
  type Locale,
  type Risk,
} from '@toolcrib/core';
import { describe, expect, test } from 'vitest';
import type { Terminal } from './terminal.ts';
import { terminalApprover, type ApproverSurroundings } from './terminal-approver.ts';
import { cliTexts } from './texts.ts';

interface FakeTerminal extends Terminal {
  readonly told: readonly string[];
  readonly prompts: readonly string[];
  readonly reading: readonly number[];
}

const noResult = (): Promise<void> => Promise.reject(new Error('a question is no result'));

/** A person who gives these answers, one after the other. */
function fakeTerminal(...answers: readonly string[]): FakeTerminal {
  const told: string[] = [];
  const prompts: string[] = [];
  const reading: number[] = [];
  return {
    told,
    prompts,
    reading,
    input: process.stdin,
    interactive: true,
    columns: undefined,
    screen: undefined,
    write: noResult,
    writeText: noResult,
    writeJson: noResult,
    writePiece: noResult,
    tell: (line) => void told.push(line),
    ask(prompt, _, milliseconds = 0) {
      prompts.push(prompt);
      reading.push(milliseconds);
      return Promise.resolve(answers[prompts.length - 1] ?? '');
    },
    style: (_, text) => text,
  };
}

const question: ApprovalQuestion = {
  callId: 'c1',
  agent: 'coder',
  tool: 'Bash',
  version: '1.2.0',
  description: 'Runs a command.',
  arguments: { command: 'rm -rf /tmp/x\u001b[2K\rls', note: 'a\u202Eb\u200Bc', list: [1, null] },
  shownDigest: 's1',
  argumentsDigest: '',
  effects: [{ kind: 'run', command: 'rm -rf\u0007' }],
  risk: 'high',
  reasons: ['destructive'],
  warning: 'Bash can destroy things.',
  always: 'call',
  expiresAt: 0,
};

interface Asked {
  readonly locale?: Locale;
  readonly risk?: Risk;
  readonly scope?: ApproverScope;
  readonly changes?: Partial<ApprovalQuestion>;
}

const by = 'terminal:ada';

const surroundings = ({ locale = 'en', scope = {} }: Asked = {}): ApproverSurroundings => ({
  texts: cliTexts(locale),
  locale,
  approver: { id: by, scope, approvesOwn: true },
});

const answer = (terminal: Terminal, given: Asked = {}): Promise<unknown> => {
  const { risk = 'high', changes } = given;
  const asked = { ...question, risk, ...changes };
  const context = { signal: undefined, recorded: asked, approvalId: 'approval_1' };
  return Promise.resolve(terminalApprover(terminal, () => surroundings(given))(asked, context));
};

test.each([
  [
    'en',
    'May Bash 1.2.0 run?',
    'Agent: coder',
    'Risk: HIGH (destructive)',
    'Warning: Bash can destroy things.',
    'Anything else is a no',
  ],
  [
    'zh-CN',
    '是否允许执行 Bash 1.2.0？',
    '智能体: coder',
    '风险等级: 高 (destructive)',
    '警告: Bash can destroy things.',
    '其他输入均为拒绝',
  ],
] as const)(
  'the question shows tool, agent, risk and warning in %s',
  async (locale, title, agent, risk, warning, no) => {
    const terminal = fakeTerminal();
    await answer(terminal, { locale });
    const shown = terminal.told.join('\n');
    for (const part of [title, agent, risk, warning]) expect(shown).toContain(part);
    expect(terminal.prompts).toEqual([expect.stringContaining(no)]);
  },
);

test('arguments and effects are shown whole, with control and invisible characters made visible', async () => {
  const terminal = fakeTerminal();
  await answer(terminal);
  const shown = terminal.told.join('\n');
  expect(shown).toContain('command = "rm -rf /tmp/x\\u001b[2K\\rls"');
  expect(shown).toContain('note = "a\\u{202e}b\\u{200b}c"');
  expect(shown).toContain('list = [1,null]');
  expect(shown).toContain('run rm -rf\\u{7}');
  expect(shown.replaceAll('\n', '')).not.toMatch(/[\p{Cc}\p{Cf}]/u);
});

test.each([
  ['y', 'allow_once'],
  ['Y', 'allow_once'],
  [' yes ', 'allow_once'],
  ['allow', 'allow_once'],
  ['a', 'allow_always'],
  ['ALWAYS', 'allow_always'],
  ['n', 'reject_once'],
  ['N', 'reject_once'],
  ['', 'reject_once'],
  ['yep', 'reject_once'],
  ['ya', 'reject_once'],
  ['да', 'reject_once'],
  ['toString', 'reject_once'],
])('the answer %j means %s', async (typed, decision) => {
  expect(await answer(fakeTerminal(typed), { risk: 'medium' })).toEqual({ decision, by });
});

test.each([
  ['y', 'reject_once'],
  ['yes', 'reject_once'],
  ['s', 'reject_once'],
  ['a', 'reject_once'],
  [' Allow ', 'allow_once'],
  ['always', 'allow_always'],
])('where the risk is high, the answer %j means %s', async (typed, decision) => {
  expect(await answer(fakeTerminal(typed))).toEqual({ decision, by });
});

test.each(['s', 'S', ' session '])('the answer %j is a yes until the process ends', async (typed) => {
  expect(await answer(fakeTerminal(typed), { risk: 'low' })).toEqual({
    decision: 'allow_always',
    scope: 'session',
    by,
  });
});

test('the higher the risk, the longer the reading time before the prompt, and it is told', async () => {
  const terminal = fakeTerminal();
  for (const risk of ['low', 'medium', 'high'] as const) await answer(terminal, { risk });
  const [low = 0, medium = 0, high = 0] = terminal.reading;
  expect(low).toBeGreaterThan(0);
  expect(medium).toBeGreaterThan(low);
  expect(high).toBeGreaterThan(medium);
  expect(terminal.told.join('\n')).toContain('the prompt appears after 1.5 s');
});

test('characters that have no shape are shown by their number: fillers, variation selectors, tags', async () => {
  const terminal = fakeTerminal();
  const command = 'rm a\u3164b\u034Fc\uFE0F\u{E0101}\u{E0041}\u2060d';
  await answer(terminal, { changes: { arguments: { command } } });
  const shown = String.raw`"rm a\u{3164}b\u{34f}c\u{fe0f}\u{e0101}\u{e0041}\u{2060}d"`;
  expect(terminal.told.join('\n')).toContain(`command = ${shown}`);
});

test('a long request is shown page by page, and can only be allowed after the last', async () => {
  const command = `echo ${'x'.repeat(20_000)}; rm -rf /`;
  const changes = { arguments: { command } };
  const terminal = fakeTerminal('', '', '', 'allow');
  expect(await answer(terminal, { changes })).toEqual({ decision: 'allow_once', by });
  expect(terminal.told.join('')).toContain(JSON.stringify(command));
  expect(terminal.prompts).toEqual([
    ...[1, 2, 3].map((page) => `Page ${page} of 4. [Enter] next page   [n] no: `),
    expect.stringContaining('Type a word'),
  ]);
  for (const typed of ['n', 'allow', 'y']) {
    const early = fakeTerminal('', typed);
    expect(await answer(early, { changes })).toEqual({ decision: 'reject_once', by });
    expect(early.prompts.length).toBe(2);
  }
});

test('who may not approve a call is shown it with the reason, and is not asked', async () => {
  const terminal = fakeTerminal('allow');
  expect(await answer(terminal, { scope: { maxRisk: 'medium' } })).toBeUndefined();
  expect(terminal.prompts).toEqual([]);
  const told = terminal.told.join('\n');
  expect(told).toContain('May Bash 1.2.0 run?');
  expect(told).toContain('may not approve this call of Bash: its risk is higher');
  expect(told).toContain('Let another approver answer');
});

test('who is limited to a risk can allow once, and is asked again after "always"', async () => {
  const terminal = fakeTerminal('a', 's', 'y');
  const limited = { risk: 'low', scope: { maxRisk: 'medium' } } as const;
  expect(await answer(terminal, limited)).toEqual({ decision: 'allow_once', by });
  expect(terminal.prompts.length).toBe(3);
  expect(terminal.told.join('\n')).toContain('can allow it only once');
});

describe('in a service', () => {
  const service = (terminal: Terminal): ToolService => {
    const asking = new ToolService({
      approver: createApprovalDesk({
        store: new MemoryApprovals(),
        desks: [terminalApprover(terminal, () => surroundings())],
      }),
    });
    asking.registerTool({
      name: 'wipe',
      description: 'Wipes.',
      parameters: { type: 'object' },
      annotations: { destructive: true },
      run: () => 'wiped',
    });
    return asking;
  };

  test('"once" asks again, "always" does not', async () => {
    const terminal = fakeTerminal('allow', 'always');
    const asking = service(terminal);
    for (let time = 0; time < 4; time++)
      expect(await asking.execute('wipe')).toMatchObject({ output: 'wiped' });
    expect(terminal.prompts.length).toBe(2);
  });

  test('no answer is a no, and the next call asks again', async () => {
    const terminal = fakeTerminal('', 'allow');
    const asking = service(terminal);
    expect(await asking.execute('wipe')).toMatchObject({ status: 'blocked', errorCode: 'approval_refused' });
    expect(await asking.execute('wipe')).toMatchObject({ status: 'success' });
  });
});

test('a question with something to fill in asks for one field after the other', async () => {
  const form = {
    type: 'object',
    properties: {
      name: { type: 'string', title: 'Your\u001b name' },
      age: { type: 'integer', default: 7 },
      member: { type: 'boolean' },
      color: { type: 'string', enum: ['red', 'blue'] },
    },
  } as const;
  const asked = { ...question, description: 'Who are you?', form };
  const fill = (terminal: Terminal): unknown =>
    terminalApprover(terminal, () => surroundings())(asked, {
      signal: undefined,
      recorded: asked,
      approvalId: 'approval_1',
    });
  const terminal = fakeTerminal('y', 'Ada', '', 'no', 'red');
  expect(await fill(terminal)).toEqual({
    decision: 'allow_once',
    by,
    content: { name: 'Ada', member: false, color: 'red' },
  });
  expect(terminal.told.join('\n')).toContain('Who are you?');
  expect(terminal.prompts).toEqual([
    '[y] answer   [N] decline: ',
    '  Your\\u{1b} name: ',
    '  age [7]: ',
    '  member: ',
    '  color (red | blue): ',
  ]);
  expect(await fill(fakeTerminal('n'))).toEqual({ decision: 'reject_once', by });
});

test('calls that ask side by side are asked about one after the other', async () => {
  const told: string[] = [];
  const asked: ((answer: string) => void)[] = [];
  const terminal: Terminal = {
    ...fakeTerminal(),
    tell: (line) => void told.push(line),
    ask: () => new Promise((resolve) => asked.push(resolve)),
  };
  const desk = terminalApprover(terminal, () => surroundings());
  const context = { signal: undefined, recorded: question, approvalId: 'approval_1' };
  const answers = [desk(question, context), desk({ ...question, tool: 'Write' }, context)];
  await new Promise(setImmediate);
  expect([told.length, asked.length]).toEqual([2, 1]);
  asked[0]?.('allow');
  expect(await answers[0]).toMatchObject({ decision: 'allow_once' });
  await new Promise(setImmediate);
  expect(told[2]).toContain('Write');
  asked[1]?.('n');
  expect(await answers[1]).toMatchObject({ decision: 'reject_once' });
});
