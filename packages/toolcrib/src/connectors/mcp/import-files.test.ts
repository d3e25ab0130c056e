import { expect, test } from 'vitest';
import { readForeignServers } from './import-files.ts';

test('Claude Code, Claude Desktop and Cursor: servers as they are', () => {
  const mcpServers = {
    files: { command: 'npx', args: ['-y', 'files', '/data'], env: { LEVEL: 'debug' } },
    remote: { type: 'http', url: 'https://mcp.example.com/', headers: { Authorization: 'Bearer ${TOKEN}' } },
  };
  expect(readForeignServers({ mcpServers }, { project: '/p' })).toEqual({ servers: mcpServers, notes: [] });
});

test('the file of Claude Code for a person: what belongs to this project, and to all', () => {
  const file = {
    numStartups: 5,
    mcpServers: { everywhere: { command: 'a' } },
    projects: {
      '/p': { mcpServers: { here: { command: 'b' } } },
      '/q': { mcpServers: { there: { command: 'c' } } },
    },
  };
  expect(Object.keys(readForeignServers(file, { project: '/p' })?.servers ?? {})).toEqual([
    'everywhere',
    'here',
  ]);
});

test('VS Code: inputs and references become variables', () => {
  const servers = {
    search: {
      type: 'stdio',
      command: '${workspaceFolder}/bin/search',
      args: ['--key', '${input:api-key}', '--home', '${userHome}/.search'],
      env: { TOKEN: '${env:SEARCH_TOKEN}' },
    },
  };
  const expected = {
    servers: {
      search: {
        type: 'stdio',
        command: './bin/search',
        args: ['--key', '${API_KEY}', '--home', '${HOME}/.search'],
        env: { TOKEN: '${SEARCH_TOKEN}' },
      },
    },
    notes: [{ kind: 'input', server: 'search', variable: 'API_KEY', path: 'args[1]' }],
  };
  const inputs = [{ type: 'promptString', id: 'api-key', password: true }];
  expect(readForeignServers({ servers, inputs }, { project: '/p' })).toEqual(expected);
  expect(readForeignServers({ 'editor.tabSize': 2, mcp: { servers, inputs } }, { project: '/p' })).toEqual(
    expected,
  );
});

test('secrets are not copied, trust is not taken over, and other spellings are known', () => {
  const mcpServers = {
    hub: {
      command: 'hub',
      env: { HUB_TOKEN: 'literal', REGION: 'eu' },
      trust: true,
      autoApprove: ['delete'],
    },
    web: {
      httpUrl: 'https://web.example.com/',
      headers: { Authorization: 'Bearer literal' },
      includeTools: ['a'],
    },
    surf: { serverUrl: 'https://surf.example.com/', type: 'streamableHttp' },
    nothing: 'at all',
  };
  expect(readForeignServers({ mcpServers }, { project: '/p' })).toEqual({
    servers: {
      hub: { command: 'hub', env: { HUB_TOKEN: '${HUB_TOKEN}', REGION: 'eu' } },
      web: {
        url: 'https://web.example.com/',
        headers: { Authorization: 'Bearer ${WEB_AUTHORIZATION}' },
        include_tools: ['a'],
      },
      surf: { url: 'https://surf.example.com/', type: 'http' },
    },
    notes: [
      { kind: 'variable', server: 'hub', variable: 'HUB_TOKEN', path: 'env.HUB_TOKEN' },
      { kind: 'left_out', server: 'hub', key: 'trust' },
      { kind: 'left_out', server: 'hub', key: 'autoApprove' },
      { kind: 'variable', server: 'web', variable: 'WEB_AUTHORIZATION', path: 'headers.Authorization' },
    ],
  });
});

test('a file without servers is none', () => {
  for (const file of [null, [], 'x', {}, { mcpServers: [] }])
    expect(readForeignServers(file, { project: '/p' })).toBeUndefined();
});
