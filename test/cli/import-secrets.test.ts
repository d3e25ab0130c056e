import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { corpus, heldOut } from '../../packages/toolcrib/src/connectors/mcp/import-corpus.test-support.ts';
import { run } from '../command.ts';
import { clonedProject } from '../project.ts';

const entries = [...corpus, ...heldOut].map(
  ({ server, entry }, index) => [`${server}_${index}`, entry] as const,
);
const unmarked = (value: unknown): unknown => JSON.parse(JSON.stringify(value).replaceAll(/[«»]/gu, ''));
const ordinary = JSON.stringify(entries).replaceAll(/«[^»]*»/gu, '');
/** Short ones are words that stand elsewhere, too. */
const secrets = [...JSON.stringify(entries).matchAll(/«([^»]{8,})»/gu)]
  .map(([, secret = '']) => JSON.parse(`"${secret}"`) as string)
  .filter((secret) => !/^(?:your)?password$/u.test(secret) && !ordinary.includes(secret));

/** What is wrong with each of these is told to the person who imports it. */
const unusable = {
  number: { command: 5, env: { API_KEY: 'sk-unusable-one-0123456789abcdef' } },
  object: { command: 'x', args: { token: 'sk-unusable-two-0123456789abcdef' } },
  address: { url: 'not an address ?api_key=sk-unusable-three-0123456789abcdef' },
  transport: { type: 'sk-unusable-four-0123456789abcdef', command: 'x' },
  header: {
    url: 'https://example.com',
    headers: { Authorization: ['Bearer sk-unusable-five-0123456789abcdef'] },
  },
  unknown: { command: 'x', apiKey: 'sk-unusable-six-0123456789abcdef' },
};

function filesIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => join(folder, name))
    .filter((path) => statSync(path).isFile());
}

test('no secret of a file that is imported reaches the project, the state of the user, or what is said', {
  timeout: 120_000,
}, async () => {
  const [project, state] = [clonedProject({ 'toolcrib.json': {} }), clonedProject()];
  const source = clonedProject({
    'theirs.json': { mcpServers: { ...(unmarked(Object.fromEntries(entries)) as object), ...unusable } },
  });
  const toolcrib = (...given: string[]): ReturnType<typeof run> =>
    run(given, { cwd: project, env: { TOOLCRIB_STATE: state } });
  const imported = await toolcrib('mcp', 'import', join(source, 'theirs.json'), '--json');
  const said = [imported];
  for (const command of ['check', 'trust', 'doctor', 'tools list', 'mcp list'])
    said.push(await toolcrib(...command.split(' ')), await toolcrib(...command.split(' '), '--json'));
  const report = JSON.parse(imported.stdout) as { added: string[]; unusable: string[] };
  expect(report.unusable).toEqual(['number', 'object', 'address', 'transport', 'header']);
  expect(report.added).toEqual([...entries.map(([name]) => name), 'unknown']);
  const written = [project, state].flatMap(filesIn);
  expect(written.length).toBeGreaterThan(1);
  const texts = [
    ...said.map(({ stdout, stderr }, index) => [`command ${index}`, stdout + stderr] as const),
    ...written.map((path) => [path, readFileSync(path, 'latin1')] as const),
  ];
  const found = texts.flatMap(([where, text]) =>
    [...secrets, 'sk-unusable']
      .filter((secret) => text.includes(secret))
      .map((secret) => `${where}: ${secret}`),
  );
  expect(found).toEqual([]);
  expect(secrets.length).toBeGreaterThan(120);
  // Which variable, where it is needed, and where its value is.
  expect(imported.stderr).toContain(
    'github_0: the secret in env.GITHUB_PERSONAL_ACCESS_TOKEN was not copied.',
  );
  expect(imported.stderr).toContain(`The values are in ${join(source, 'theirs.json')}`);
});
