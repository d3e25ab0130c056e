import { describe, expect, test } from 'vitest';
import type { CallArguments, ValidatedCall } from '../tool/call.ts';
import type { Effect, ParsedCommand } from '../tool/effect.ts';
import { parseTool } from '../tool/parse-tool.ts';
import type { Permission } from '../tool/safety.ts';
import { judge } from './judge.ts';
import { parseRules } from './parse-rule.ts';
import { RuleBook } from './rule-book.ts';

interface Situation {
  readonly tool?: object;
  readonly permission?: Permission;
  readonly agent?: string;
  readonly given?: CallArguments;
  readonly effects?: readonly Effect[];
  readonly rules?: readonly object[];
}

/** What the judge says, in a few words. */
function verdictOn({
  tool,
  permission = 'admin',
  agent = 'coder',
  given = {},
  effects = [],
  rules = [],
}: Situation): string {
  const call = {
    tool: parseTool({
      name: 'Write',
      description: 'Writes.',
      parameters: { type: 'object' },
      run: () => 1,
      aliases: ['write'],
      approval: 'safe',
      ...tool,
    }),
    name: 'Write',
    caller: { agent, permission, allowList: undefined },
    arguments: given,
    options: {},
  } as unknown as ValidatedCall;
  const outcome = judge(call, effects, new RuleBook(parseRules(rules, 'rules')));
  return 'decision' in outcome
    ? `${outcome.decision} by ${outcome.rule} (${outcome.source})`
    : `${outcome.code} by ${outcome.rule}`;
}

describe('the order of decisions', () => {
  const allow = { decision: 'allow', tool: 'Write' };
  const ask = { decision: 'ask', tool: '*' };
  const deny = { decision: 'deny', tool: 'W*', reason: 'frozen' };

  test('deny wins over ask and allow, wherever it stands', () => {
    expect(verdictOn({ rules: [allow, ask, deny] })).toBe('denied_by_rule by rules[2]');
    expect(verdictOn({ rules: [deny, ask, allow] })).toBe('denied_by_rule by rules[0]');
  });

  test('ask wins over allow', () => {
    expect(verdictOn({ rules: [allow, ask] })).toBe('ask by ask (rules[1])');
  });

  test('the level comes before every rule', () => {
    expect(verdictOn({ permission: 'read_only', rules: [allow] })).toBe(
      'permission_denied by agents.coder.permission',
    );
  });

  test('confirm asks unless a rule allows', () => {
    expect(verdictOn({ tool: { approval: 'confirm' } })).toBe('ask by approval: confirm (application)');
    expect(verdictOn({ tool: { approval: 'confirm' }, rules: [allow] })).toBe('allow by allow (rules[0])');
  });

  test('dangerous needs a rule that names the tool; a pattern is not a decision about it', () => {
    const tool = { approval: 'dangerous' };
    expect(verdictOn({ tool })).toBe('grant_required by approval: dangerous');
    expect(verdictOn({ tool, rules: [{ decision: 'allow' }] })).toBe('grant_required by approval: dangerous');
    expect(verdictOn({ tool, rules: [{ decision: 'allow', tool: 'Writ*' }] })).toBe(
      'grant_required by approval: dangerous',
    );
    expect(verdictOn({ tool, rules: [allow] })).toBe('allow by allow (rules[0])');
    expect(verdictOn({ tool, rules: [allow, ask] })).toBe('ask by ask (rules[1])');
  });

  test('a high risk of this one call asks, even when the tool as such is allowed', () => {
    const effects: Effect[] = [{ kind: 'run', command: 'rm -rf build', risk: 'high' }];
    expect(verdictOn({ effects })).toBe('ask by risk: high (effects)');
    expect(verdictOn({ effects, rules: [allow] })).toBe('ask by risk: high (effects)');
    const specific = { ...allow, effects: [{ kind: 'run', target: 'rm -rf build' }] };
    expect(verdictOn({ effects, rules: [specific] })).toBe('allow by allow (rules[0])');
  });
});

describe('what a rule speaks of', () => {
  test('tools by name, alias, id and pattern', () => {
    for (const tool of ['Write', 'write', 'Write@1.0.0', 'Wr*', '*']) {
      expect(verdictOn({ rules: [{ decision: 'deny', tool }] })).toBe('denied_by_rule by rules[0]');
    }
    expect(verdictOn({ rules: [{ decision: 'deny', tool: 'WRITE' }] })).toMatch(/^allow/u);
  });

  test('agents by id and pattern', () => {
    expect(verdictOn({ rules: [{ decision: 'deny', agent: 'cod*' }] })).toMatch(/^denied/u);
    expect(verdictOn({ rules: [{ decision: 'deny', agent: 'explore' }] })).toMatch(/^allow/u);
  });

  test('arguments by path; a missing one does not match; a list matches by any item for deny, by every item for allow', () => {
    const deny = { decision: 'deny', arguments: { 'file.path': '*.env' } };
    expect(verdictOn({ rules: [deny], given: { file: { path: 'a/.env' } } })).toMatch(/^denied/u);
    expect(verdictOn({ rules: [deny], given: { file: {} } })).toMatch(/^allow/u);
    expect(verdictOn({ rules: [deny], given: { file: { path: ['a', '.env'] } } })).toMatch(/^denied/u);
    const allow = { decision: 'allow', arguments: { path: 'src/*' } };
    const confirm = { approval: 'confirm' };
    expect(verdictOn({ tool: confirm, rules: [allow], given: { path: ['src/a', 'src/b'] } })).toMatch(
      /^allow/u,
    );
    expect(verdictOn({ tool: confirm, rules: [allow], given: { path: ['src/a', '/etc'] } })).toMatch(/^ask/u);
    expect(verdictOn({ tool: confirm, rules: [allow], given: { path: [] } })).toMatch(/^ask/u);
  });

  test('effects: of the kind that the rule names, and of every kind where it names none', () => {
    const effects: Effect[] = [{ kind: 'read', path: '/etc/hosts' }];
    const about = (effect: object): string =>
      verdictOn({ effects, rules: [{ decision: 'deny', effects: [effect] }] });
    expect(about({ kind: 'read', target: '/etc/*' })).toMatch(/^denied/u);
    expect(about({ target: '/etc/*' })).toMatch(/^denied/u);
    expect(about({ kind: 'read' })).toMatch(/^denied/u);
    expect(about({ kind: 'write', target: '/etc/*' })).toMatch(/^allow/u);
    expect(about({ kind: 'read', target: '/usr/*' })).toMatch(/^allow/u);
  });

  test('effects: any for deny, every one for allow', () => {
    const effects: Effect[] = [
      { kind: 'run', command: 'git status' },
      { kind: 'run', command: 'curl x' },
    ];
    const git = { effects: [{ kind: 'run', target: 'git *' }] };
    expect(verdictOn({ effects, rules: [{ decision: 'deny', ...git }] })).toMatch(/^denied/u);
    expect(
      verdictOn({ tool: { approval: 'confirm' }, effects, rules: [{ decision: 'allow', ...git }] }),
    ).toMatch(/^ask/u);
  });

  test('what is too much to look through fails closed, and says so', () => {
    const path = Array.from({ length: 49_000 }, (_, index) => `src/${index}.ts`);
    const rule = { arguments: { path: 'src/*' } };
    const none = { arguments: { path: '/etc/*' } };
    const many = (one: object): object[] => Array.from({ length: 100 }, () => one);
    const given = { path };
    const confirm = { approval: 'confirm' };
    expect(verdictOn({ given, rules: [{ decision: 'deny', ...none }] })).toMatch(/^allow/u);
    expect(verdictOn({ given, rules: many({ decision: 'deny', ...none }) })).toMatch(/^denied/u);
    expect(verdictOn({ given, rules: many({ decision: 'ask', ...none }) })).toMatch(/^ask/u);
    expect(verdictOn({ tool: confirm, given, rules: [{ decision: 'allow', ...rule }] })).toMatch(/^allow/u);
    const exhausting = many({ decision: 'allow', arguments: { path: 'src/*', missing: '*' } });
    const rules = [...exhausting, { decision: 'allow', ...rule }];
    expect(verdictOn({ tool: confirm, given, rules })).toMatch(/^ask/u);
    // Rules about other tools and agents are not held against arguments at all.
    const others = [...many({ decision: 'deny', ...none, tool: 'Read' }), { decision: 'deny', agent: 'x' }];
    expect(verdictOn({ given, rules: others })).toMatch(/^allow/u);
  });

  test('a key of the prototype is not an argument', () => {
    expect(verdictOn({ rules: [{ decision: 'deny', arguments: { constructor: '*' } }] })).toMatch(/^allow/u);
  });
});

test('a rule that makes no sense is refused with its place', () => {
  expect(() => parseRules([{ decision: 'maybe' }], 'rules')).toThrow(
    'rules[0].decision must be one of allow, ask, deny',
  );
  expect(() => parseRules([{ tool: 'x' }], 'rules')).toThrow('rules[0].decision is missing');
  expect(() => parseRules([{ decision: 'deny', effects: [{ kind: 'fly' }] }], 'rules')).toThrow(
    'rules[0].effects[0].kind',
  );
  expect(() => parseRules([{ decision: 'deny', tool: '' }], 'rules')).toThrow('rules[0].tool is missing');
  expect(() => parseRules([{ decision: 'deny', agent: ' ' }], 'rules')).toThrow('rules[0].agent is missing');
  expect(() => parseRules([{ decision: 'deny', effects: [{ target: '' }] }], 'rules')).toThrow(
    'rules[0].effects[0].target is missing',
  );
  expect(() => parseRules('deny', 'rules')).toThrow('a list of rules');
});

describe('what a call will touch raises the level that it needs', () => {
  const reading = { tool: { permission: 'read_only' as const }, permission: 'read_only' as const };

  test('from the kind of effect', () => {
    expect(verdictOn({ ...reading, effects: [{ kind: 'read', path: 'a' }] })).toContain('allow');
    expect(verdictOn({ ...reading, effects: [{ kind: 'write', path: 'a' }] })).toContain('permission_denied');
    expect(verdictOn({ ...reading, effects: [{ kind: 'run', command: 'ls' }] })).toContain(
      'permission_denied',
    );
  });

  test('and from what the effect itself demands', () => {
    const push = { kind: 'connect', host: 'git.example', permission: 'execute' } as const;
    expect(verdictOn({ ...reading, permission: 'read_write', effects: [push] })).toContain(
      'permission_denied',
    );
    expect(verdictOn({ ...reading, permission: 'execute', effects: [push] })).toContain('allow');
  });

  test('but never lowers it', () => {
    const effects = [{ kind: 'read', path: 'a', permission: 'read_only' }] as const;
    expect(verdictOn({ tool: { permission: 'admin' }, permission: 'execute', effects })).toContain(
      'permission_denied',
    );
  });
});

describe('a command line', () => {
  const line = (command: string, ...commands: readonly ParsedCommand[]): Effect => ({
    kind: 'run',
    command,
    commands,
    risk: 'high',
  });
  const words = (text: string): ParsedCommand => ({ words: text.split(' ') });
  const allow = (command: string): object => ({ decision: 'allow', arguments: { command } });
  const deny = (command: string): object => ({ decision: 'deny', arguments: { command } });
  const on = (command: string, effect: Effect, ...rules: readonly object[]): string =>
    verdictOn({ given: { command }, effects: [effect], rules });

  test('is allowed when every command of it is, by one rule or by several', () => {
    const text = 'git pull && npm test';
    const effect = line(text, words('git pull'), words('npm test'));
    expect(on(text, effect, allow('git *'))).toBe('ask by risk: high (effects)');
    expect(on(text, effect, allow('git *'), allow('npm *'))).toBe('allow by allow (rules[0], rules[1])');
    expect(on(text, effect, allow('git *; *'))).toBe('ask by risk: high (effects)');
  });

  test('is denied when one command of it is', () => {
    const text = "git pull && t'ou'ch x";
    const effect = line(text, words('git pull'), words('touch x'));
    expect(on(text, effect, deny('touch*'))).toBe('denied_by_rule by rules[0]');
    expect(on(text, effect, deny('curl*'))).toBe('ask by risk: high (effects)');
    expect(on(text, effect, deny("*t'ou'ch*"))).toBe('ask by risk: high (effects)');
  });

  test('that only starts another command is not held against rules that allow', () => {
    const text = 'env git pull';
    const effect = line(text, words('git pull'), { ...words(text), isWrapper: true });
    expect(on(text, effect, allow('git *'))).toMatch(/^allow/u);
    expect(on(text, effect, deny('env *'))).toMatch(/^denied/u);
  });

  test('that shows not all it may do is allowed by its own text alone, or by a rule about other arguments', () => {
    const text = 'git -c alias.x=!id x';
    const effect: Effect = { ...line(text, words(text)), needsExactRule: true } as Effect;
    for (const pattern of ['*', 'git *', 'git -c *'])
      expect(on(text, effect, allow(pattern))).toBe('ask by risk: high (effects)');
    expect(on(text, effect, allow(text))).toBe('allow by allow (rules[0])');
    expect(
      verdictOn({
        given: { command: text, cwd: 'src' },
        effects: [effect],
        rules: [{ decision: 'allow', arguments: { cwd: 'src' } }],
      }),
    ).toBe('allow by allow (rules[0])');
  });

  test('that nobody has taken apart is denied by any pattern and allowed by none', () => {
    const unknown: Effect = { kind: 'run', command: 'x', risk: 'high' };
    expect(on('x', unknown, deny('touch *'))).toMatch(/^denied/u);
    expect(on('x', unknown, allow('x *'))).toMatch(/^ask/u);
    expect(on('x', unknown, allow('x'))).toMatch(/^allow/u);
  });

  test('without a command, such as a redirection alone, is covered by no pattern', () => {
    const effect = line('> file');
    expect(on('> file', effect, allow('git *'))).toMatch(/^ask/u);
    expect(on('> file', effect, deny('git *'))).toMatch(/^ask/u);
    expect(on('> file', effect, deny('*'))).toMatch(/^denied/u);
  });

  test('is matched by its commands too where a rule names the effect or the tool names the argument', () => {
    const effect = line('a; b', words('a'), words('b'));
    const run = (target: string): object => ({ decision: 'deny', effects: [{ kind: 'run', target }] });
    expect(verdictOn({ effects: [effect], rules: [run('b')] })).toMatch(/^denied/u);
    expect(verdictOn({ effects: [effect], rules: [run('a; *')] })).toMatch(/^ask/u);
    const typed: Effect = { kind: 'run', command: 'to<enter>', argument: 'text', risk: 'high' };
    expect(
      verdictOn({
        given: { text: 'to' },
        effects: [typed],
        rules: [{ decision: 'deny', arguments: { text: 'curl *' } }],
      }),
    ).toMatch(/^denied/u);
  });
});
