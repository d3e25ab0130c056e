import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { stringify } from 'yaml';
import { ConfigError } from '../../packages/toolcrib/src/config/config-error.ts';
import type { ConfigProblem } from '../../packages/toolcrib/src/config/config-place.ts';
import { readConfig } from '../../packages/toolcrib/src/config/read-config.ts';
import { faultsOf, type Fuzzer } from './fuzzer.ts';
import { damaged, mutated, seldomDamage } from './mutations.ts';

/** Something of everything that a configuration can hold. */
const whole = {
  project: '.',
  locale: 'en',
  tools: [
    {
      name: 'ping',
      description: 'Answers.',
      type: 'function',
      handler: 'ping',
      parameters: { type: 'object', properties: { a: { type: 'string' } } },
      implementation: { type: 'mock', mock_response: 'pong' },
    },
    {
      name: 'weather',
      description: 'The weather.',
      type: 'function',
      handler: 'weather',
      parameters: { type: 'object', properties: { city: { type: 'string' } } },
      implementation: { type: 'rest', method: 'GET', base_url: 'https://api.example.com', path: '/{city}' },
    },
  ],
  agents: { explore: { permission: 'read_only', allow_list: 'explore' } },
  allow_lists: { mine: { tools: ['ping'], categories: ['text'] } },
  rules: [{ tool: 'ping', agent: 'explore', decision: 'ask', reason: 'why not' }],
  defaults: { timeout: 1000, retries: 1 },
  sandbox: { mode: 'best_effort', allow_hosts: ['example.com'], allow_commands: ['protoc'] },
  store: { keep: '30d' },
  recommend: { whitelist: ['ping'], blacklist: [] },
  imports: { accept: 'read_only', changed: 'hold' },
  mcpServers: { memory: { command: 'node', args: ['server.js'], env: { A: 'b' } } },
  openapi: { petstore: { document: 'petstore.yaml' } },
  plugins: { words: { file: 'words.wasm' } },
  language_servers: { python: { command: ['pyright'], extensions: ['.py'] } },
};

export const configuration: Fuzzer = {
  name: 'configuration',
  about: 'broken configuration files: read, or every problem told with its place',
  go: 500,
  few: 400,
  async open() {
    const directory = mkdtempSync(join(tmpdir(), 'toolcrib-broken-'));
    const name = fc.constantFrom('toolcrib.json', 'toolcrib.yaml');
    return {
      run: (seed, count) =>
        faultsOf(
          fc.asyncProperty(name, mutated(fc.constant(whole)), seldomDamage, async (file, value, harm) => {
            const text = file.endsWith('.json') ? JSON.stringify(value, null, 2) : stringify(value);
            const path = join(directory, file);
            writeFileSync(path, damaged(text, harm));
            for (const { message, remedy, line, column } of await problemsOf(path, directory)) {
              assert.match(message, /\S/u);
              assert.match(remedy, /\S/u);
              assert.ok(line !== undefined && line > 0, 'no line');
              assert.ok(column !== undefined && column > 0, 'no column');
            }
          }),
          { seed, count },
        ),
      close: async () => rmSync(directory, { recursive: true }),
    };
  },
};

async function problemsOf(file: string, directory: string): Promise<readonly ConfigProblem[]> {
  try {
    const config = await readConfig({
      file,
      directory,
      environment: {},
      locale: undefined,
      systemLocale: 'en',
      allowLists: ['explore'],
      trust: { mode: 'always', folder: directory },
    });
    return config.problems;
  } catch (error) {
    if (error instanceof ConfigError) return [error.problem];
    throw error;
  }
}
