import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, onTestFinished, test } from 'vitest';
import { run } from '../command.ts';
import { mockTool, temporaryProject } from '../project.ts';

describe('explain', () => {
  const config = {
    tools: [mockTool('open'), mockTool('ask', { requires_confirmation: true }), mockTool('shut')],
    rules: [{ tool: 'shut', decision: 'deny', reason: 'closed' }],
  };

  test.each([
    [['open'], 'would run'],
    [['ask', '--yes'], 'would run after a person says yes'],
    [['ask'], 'would be blocked'],
    [['shut'], 'would be blocked'],
    [['nope'], 'would end with an error'],
    [['{"tool_name": "open", "arguments": {}}'], 'would run'],
  ])('explain %j says: %s', async (given, expected) => {
    const { code, stdout, stderr } = await run(['explain', ...given], {
      cwd: temporaryProject({ 'toolcrib.json': config }),
    });
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout.split('\n')[0]).toMatch(new RegExp(` ${expected}$`, 'u'));
  });

  test('names the station and the rule that refuse, in both languages and in JSON', async () => {
    const cwd = temporaryProject({ 'toolcrib.json': config });
    const [english, chinese, json] = await Promise.all([
      run(['explain', 'shut'], { cwd }),
      run(['explain', 'shut', '--locale', 'zh-CN'], { cwd }),
      run(['explain', 'shut', '--json'], { cwd }),
    ]);
    expect(english.stdout).toMatch(
      /authorize +REFUSE +shut is denied by the rule at toolcrib\.json rules\[0\]: closed/u,
    );
    expect(english.stdout).toContain('What to do: Change the rule at toolcrib.json rules[0]');
    expect(chinese.stdout).toMatch(/会被阻止[^]*authorize +拒绝[^]*解决办法: /u);
    expect(JSON.parse(json.stdout)).toMatchObject({
      tool: 'shut@1.0.0',
      outcome: 'blocked',
      stations: expect.any(Array),
    });
  });

  test('never executes: the server is not asked, with or without --yes', async () => {
    let requests = 0;
    const server = createServer((_, response) => {
      requests++;
      response.end('{}');
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => void server.close());
    const base_url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const tool = mockTool('remove', {
      implementation: { type: 'rest', method: 'DELETE', base_url, path: '/' },
    });
    const cwd = temporaryProject({ 'toolcrib.json': { tools: [tool] } });

    const ends = await Promise.all([
      run(['explain', 'remove'], { cwd }),
      run(['explain', 'remove', '--yes'], { cwd }),
    ]);
    expect(ends.map(({ code }) => code)).toEqual([0, 0]);
    expect(requests).toBe(0);
    expect((await run(['call', 'remove', '--yes'], { cwd })).code).toBe(0);
    expect(requests).toBe(1);
  });

  test.each([
    [[], 'explain needs NAME'],
    [['{'], 'The argument is not JSON'],
    [['{"arguments": {}}'], 'A call is {'],
    [['{"id": {}, "tool_name": "open"}'], 'A call is {'],
    [['open', 'novalue'], '"novalue" is not key=value.'],
  ])('explain %j is wrong usage: exit 2', async (given, message) => {
    const ended = await run(['explain', ...given], { cwd: temporaryProject({ 'toolcrib.json': config }) });
    expect(ended).toEqual({ code: 2, stdout: '', stderr: expect.stringContaining(message) });
  });
});

describe('formats', () => {
  const config = { tools: [mockTool('b'), mockTool('a')] };

  test.each([
    [
      'openai',
      (tools: never) => (tools as { function: { name: string } }[]).map((tool) => tool.function.name),
    ],
    ['openai-responses', (tools: never) => (tools as { name: string }[]).map((tool) => tool.name)],
    [
      'ollama',
      (tools: never) => (tools as { function: { name: string } }[]).map((tool) => tool.function.name),
    ],
    [
      'gemini',
      (tools: never) =>
        (tools as { functionDeclarations: { name: string }[] }[]).flatMap(({ functionDeclarations }) =>
          functionDeclarations.map(({ name }) => name),
        ),
    ],
    ['anthropic', (tools: never) => (tools as { name: string }[]).map((tool) => tool.name)],
    ['mcp', (tools: never) => (tools as { name: string }[]).map((tool) => tool.name)],
  ])('%s gets the tools that were asked for, in their order', async (provider, namesIn) => {
    const cwd = temporaryProject({ 'toolcrib.json': config });
    const { code, stdout } = await run(['formats', provider, '--tools', 'a,b'], { cwd });
    expect(code).toBe(0);
    expect(namesIn(JSON.parse(stdout) as never)).toEqual(['b', 'a']);
  });

  test('--json adds what was changed; without it standard error counts the changes', async () => {
    const parameters = { type: 'object', properties: { a: { type: 'string', pattern: '^a' } } };
    const cwd = temporaryProject({ 'toolcrib.json': { tools: [mockTool('c', { parameters })] } });
    const given = ['formats', 'openai', '--strict', '--tools', 'c'];
    const [plain, json] = await Promise.all([run(given, { cwd }), run([...given, '--json'], { cwd })]);
    const { tools, changes } = JSON.parse(json.stdout) as { tools: unknown; changes: unknown[] };
    expect(JSON.parse(plain.stdout)).toEqual(tools);
    expect(changes.length).toBeGreaterThan(0);
    expect(plain.stderr).toBe(`${changes.length} changes were made for this provider (--json shows them).\n`);
  });

  test.each([
    ['en', 'Provider "banana" is not supported. Supported: openai, '],
    ['zh-CN', '不支持提供方 "banana"。支持：openai、'],
  ])('an unknown provider is told which there are, in %s', async (locale, message) => {
    const ended = await run(['formats', 'banana', '--locale', locale], { cwd: temporaryProject() });
    expect(ended).toEqual({ code: 1, stdout: '', stderr: expect.stringContaining(message) });
  });

  test.each([
    [['--tools', 'a,nope'], 1, 'No tool "nope".'],
    [['--tools', 'a,'], 1, 'No tool "".'],
    [['--tools', 'a@9'], 1, 'No version of a satisfies "9".'],
    [['--tools', 'a, shut', '--agent', 'reader'], 3, 'shut@1.0.0 is not among the tools'],
    [['--tools', 'a,nope', '--locale', 'zh-CN'], 1, '没有工具 "nope"。'],
  ])('%j is refused: %i', async (options, code, message) => {
    const cwd = temporaryProject({
      'toolcrib.json': {
        tools: [mockTool('a', { read_only: true }), mockTool('shut', { destructive: true })],
        agents: { reader: {} },
      },
    });
    expect(await run(['formats', 'mcp', ...options], { cwd })).toEqual({
      code,
      stdout: '',
      stderr: expect.stringContaining(message),
    });
  });

  test('--tools takes every name that a tool has', async () => {
    const cwd = temporaryProject({ 'toolcrib.json': { tools: [mockTool('a', { aliases: ['first'] })] } });
    const { code, stdout } = await run(['formats', 'mcp', '--tools', ' first , calculator@1.0.0'], { cwd });
    expect(code).toBe(0);
    expect((JSON.parse(stdout) as { name: string }[]).map(({ name }) => name)).toEqual(['calculator', 'a']);
  });

  test('no provider is wrong usage', async () => {
    expect(await run(['formats'], { cwd: temporaryProject() })).toMatchObject({ code: 2, stdout: '' });
  });
});
