import { expect, test } from 'vitest';
import { serverOrigin } from './server-origin.ts';

test('what decides what is started or reached is shown as it is written', () => {
  const written = {
    command: 'npx',
    args: ['-y', 'server', '${FOLDER}', '--level=debug'],
    env: { NODE_OPTIONS: '--require ./x.js', API_TOKEN: '${API_TOKEN}' },
    cwd: 'tools',
    trust: true,
  };
  const { trust: _trust, ...shown } = written;
  expect(serverOrigin(written)).toEqual(shown);
});

test('secrets that are written out are hidden, wherever they stand', () => {
  expect(
    serverOrigin({
      command: 'server',
      args: [
        '--api-key',
        'abc',
        '--token=def',
        '--token',
        '${TOKEN}',
        '--secret',
        '--verbose',
        'password',
        'plain',
      ],
      env: { GITHUB_TOKEN: 'ghp', LEVEL: 'info' },
    }),
  ).toEqual({
    command: 'server',
    args: [
      '--api-key',
      '***',
      '--token=***',
      '--token',
      '${TOKEN}',
      '--secret',
      '--verbose',
      'password',
      'plain',
    ],
    env: { GITHUB_TOKEN: '***', LEVEL: 'info' },
  });
  expect(
    serverOrigin({
      url: 'https://ada:pass@mcp.example.com/mcp?api_key=abc&mode=full&token=${TOKEN}',
      headers: { Authorization: 'Bearer abc', 'X-Team': 'x', Accept: 'text/plain', Cookie: '${COOKIE}' },
      oauth: { clientId: 'id', clientSecret: 'abc' },
    }),
  ).toEqual({
    url: 'https://***@mcp.example.com/mcp?api_key=***&mode=full&token=${TOKEN}',
    headers: { Authorization: '***', 'X-Team': '***', Accept: 'text/plain', Cookie: '${COOKIE}' },
    oauth: { clientId: 'id', clientSecret: '***' },
  });
});
