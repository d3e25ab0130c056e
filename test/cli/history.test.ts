import { expect, test } from 'vitest';
import { run, type Ended } from '../command.ts';
import { mockTool, temporaryProject } from '../project.ts';

/** A project in which these were called, and the command over it. */
async function project(
  ...calls: readonly (readonly string[])[]
): Promise<(...given: string[]) => Promise<Ended>> {
  const cwd = temporaryProject({
    'toolcrib.json': { tools: [mockTool('pong')], agents: { 助手: { permission: 'admin' } } },
  });
  for (const call of calls) await run(['call', ...call], { cwd });
  return (...given) => run(given, { cwd });
}

test.each([
  [['history', 'shwo'], 'history does not know "shwo". It knows: list, show, watch, export, verify.'],
  [['history', 'show'], 'history show needs ID. See toolcrib --help.'],
  [['history', 'show', 'call_x'], 'No call "call_x" is recorded. "toolcrib history" shows the ids.'],
  [['history', 'watch', 'x'], 'history watch does not take "x". See toolcrib --help.'],
  [['history', '--status', 'ok'], 'Unknown status "ok". Known: success, error, blocked, unknown.'],
  [['history', '--limit', '0'], '--limit must be a whole number from 1 to 10000, not "0".'],
  [['history', '--tool', 'pogn'], 'No tool "pogn". Did you mean pong?'],
  [['history', '--since', 'yesterday'], /^--since/u],
  [['history', 'export', '--format', 'xml'], 'Unknown format "xml". Known: json, jsonl, csv.'],
  [['replay'], 'replay needs ID. See toolcrib --help.'],
  [['replay', 'call_x'], 'No call "call_x" is recorded. "toolcrib history" shows the ids.'],
])('%j is told to make no sense, with exit code 2', async (given, message) => {
  const { code, stdout, stderr } = await (await project())(...given);
  expect([code, stdout]).toEqual([2, '']);
  if (typeof message === 'string') expect(stderr).toBe(`${message}\n`);
  else expect(stderr).toMatch(message);
});

test('a mistake with a code is told in JSON where JSON is wanted, and in the chosen language', async () => {
  const toolcrib = await project();
  const { code, stdout } = await toolcrib('history', '--tool', 'pogn', '--json', '--locale', 'zh-CN');
  expect(code).toBe(2);
  expect(JSON.parse(stdout)).toMatchObject({ status: 'error', error_code: 'tool_not_found' });
  expect(stdout).toContain('pong');
  expect((await toolcrib('history', '--locale', 'zh-CN')).stderr).toBe('没有匹配的调用记录。\n');
});

test('the table has columns that stand below each other, whatever the script', async () => {
  const toolcrib = await project(['pong', '--agent', '助手'], ['pong', 'a=\u001b[2J']);
  const { stdout, stderr } = await toolcrib('history');
  expect(stdout).not.toContain('\u001b');
  expect(
    stdout
      .replaceAll(/\d{4}-\d\d-\d\d \d\d:\d\d:\d\d/gu, 'YYYY-MM-DD HH:MM:SS')
      .replaceAll(/call_\w+/gu, 'call_x'),
  ).toMatch(
    /^TIME {17}STATUS {3}TOOL {2}AGENT +MS {2}ID +ARGUMENTS\nYYYY-MM-DD HH:MM:SS {2}success {2}pong {2}user +\d+ {2}call_x {2}\{"a":"\\u001b\[2J"\}\nYYYY-MM-DD HH:MM:SS {2}success {2}pong {2}助手 +\d+ {2}call_x {2}\{\}\n$/u,
  );
  expect(stderr).toBe('2 records\n');
});

test('a replay goes through the corridor: what is blocked now is blocked', async () => {
  const toolcrib = await project(['pong']);
  const [record] = JSON.parse((await toolcrib('history', '--json')).stdout) as [{ call_id: string }];
  expect(await toolcrib('replay', record.call_id, '--yes', '--agent', 'stranger')).toMatchObject({ code: 3 });
  expect(await toolcrib('replay', record.call_id, '--yes', '--latest')).toMatchObject({
    code: 0,
    stdout: 'pong\n',
  });
});

test('a folder that is not there is told, and nothing is written', async () => {
  const toolcrib = await project(['pong']);
  expect(await toolcrib('history', 'export', '-o', 'no/such/folder/x.json')).toMatchObject({
    code: 1,
    stderr: 'no/such/folder/x.json cannot be written: its folder does not exist.\n',
  });
});
