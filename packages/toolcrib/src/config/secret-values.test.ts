import { MemoryHistory } from '@toolcrib/core';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { openToolcrib } from '../open-toolcrib.ts';

const environment = {
  TRACKER_TOKEN: 'value of a token',
  PLAIN: 'value in the place of a secret',
  TRACKER: 'value that a tool sends',
  PASSWORD_FILE: '/run/where-it-is',
  PWD: '/home/ada/project',
  CITY: 'value of no importance',
};

test('secrets of the environment and the configuration are taken out of records', async () => {
  const project = mkdtempSync(join(tmpdir(), 'toolcrib-secrets-'));
  const auth = { type: 'bearer', secret: 'TRACKER' };
  const rest = {
    name: 'api',
    type: 'function',
    handler: 'api',
    description: 'Asks a server.',
    parameters: { type: 'object' },
    implementation: { type: 'rest', base_url: 'http://127.0.0.1:9', path: '/', auth },
  };
  const mcpServers = { tracker: { command: 'x', env: { API_KEY: 'key=${PLAIN}', CITY: '${CITY}' } } };
  writeFileSync(join(project, 'toolcrib.json'), JSON.stringify({ tools: [rest], mcpServers }));
  const history = new MemoryHistory();
  const toolcrib = await openToolcrib({
    trust: 'always',
    project,
    environment,
    service: { history, secretValues: ['given one'] },
  });
  onTestFinished(async () => {
    await toolcrib.close();
    rmSync(project, { recursive: true, force: true });
  });
  const text = [...Object.values(environment), 'given one'].join('\n');
  await toolcrib.service.execute('string', { operation: 'trim', text });
  expect(history.list()[0]?.output).toEqual({
    result: [
      '[redacted]',
      '[redacted]',
      '[redacted]',
      '/run/where-it-is',
      '/home/ada/project',
      'value of no importance',
      '[redacted]',
    ].join('\n'),
  });
});
