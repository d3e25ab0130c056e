import { expect, test } from 'vitest';
import { readForeignServers, ServersTooLarge } from './import-files.ts';

/** Made up, in the shapes that their issuers give them. */
const of = {
  github: `ghp_${'a1B2c3D4e5'.repeat(4)}`,
  githubFine: `github_pat_${'11ABCDEFG0'.repeat(4)}`,
  openai: `sk-proj-${'Ab12-_xyZ9'.repeat(5)}`,
  anthropic: `sk-ant-api03-${'Qr7tUv_w-1'.repeat(5)}`,
  slack: 'xoxb-123456789012-abcdefghijkl',
  notion: 'ntn_123456789abcdefGHIJKLmnop',
  brave: 'BSAabcdefghijk0123456789_xyz',
  aws: 'AKIAIOSFODNN7EXAMPLE',
  awsSecret: '/wJalrXUtnFEMI7K7MDENGbPxRfiCYEXAMPLEKEY',
  google: 'AIzaSyA-1234567890abcdefghijklmnopqrstu',
  stripe: 'sk_live_51H8abcdefGHIJKL',
  jwt: 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0In0.dBjftJeZ4CVPmB92K27uhbUJU1p1r_wW1gFWFOEjXk',
  exa: '5f0c1d2e-3a4b-4c5d-8e6f-7a8b9c0d1e2f',
  hex: '0123456789abcdef0123456789abcdef',
  password: 'pa$$w0rd!',
  database: 'Tr0ub4dor',
};

/** As the pages of these servers and clients tell people to write them. */
const files: { readonly [client: string]: object } = {
  'Claude Desktop': {
    mcpServers: {
      github: {
        command: 'docker',
        args: [
          'run',
          '-i',
          '--rm',
          '-e',
          `GITHUB_PERSONAL_ACCESS_TOKEN=${of.github}`,
          'ghcr.io/github/github-mcp-server',
        ],
      },
      postgres: {
        command: 'npx',
        args: [
          '-y',
          'server-postgres',
          `postgresql://admin:${of.database}@localhost:5432/shop?sslmode=require`,
        ],
      },
      slack: {
        command: 'npx',
        args: ['-y', 'slack'],
        env: { SLACK_BOT_TOKEN: of.slack, SLACK_TEAM_ID: 'T01234567' },
      },
      aws: {
        command: 'uvx',
        args: ['aws'],
        env: { AWS_ACCESS_KEY_ID: of.aws, AWS_SECRET_ACCESS_KEY: of.awsSecret, AWS_REGION: 'eu-west-1' },
      },
      stripe: { command: 'npx', args: ['-y', '@stripe/mcp', '--tools=all', `--api-key=${of.stripe}`] },
    },
  },
  Cursor: {
    mcpServers: {
      remote: {
        command: 'npx',
        args: ['mcp-remote', 'https://remote.example.com/sse', '--header', 'Authorization:${AUTH_HEADER}'],
        env: { AUTH_HEADER: `Bearer ${of.jwt}` },
      },
      notion: {
        command: 'npx',
        args: ['-y', '@notionhq/notion-mcp-server'],
        env: {
          OPENAPI_MCP_HEADERS: `{"Authorization": "Bearer ${of.notion}", "Notion-Version": "2022-06-28" }`,
        },
      },
      exa: { url: `https://mcp.exa.ai/mcp?exaApiKey=${of.exa}&tools=web_search` },
      figma: { command: 'npx', args: ['-y', 'figma-developer-mcp', '--figma-api-key', of.hex, '--stdio'] },
    },
  },
  Windsurf: {
    mcpServers: {
      hooks: { serverUrl: `https://mcp.zapier.com/api/mcp/s/${of.hex}/mcp` },
      wrapped: {
        command: 'cmd',
        args: ['/c', `set OPENAI_API_KEY=${of.openai} && npx -y thing --token ${of.slack} --verbose`],
      },
    },
  },
  'VS Code': {
    servers: {
      api: {
        type: 'http',
        url: 'https://api.example.com/mcp',
        headers: { 'X-Api-Key': of.hex, Accept: 'application/json', Authorization: `Bearer ${of.anthropic}` },
      },
      search: { type: 'stdio', command: 'npx', args: ['brave', of.brave] },
    },
  },
  'Claude Code': {
    mcpServers: {
      smithery: {
        command: 'npx',
        args: [
          '-y',
          '@smithery/cli@latest',
          'run',
          'exa',
          '--key',
          of.exa,
          '--config',
          `{"exaApiKey":"${of.exa}","debug":true}`,
        ],
      },
      header: {
        command: 'npx',
        args: ['mcp-remote', 'https://x.example.com', '--header', `X-Goog-Api-Key: ${of.google}`],
      },
      login: { command: 'server', args: ['--user', 'admin', '--password', of.password] },
      oauth: {
        type: 'http',
        url: 'https://y.example.com',
        oauth: { clientId: 'app', clientSecret: of.password },
      },
    },
  },
  Zed: {
    context_servers: { hub: { command: 'hub', args: [], env: { GITHUB_TOKEN: of.githubFine } } },
  },
};

test.each(Object.entries(files))('no secret of a file of %s is copied', (_, file) => {
  const before = JSON.stringify(file);
  const text = JSON.stringify(readForeignServers(file, { project: '/p' }));
  const present = Object.entries(of).filter(([, secret]) => before.includes(secret));
  expect(present.length).toBeGreaterThan(0);
  expect(present.filter(([, secret]) => text.includes(secret)).map(([name]) => name)).toEqual([]);
});

/** The environment that the notes ask for, with the secrets in it, must bring back what the other program would have used. */
test.each([
  ['Claude Desktop', 'github', { GITHUB_PERSONAL_ACCESS_TOKEN: 'args[4]' }],
  ['Claude Desktop', 'postgres', { POSTGRES_PASSWORD: 'args[2]' }],
  ['Claude Desktop', 'slack', { SLACK_BOT_TOKEN: 'env.SLACK_BOT_TOKEN' }],
  ['Claude Desktop', 'stripe', { STRIPE_API_KEY: 'args[3]' }],
  ['Cursor', 'remote', { AUTH_HEADER: 'env.AUTH_HEADER' }],
  ['Cursor', 'notion', { NOTION_AUTHORIZATION: 'env.OPENAPI_MCP_HEADERS' }],
  ['Cursor', 'exa', { EXA_API_KEY: 'url' }],
  ['Windsurf', 'hooks', { HOOKS_TOKEN: 'url' }],
  ['Windsurf', 'wrapped', { OPENAI_API_KEY: 'args[1]', WRAPPED_TOKEN: 'args[1]' }],
  ['VS Code', 'search', { SEARCH_TOKEN: 'args[1]' }],
  ['Claude Code', 'smithery', { SMITHERY_KEY_SECRET: 'args[5]', SMITHERY_EXA_API_KEY: 'args[7]' }],
  ['Claude Code', 'header', { HEADER_X_GOOG_API_KEY: 'args[3]' }],
  ['Claude Code', 'login', { LOGIN_PASSWORD: 'args[3]' }],
  ['Claude Code', 'oauth', { OAUTH_CLIENT_SECRET: 'oauth.clientSecret' }],
])('%s, %s: what has to be set is told, and where it stands', (client, server, expected) => {
  const notes = readForeignServers(files[client], { project: '/p' })?.notes ?? [];
  const told = notes.flatMap((note) =>
    note.kind === 'variable' && note.server === server ? [[note.variable, note.path]] : [],
  );
  expect(Object.fromEntries(told)).toEqual(expected);
});

test('what stands around a secret stays', () => {
  const servers = Object.assign(
    {},
    ...Object.values(files).map((file) => readForeignServers(file, { project: '/p' })?.servers),
  ) as { [name: string]: object };
  expect(servers).toMatchObject({
    postgres: {
      args: [
        '-y',
        'server-postgres',
        'postgresql://admin:${POSTGRES_PASSWORD}@localhost:5432/shop?sslmode=require',
      ],
    },
    slack: { env: { SLACK_TEAM_ID: 'T01234567' } },
    stripe: { args: ['-y', '@stripe/mcp', '--tools=all', '--api-key=${STRIPE_API_KEY}'] },
    remote: {
      args: [
        'mcp-remote',
        'https://remote.example.com/sse',
        '--header',
        'Authorization:Bearer ${AUTH_HEADER}',
      ],
      env: { AUTH_HEADER: 'Bearer ${AUTH_HEADER}' },
    },
    notion: {
      env: {
        OPENAPI_MCP_HEADERS:
          '{"Authorization": "Bearer ${NOTION_AUTHORIZATION}", "Notion-Version": "2022-06-28" }',
      },
    },
    exa: { url: 'https://mcp.exa.ai/mcp?exaApiKey=${EXA_API_KEY}&tools=web_search' },
    figma: { args: ['-y', 'figma-developer-mcp', '--figma-api-key', '${FIGMA_API_KEY}', '--stdio'] },
    wrapped: {
      args: ['/c', 'set OPENAI_API_KEY=${OPENAI_API_KEY} && npx -y thing --token ${WRAPPED_TOKEN} --verbose'],
    },
    api: {
      headers: {
        'X-Api-Key': '${API_X_API_KEY}',
        Accept: 'application/json',
        Authorization: 'Bearer ${API_AUTHORIZATION}',
      },
    },
    smithery: {
      args: [
        '-y',
        '@smithery/cli@latest',
        'run',
        'exa',
        '--key',
        '${SMITHERY_KEY_SECRET}',
        '--config',
        '{"exaApiKey":"${SMITHERY_EXA_API_KEY}","debug":true}',
      ],
    },
    header: {
      args: ['mcp-remote', 'https://x.example.com', '--header', 'X-Goog-Api-Key: ${HEADER_X_GOOG_API_KEY}'],
    },
  });
});

test('two secrets never share a variable', () => {
  const server = (token: string): object => ({ command: 'a', env: { API_TOKEN: token } });
  const found = readForeignServers(
    { mcpServers: { one: server('1-secret'), two: server('2-secret'), three: server('1-secret') } },
    { project: '/p' },
  );
  expect(found?.servers).toMatchObject({
    one: { env: { API_TOKEN: '${API_TOKEN}' } },
    two: { env: { API_TOKEN: '${TWO_API_TOKEN}' } },
    three: { env: { API_TOKEN: '${API_TOKEN}' } },
  });
  expect(found?.notes.map(({ server: name }) => name)).toEqual(['one', 'two', 'three']);
});

test('a variable that the configuration refers to already is not taken for another secret', () => {
  const mcpServers = { hub: { command: 'a', env: { API_TOKEN: '1-secret' } } };
  const found = readForeignServers({ mcpServers }, { project: '/p', taken: ['API_TOKEN'] });
  expect(found?.servers).toEqual({ hub: { command: 'a', env: { API_TOKEN: '${HUB_API_TOKEN}' } } });
});

test('a secret that is known by its name in one place is not copied from another', () => {
  const token = 'kT7vXq2LmZp9';
  const mcpServers = {
    first: { command: 'a', args: ['run', `prefix:${token}`, token] },
    second: { command: 'b', env: { API_TOKEN: token } },
  };
  const found = readForeignServers({ mcpServers }, { project: '/p' });
  expect(JSON.stringify(found)).not.toContain(token);
  expect(found?.servers['first']).toEqual({
    command: 'a',
    args: ['run', 'prefix:${API_TOKEN}', '${API_TOKEN}'],
  });
  expect(found?.notes).toContainEqual({
    kind: 'variable',
    server: 'first',
    variable: 'API_TOKEN',
    path: 'args[2]',
  });
});

test('the default of a reference is a secret like any other, and numbers are', () => {
  const mcpServers = {
    one: {
      command: 'a',
      env: { TOKEN: '${TOKEN:-literal-1}', LEVEL: '${LEVEL:-debug}', DB_PASSWORD: 123456 },
    },
  };
  const found = readForeignServers({ mcpServers }, { project: '/p' });
  expect(found?.notes.map((note) => note.kind === 'variable' && note.variable)).toEqual([
    'TOKEN',
    'DB_PASSWORD',
  ]);
  expect(found?.servers).toEqual({
    one: {
      command: 'a',
      env: { TOKEN: '${TOKEN}', LEVEL: '${LEVEL:-debug}', DB_PASSWORD: '${DB_PASSWORD}' },
    },
  });
});

test('what is no secret stays as it is', () => {
  const mcpServers = {
    plain: {
      command: 'npx',
      args: [
        '-y',
        '@modelcontextprotocol/server-filesystem@2025.12.18',
        '--max-tokens',
        '4096',
        '--token-file',
        '/home/me/.config/token',
        '--key',
        './certificates/server.pem',
        '--auth=true',
        '--password',
        '${PASSWORD}',
        'https://example.com/a/b?page=2#part',
        'keyboard: us',
        'a@b.example:8080',
        'node:22@sha256:0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef',
        '--directory=/srv/data_with_a_very_long_name_indeed_2026',
      ],
      env: {
        TOKEN_URL: 'https://login.example.com/token',
        PASSWORD_FILE: '/run/secrets/password',
        LEVEL: 'debug',
      },
      cwd: '/home/me/work',
    },
  };
  expect(readForeignServers({ mcpServers }, { project: '/p' })).toEqual({ servers: mcpServers, notes: [] });
});

test('a text that is made to be slow to search is searched, and one that is too long is not copied', () => {
  const pieces = [
    'a',
    'a=',
    'key=',
    '?a=',
    '"a":"',
    'a: ',
    '-----BEGIN ',
    'eyJa.',
    'a://',
    'a:a@',
    '${A:-',
    '--key ',
  ];
  for (const piece of pieces) {
    const args = [piece.repeat(19_000 / piece.length)];
    expect(
      readForeignServers({ mcpServers: { one: { command: 'x', args } } }, { project: '/p' }),
    ).toBeDefined();
  }
  const long = 'x'.repeat(20_001);
  const found = readForeignServers(
    { mcpServers: { one: { command: 'x', args: [long] } } },
    { project: '/p' },
  );
  expect(found?.servers).toEqual({ one: { command: 'x', args: ['${ONE_TEXT_SECRET}'] } });
});

test('more servers than anybody writes are refused', () => {
  const mcpServers = { one: { command: 'x'.repeat(1_000_001) } };
  expect(() => readForeignServers({ mcpServers }, { project: '/p' })).toThrow(ServersTooLarge);
});
