import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, expect, test } from 'vitest';
import { stringify } from 'yaml';
import { ConfigError } from './config-error.ts';
import type { ConfigProblem } from './config.ts';
import { readConfig } from './read-config.ts';

const runs = Number(process.env['FUZZ_RUNS'] ?? 200);
const directory = mkdtempSync(join(tmpdir(), 'toolcrib-broken-'));
afterAll(() => rmSync(directory, { recursive: true }));

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

const names = fc.constantFrom(
  '__proto__',
  'constructor',
  'name',
  'tools',
  'type',
  '',
  '\u202E',
  '<<',
  '$ref',
);
const anyJson = fc.letrec((tie) => ({
  value: fc.oneof(
    { maxDepth: 3 },
    fc.string({ unit: 'binary' }),
    fc.double(),
    fc.boolean(),
    fc.constant(null),
    fc.array(tie('value'), { maxLength: 4 }),
    fc.dictionary(fc.oneof(names, fc.string()), tie('value'), { maxKeys: 4 }),
  ),
})).value;

/** One or more places of the whole with something else in them, or gone. */
const broken = fc
  .array(
    fc.record({ steps: fc.array(fc.nat(20), { minLength: 1, maxLength: 6 }), value: fc.option(anyJson) }),
    {
      minLength: 1,
      maxLength: 4,
    },
  )
  .map((changes) => {
    const copy = structuredClone(whole) as unknown;
    for (const { steps, value } of changes) change(copy, steps, value);
    return copy;
  });

function change(at: unknown, [step = 0, ...further]: readonly number[], value: unknown): void {
  if (typeof at !== 'object' || at === null) return;
  const keys = Object.keys(at);
  const key = keys[step % Math.max(1, keys.length)];
  const record = at as Record<string, unknown>;
  if (key === undefined) return;
  const inner = record[key];
  if (further.length > 0 && typeof inner === 'object' && inner !== null) return change(inner, further, value);
  if (value === null) delete record[key];
  else record[key] = value;
}

/** A text with a piece cut out, doubled, or replaced by signs that mean something to a parser. */
const damage = fc.record({
  from: fc.double({ min: 0, max: 1, noNaN: true }),
  length: fc.nat(40),
  put: fc.oneof(
    fc.string({ unit: 'binary', maxLength: 20 }),
    fc.constantFrom('{', '[', '"', '&a', '*a', '\0', '---\n', '? ', '!!js/function ', '\uFEFF'),
  ),
});

function damaged(text: string, { from, length, put }: { from: number; length: number; put: string }): string {
  const at = Math.floor(from * text.length);
  return text.slice(0, at) + put + text.slice(at + length);
}

test.each(['toolcrib.json', 'toolcrib.yaml'])(
  'whatever stands in %s, it is read, or every problem is told with its place',
  async (name) => {
    const file = join(directory, name);
    await fc.assert(
      fc.asyncProperty(broken, fc.option(damage), async (value, harm) => {
        const text = name.endsWith('.json') ? JSON.stringify(value, null, 2) : stringify(value);
        writeFileSync(file, harm === null ? text : damaged(text, harm));
        for (const problem of await problemsOf(file)) {
          expect(problem.message).toEqual(expect.stringMatching(/\S/u));
          expect(problem.remedy).toEqual(expect.stringMatching(/\S/u));
          expect(problem.line).toBeGreaterThan(0);
          expect(problem.column).toBeGreaterThan(0);
        }
      }),
      { numRuns: runs },
    );
  },
  Math.max(30_000, runs * 50),
);

async function problemsOf(file: string): Promise<readonly ConfigProblem[]> {
  try {
    const config = await readConfig({
      file,
      directory,
      environment: {},
      locale: undefined,
      systemLocale: 'en',
      allowLists: ['explore'],
    });
    return config.problems;
  } catch (error) {
    if (error instanceof ConfigError) return [error.problem];
    throw error;
  }
}
