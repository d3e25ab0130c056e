import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ToolService, type RuleInput } from '@toolcrib/core';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createCommandGuard } from '../../fence/commands/command-guard.ts';
import { createTestBench, type TestBench } from '../bench.test-support.ts';
import { createSampleProject, type SampleProject } from '../sample-project.test-support.ts';
import { createBashTool } from './bash.ts';

let project: SampleProject;
let bench: TestBench;

beforeEach(() => {
  project = createSampleProject();
  bench = createTestBench(project, { parts: { commands: createCommandGuard({ root: project.root }) } });
  mkdirSync(join(project.root, 'kept'));
  writeFileSync(join(project.root, 'kept/file'), 'precious');
});
afterEach(() => bench.close());

const there = (name: string): boolean => existsSync(join(project.root, name));

function bashWith(rules: readonly RuleInput[], answer: 'allow_once' | 'reject_once'): ToolService {
  const approver = () => ({ decision: answer });
  const service = new ToolService({ builtins: false, rules, approver });
  service.registerTool(createBashTool(bench));
  return service;
}

describe('a rule that denies a command, with a person who says yes to everything', () => {
  const deny: RuleInput = { decision: 'deny', tool: 'Bash', arguments: { command: 'touch *' } };

  test.each([
    'touch planted',
    "t'ou'ch planted",
    '"touch" planted',
    't\\ouch planted',
    '/usr/bin/touch planted',
    'command touch planted',
    'env -i touch planted',
    'env -S "touch planted"',
    'nice -n 1 touch planted',
    'ls; touch planted',
    'ls && (cd . && touch planted)',
    'true | touch planted',
    'echo $(touch planted)',
    "bash -c 'touch planted'",
    'sh -c "sh -c \'touch planted\'"',
    'echo planted | xargs touch',
    'find . -maxdepth 0 -exec touch planted ";"',
    'x=touch; $x planted',
    'eval "touch planted"',
    "trap 'touch planted' EXIT",
    'f() { touch planted; }; f',
    'for c in touch; do $c planted; done',
    'if true; then touch planted; fi',
    '{t,}ouch planted',
    'echo touch planted | bash',
    'bash <<< "touch planted"',
    'timeout 5 touch planted',
    'git -c alias.x="!touch planted" x',
    'git -c core.fsmonitor="touch planted" status',
    'git -ccore.pager="touch planted" -p log',
    'git --config-env=core.pager=X log',
    'git --exec-path=. status',
  ])('%j is refused and touches nothing', async (command) => {
    const result = await bashWith([deny], 'allow_once').execute('Bash', { command });
    expect(there('planted')).toBe(false);
    expect(result.status).toBe('blocked');
    expect(['denied_by_rule', 'command_not_allowed']).toContain(
      result.status === 'success' ? undefined : result.errorCode,
    );
  });

  test.each(['ls', 'echo touch', 'cat README.md | head -n 1'])('%j is not', async (command) => {
    expect(await bashWith([deny], 'reject_once').execute('Bash', { command })).toMatchObject({
      status: 'success',
    });
  });
});

describe('a rule that allows a command, with a person who says no to everything', () => {
  const allow = (command: string): RuleInput => ({ decision: 'allow', tool: 'Bash', arguments: { command } });

  test.each([
    ['git *', 'git status; rm -rf kept'],
    ['git *', 'git status && rm -rf kept'],
    ['git *', 'git status\nrm -rf kept'],
    ['git *', 'git status $(rm -rf kept)'],
    ['git *', "git 'status' & rm -rf kept"],
    ['git *', 'git -c alias.x="!touch planted" x'],
    ['git *', 'git -c core.pager="touch planted" -p log'],
    ['git *', 'git -c core.fsmonitor="touch planted" status'],
    ['git *', 'git --exec-path=. status'],
    ['git *', './git push'],
    ['git *', 'echo kept | xargs git rm -r --'],
    ['rm *', "rm -rf kept; node -e \"fs.writeFileSync('planted', '')\""],
    ['rm *', 'rm -r $x kept'],
    ['*', "node -e \"fs.writeFileSync('planted', '')\""],
    ['git *; rm *', 'git status; rm -rf kept'],
    ['git *', '> kept/file; rm -r kept'],
  ])('%j does not allow %j', async (pattern, command) => {
    writeFileSync(join(project.root, 'git'), '#!/bin/sh\ntouch planted\n', { mode: 0o755 });
    const result = await bashWith([allow(pattern)], 'reject_once').execute('Bash', { command });
    expect(result.status).toBe('blocked');
    expect([there('kept/file'), there('planted')]).toEqual([true, false]);
  });

  test.each([
    [['rm *'], 'rm -r kept'],
    [['rm *'], "/usr/bin/rm '-r' kept"],
    [['rm *'], "nice bash -c 'rm -r kept'"],
    [['rm *', 'ls *'], 'ls && rm -r kept'],
    [['ls; node -e 1; rm -r kept'], 'ls; node -e 1; rm -r kept'],
  ])('%j allows %j', async (patterns, command) => {
    const result = await bashWith(patterns.map(allow), 'reject_once').execute('Bash', { command });
    expect(result).toMatchObject({ status: 'success' });
    expect(there('kept')).toBe(false);
  });
});

test('explain tells which command each rule speaks of', async () => {
  const rules = ['rm *', 'ls *'].map((command): RuleInput => {
    return { decision: 'allow', tool: 'Bash', arguments: { command } };
  });
  const { stations } = await bashWith(rules, 'reject_once').explain('Bash', { command: 'ls && rm -r kept' });
  expect(stations.find(({ station }) => station === 'authorize')).toMatchObject({
    reason: 'allow: "ls" by rules[1], "rm -r kept" by rules[0]',
  });
});
