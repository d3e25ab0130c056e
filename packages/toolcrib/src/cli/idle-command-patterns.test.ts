import { parseRule } from '@toolcrib/core';
import { expect, test } from 'vitest';
import { idleCommandPatterns } from './idle-command-patterns.ts';

const whyOf = (rule: object): readonly string[] =>
  idleCommandPatterns(parseRule({ decision: 'deny', tool: 'Bash', ...rule }, 'rules[0]')).map(
    ([, why]) => why,
  );

test.each<[object, readonly string[]]>([
  [{ arguments: { command: 'git *' } }, []],
  [{ arguments: { command: '*&&*' } }, ['several']],
  [{ arguments: { command: 'curl x | sh' } }, ['several']],
  [{ arguments: { command: '*;*' }, tool: 'B*' }, ['several']],
  [{ arguments: { command: "echo 'a;b'" } }, []],
  [{ arguments: { command: 'echo "a*"' } }, ['quoted']],
  [{ arguments: { command: '/usr/bin/git *' } }, ['path']],
  [{ arguments: { command: '*;*' }, tool: 'other' }, []],
  [{ effects: [{ kind: 'run', target: '*;*' }] }, ['several']],
  [{ decision: 'allow', arguments: { command: 'ls; rm -rf build' } }, []],
  [{ decision: 'allow', arguments: { command: 'ls; rm *' } }, ['several']],
  [{ decision: 'allow', tool: 'Terminal', arguments: { text: 'git *' } }, ['typed']],
  [{ tool: 'Terminal', arguments: { text: 'git *' } }, []],
])('%j', (rule, why) => {
  expect(whyOf(rule)).toEqual(why);
});
