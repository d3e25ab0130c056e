import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { run } from '../command.ts';
import { mockTool, temporaryProject } from '../project.ts';

const description = new URL('../../packages/toolcrib/package.json', import.meta.url);

test.each([[['--help']], [['-h']], [['help']]])('%j prints the usage', async (given) => {
  const { code, stdout, stderr } = await run(given, { cwd: temporaryProject() });
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  for (const word of [
    'list',
    'describe',
    'call',
    'explain',
    'formats',
    'check',
    'init',
    'execute_tool',
    'Exit codes',
  ]) {
    expect(stdout).toContain(word);
  }
});

test.each([
  ['en', 'The tool needs a higher level', 'What to do: Raise'],
  ['zh-CN', '工具所需级别高于', '怎么办: 将智能体的权限提升到'],
])('help tells in %s what a code means and what to do', async (locale, meaning, remedy) => {
  const cwd = temporaryProject();
  const { code, stdout } = await run(['help', 'permission_denied', '--locale', locale], { cwd });
  expect(code).toBe(0);
  expect(stdout).toContain(meaning);
  expect(stdout).toContain(remedy);
});

test.each([[['--version']], [['-v']]])('%j prints the version of the package', async (given) => {
  const { version } = JSON.parse(readFileSync(description, 'utf8')) as { version: string };
  expect(await run(given, { cwd: temporaryProject() })).toEqual({
    code: 0,
    stdout: `${version}\n`,
    stderr: '',
  });
});

test.each([
  [[], 'Tools and calls'],
  [['lst'], 'Unknown command "lst". Commands: list, '],
  [['list', '--colour'], 'Unknown option --colour. See toolcrib --help.'],
  [['list', '--agnet', 'a'], 'Unknown option --agnet. Did you mean --agent?'],
  [['list', '--__proto__'], 'Unknown option --__proto__.'],
  [['list', '-x'], 'Unknown option -x.'],
  [['list', '--colour', '--locale', 'zh-CN'], '未知选项 --colour。参见 toolcrib --help。'],
  [['list', '--agent'], '--agent needs a value.'],
  [['list', '--agent', '--json'], '--agent needs a value.'],
  [['list', '--agent', ''], '--agent needs a value.'],
  [['list', '--project='], '--project needs a value.'],
  [['call', 'calculator', 'expression=1', 'expression=2'], 'expression is given twice.'],
  [['explain', 'a', '__proto__=1', '__proto__=2'], '__proto__ is given twice.'],
  [['list', '--json=yes'], '--json takes no value.'],
  [['list', '--config', 'a', '--config', 'b'], '--config is given twice. Give it once.'],
  [['call', 'a', '--agent=a', '--agent=b', '--locale', 'zh-CN'], '--agent 给出了两次。请只给一次。'],
  [['list', '--head', 'x'], 'list does not take --head. See toolcrib list --help.'],
  [['grants', '--task', 'x', '--locale', 'zh-CN'], 'grants 不接受 --task。参见 toolcrib grants --help。'],
  [['completion'], 'completion needs bash|zsh|fish.'],
  [['completion', 'cmd'], 'completion does not know "cmd". It knows: bash, zsh, fish.'],
  [['check', 'other.json'], 'check does not take "other.json".'],
  [['init', 'other.json'], 'init does not take "other.json".'],
  [['list', 'a'], 'list does not take "a".'],
  [['describe', 'a', 'b'], 'describe does not take "b".'],
  [['approvals', 'perhaps'], 'approvals does not know "perhaps". It knows: list, show, allow, deny, watch.'],
  [['approvals', 'allow'], 'approvals allow needs ID.'],
  [['approvals', 'list', 'x'], 'approvals list does not take "x".'],
  [['grants', 'add'], 'grants add needs NAME.'],
  [['grants', '批准', '--locale', 'zh-CN'], 'grants 不认识 "批准"。可用：list、add、revoke。'],
  [['formats', 'mcp', 'openai'], 'formats does not take "openai".'],
  [
    ['execute_tool', '{"tool_name": "a"}', '{"tool_name": "b"}'],
    'execute_tool does not take "{"tool_name": "b"}".',
  ],
  [['explain', '{"tool_name": "a"}', 'b=1'], 'explain does not take "b=1".'],
  [['list', '--locale', 'fr'], 'Unknown locale "fr". Known: en, zh-CN.'],
  [['list', '--tier', 'huge'], 'Unknown tier "huge". Known: low, medium, high.'],
  [['list', '--tier', 'huge', '--locale', 'zh-CN'], '未知等级 "huge"。可用：low、medium、high。'],
  [['call'], 'call needs NAME.'],
  [['call', 'a', 'b'], '"b" is not key=value.'],
  [['call', 'a', '--yes', '--no'], '--yes and --no cannot both be given.'],
  [['call', 'a', '--timeout', 'soon'], '--timeout must be a positive number of milliseconds.'],
  [['call', 'a', '--timeout', '0'], '--timeout must be a positive number of milliseconds.'],
  [['call', 'a', '--timeout=-5'], '--timeout must be a positive number of milliseconds.'],
])('%j is wrong usage: one reason on standard error, exit 2', async (given, message) => {
  const { code, stdout, stderr } = await run(given, { cwd: temporaryProject() });
  expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
  expect(stderr).toContain(message);
  expect(stderr).not.toContain('    at ');
});

test.each([
  [{ LANG: 'C' }, undefined, [], 'en'],
  [{ LANG: 'zh_CN.UTF-8' }, undefined, [], 'zh-CN'],
  [{ LANG: 'zh_CN.UTF-8', LC_ALL: '' }, undefined, [], 'zh-CN'],
  [{ LANG: 'zh_CN.UTF-8', LC_ALL: 'C' }, undefined, [], 'en'],
  [{ LANG: 'C', LC_MESSAGES: 'zh_TW' }, undefined, [], 'zh-CN'],
  [{ LANG: 'zh_CN.UTF-8' }, 'en', [], 'en'],
  [{ TOOLCRIB_LOCALE: 'zh-CN' }, 'en', [], 'zh-CN'],
  [{ TOOLCRIB_LOCALE: 'zh-CN' }, 'zh-CN', ['--locale', 'en'], 'en'],
])('with %j, %j in the configuration and %j the language is %s', async (env, locale, options, expected) => {
  const cwd = temporaryProject({ 'toolcrib.json': { ...(locale !== undefined && { locale }) } });
  const { stderr } = await run(['describe', 'nope', ...options], { cwd, env });
  expect(stderr).toContain(expected === 'en' ? 'No tool' : '没有工具');
});

test('--config and --project say what is read and where', async () => {
  const there = temporaryProject({ 'toolcrib.json': { tools: [mockTool('there')] }, 'b.yaml': 'tools: []' });
  const here = temporaryProject({ 'toolcrib.json': { tools: [mockTool('here')] } });
  const named = async (...options: string[]): Promise<unknown> => {
    const { stdout } = await run(['list_tools', '--type', 'mock', ...options], { cwd: here });
    return (JSON.parse(stdout) as { name: string }[]).map(({ name }) => name);
  };
  expect(
    await Promise.all([
      named(),
      named('--project', there),
      named('--config', `${there}/toolcrib.json`),
      named('--project', there, '--config', 'b.yaml'),
    ]),
  ).toEqual([['here'], ['there'], ['there'], []]);
});

test.each([
  ['20.19.0', {}, 'toolcrib needs Node 22.18 or newer; this is 20.19.0.\n'],
  ['22.17.9', { LANG: 'zh_CN.UTF-8' }, 'toolcrib 需要 Node 22.18 或更高版本；当前是 22.17.9。\n'],
])('Node %s is too old and is told so in one line: exit 2', async (version, env, stderr) => {
  const preload = `Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '${version}' } });`;
  const node = ['--import', `data:text/javascript,${encodeURIComponent(preload)}`];
  expect(await run(['list'], { cwd: temporaryProject(), env, node })).toEqual({
    code: 2,
    stdout: '',
    stderr,
  });
});
