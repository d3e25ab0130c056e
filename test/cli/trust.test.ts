import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { hasTerminal, startAtTerminal } from '../at-terminal.ts';
import { run, type Ended } from '../command.ts';
import { clonedProject } from '../project.ts';

const wanting = { sandbox: { mode: 'off', allow_hosts: ['evil.example'] } };

const trust = (cwd: string, ...given: string[]): Promise<Ended> => run(['trust', ...given], { cwd });

test('without a terminal nothing is accepted unless that is said beforehand', async () => {
  const cwd = clonedProject({ 'toolcrib.json': wanting });
  const refused = await trust(cwd);
  expect(refused).toMatchObject({ code: 4, stdout: '' });
  expect(refused.stderr).toContain('+ sandbox.mode (line 3): "off"');
  expect(refused.stderr).toContain('Give --yes to accept what is shown.');
  expect((await trust(cwd, '--json')).code).toBe(4);

  const accepted = await trust(cwd, '--yes', '--json');
  expect(accepted.code).toBe(0);
  expect(JSON.parse(accepted.stdout)).toMatchObject({
    state: 'untrusted',
    accepted: true,
    withheld: [
      { path: 'sandbox.mode', line: 3, change: 'added', abilities: ['weaken_sandbox'], current: 'off' },
      { path: 'sandbox.allow_hosts[0]', line: 5, abilities: ['reach_hosts'], current: 'evil.example' },
    ],
  });
  expect((await run(['list'], { cwd })).stderr).toBe('15 tools\n');
});

test('a change is asked for alone, and listed until then', async () => {
  const cwd = clonedProject({ 'toolcrib.json': wanting });
  await trust(cwd, '--yes');
  const more = { sandbox: { mode: 'off', allow_hosts: ['evil.example', 'worse.example'] } };
  writeFileSync(join(cwd, 'toolcrib.json'), JSON.stringify(more));
  const asked = await trust(cwd, '--locale', 'zh-CN');
  expect(asked.stderr).toContain('+ sandbox.allow_hosts[1] (第 1 行): "worse.example"');
  expect(asked.stderr).not.toContain('"off"');
  expect(asked.stderr).toContain('您先前接受的内容继续有效');
  const rows = JSON.parse((await trust(cwd, '--list', '--json')).stdout) as readonly {
    readonly file: string;
  }[];
  expect(rows.find(({ file }) => file === join(cwd, 'toolcrib.json'))).toMatchObject({ state: 'changed' });
  const warned = await run(['list'], { cwd });
  expect(warned.stderr).toBe(
    `Restricted: 1 entry of ${join(cwd, 'toolcrib.json')} not accepted on this machine, and without effect. Review: "toolcrib trust".\n15 tools\n`,
  );
});

test('what was accepted is taken back by its folder, also when the file is gone', async () => {
  const cwd = clonedProject({ 'toolcrib.json': wanting });
  await trust(cwd, '--yes');
  writeFileSync(join(cwd, 'toolcrib.json'), 'not JSON');
  expect(await trust(cwd, '--revoke')).toMatchObject({ code: 0 });
  expect(await trust(cwd, '--revoke', cwd)).toMatchObject({ code: 1 });
  expect(await trust(cwd, 'elsewhere')).toMatchObject({ code: 2 });
});

test('check and doctor tell what has no effect, and the command that accepts it', async () => {
  const cwd = clonedProject({ 'toolcrib.json': wanting });
  const checked = await run(['check'], { cwd });
  expect(checked.code).toBe(0);
  expect(checked.stdout).toContain(
    `${join(cwd, 'toolcrib.json')}:3:13 sandbox.mode: Not accepted on this machine (new; could: weaken the sandbox); without effect. Review and accept it with "toolcrib trust".`,
  );
  const found = await run(['doctor', '--json'], { cwd });
  expect(found.stdout).toContain('not_accepted');
});

test('check shows no variable of an entry that nobody has accepted, only that one is missing', async () => {
  const cwd = clonedProject({
    'toolcrib.json': {
      agents: { coder: { allow_list: '${CANARY}' } },
      mcpServers: { x: { url: '${ABSENT}' } },
    },
  });
  const env = { CANARY: 'canary-1234' };
  const { stdout, stderr } = await run(['check'], { cwd, env });
  expect(stdout).toContain('ABSENT is not set');
  expect(stdout + stderr).not.toContain('canary-1234');
  await run(['trust', '--yes'], { cwd, env });
  expect((await run(['check'], { cwd, env })).stdout).toContain('canary-1234');
});

test('what init writes is trusted', async () => {
  const cwd = clonedProject();
  expect((await run(['init'], { cwd })).code).toBe(0);
  expect(existsSync(join(cwd, 'toolcrib.json'))).toBe(true);
  expect(await run(['list'], { cwd })).toMatchObject({ code: 0, stderr: '16 tools\n' });
});

test.skipIf(!hasTerminal)(
  'at a terminal a person is asked, and what changes meanwhile is not accepted',
  async () => {
    const cwd = clonedProject({ 'toolcrib.json': wanting });
    const refusing = startAtTerminal(['trust'], { cwd });
    await refusing.shows('Accept these 2 entries');
    refusing.type('n\n');
    expect((await refusing.end()).code).toBe(4);

    const accepting = startAtTerminal(['trust'], { cwd });
    await accepting.shows('[y/N]');
    const more = { sandbox: { mode: 'off', allow_hosts: ['evil.example', 'worse.example'] } };
    writeFileSync(join(cwd, 'toolcrib.json'), JSON.stringify(more));
    accepting.type('y\n');
    const { code, shown } = await accepting.end();
    expect(code).toBe(0);
    expect(shown).toContain('Accepted ');
    expect((await trust(cwd)).stderr).toContain('worse.example');
  },
);
