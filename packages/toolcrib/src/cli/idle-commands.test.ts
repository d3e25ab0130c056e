import { mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { openToolcrib } from '../open-toolcrib.ts';
import { idleCommands } from './idle-commands.ts';
import { cliTexts } from './texts.ts';

async function found(sandbox: object): Promise<readonly (readonly [path: string, remedy: string])[]> {
  const project = realpathSync(mkdtempSync(join(tmpdir(), 'toolcrib-idle-')));
  writeFileSync(join(project, 'toolcrib.json'), JSON.stringify({ sandbox }));
  const environment = { TOOLCRIB_STATE: join(project, '../', `${project}-state`), TOOLCRIB_LOG: 'off' };
  const opened = await openToolcrib({ trust: 'always', project, environment });
  onTestFinished(async () => {
    await opened.close();
    for (const path of [project, `${project}-state`]) rmSync(path, { recursive: true, force: true });
  });
  return idleCommands(opened, cliTexts('en')).map(({ path, remedy }) => [path, remedy]);
}

test('entries that allow nothing are told, with their place and what to do', async () => {
  const any = { program: 'rm', args: 'any' };
  const entries = ['rm', 'cargo', 'terraform', 'git status', any, any, { program: 'x', subcommands: [] }];
  expect(await found({ allow_commands: [...entries, { ...any, flags: ['-r'] }] })).toEqual([
    ['sandbox.allow_commands[0]', expect.stringContaining('{ "program": "rm", "args": "any" }')],
    ['sandbox.allow_commands[3]', expect.stringContaining('"git status"')],
    ['sandbox.allow_commands[5]', expect.stringContaining('there already')],
    ['sandbox.allow_commands[6]', expect.stringContaining('"subcommands"')],
    ['sandbox.allow_commands[7]', expect.stringContaining('allows them all')],
  ]);
});

test('in an exact list a plain name counts, and the other list does not', async () => {
  expect(await found({ commands: ['rm', 'cargo', 'rm'], allow_commands: ['terraform'] })).toEqual([
    ['sandbox.allow_commands', expect.stringContaining('whole list')],
    ['sandbox.commands[2]', expect.stringContaining('there already')],
  ]);
});
