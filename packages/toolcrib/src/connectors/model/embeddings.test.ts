import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { openToolcrib, type Toolcrib } from '../../open-toolcrib.ts';
import { createWordVectors } from './word-vectors.ts';

const parameters = { type: 'object', properties: {} };
const tools = [
  ['sky_report', 'What the sky will do.'],
  ['kennel_list', 'Places where hounds sleep.'],
].map(([name, description]) => ({
  name,
  description,
  type: 'function',
  handler: name,
  parameters,
  implementation: { type: 'mock', mock_response: {} },
}));

/** Words of the tools and of requests that share none with them. */
const vectors = [
  '6 3',
  'the 0.1 0.1 0.1',
  'sky 1 0 0.1',
  'brolly 0.9 0.1 0',
  'hounds 0 1 0.1',
  'doggo 0.1 0.9 0',
  '雨伞 0.95 0 0',
];

async function open(
  embeddings: object,
  {
    files = {},
    environment = {},
  }: { files?: Record<string, string>; environment?: Record<string, string> } = {},
): Promise<Toolcrib> {
  const project = mkdtempSync(join(tmpdir(), 'toolcrib-vectors-'));
  for (const [name, text] of Object.entries({
    ...files,
    'toolcrib.json': JSON.stringify({ tools, recommend: { embeddings } }),
  }))
    writeFileSync(join(project, name), text);
  const toolcrib = await openToolcrib({ trust: 'always', project, environment });
  onTestFinished(async () => {
    await toolcrib.close();
    rmSync(project, { recursive: true, force: true });
  });
  expect(toolcrib.problems).toEqual([]);
  return toolcrib;
}

async function firstOf(toolcrib: Toolcrib, task: string): Promise<string | undefined> {
  return (await (await toolcrib.discovery()).search(task))[0]?.tool.name;
}

async function serve(
  answer: (input: readonly string[]) => readonly (readonly number[])[] | undefined,
): Promise<{ readonly url: string; readonly asked: { model: string; key: string | undefined }[] }> {
  const asked: { model: string; key: string | undefined }[] = [];
  const server = createServer((request, response) => {
    let body = '';
    request.on('data', (part: Buffer) => (body += part.toString()));
    request.on('end', () => {
      const { model, input } = JSON.parse(body) as { model: string; input: string[] };
      asked.push({ model, key: request.headers.authorization });
      const given = answer(input);
      response.writeHead(given === undefined ? 500 : 200, { 'content-type': 'application/json' });
      // The order is for the index to say.
      const data = given?.map((embedding, index) => ({ index, embedding })).toReversed();
      response.end(JSON.stringify({ data }));
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`, asked };
}

const meaningOf = (text: string): readonly number[] => [
  /sky|brolly/u.test(text) ? 1 : 0,
  /hounds|doggo/u.test(text) ? 1 : 0,
  0.1,
];

test('tools are found by the vectors of a model behind an address, which is given its key', async () => {
  const { url, asked } = await serve((input) => input.map(meaningOf));
  const toolcrib = await open(
    { url, name: 'small', secret: 'VECTOR_KEY', timeout: 20_000 },
    { environment: { VECTOR_KEY: 'sesame', TOOLCRIB_STATE: String(process.env['TOOLCRIB_STATE']) } },
  );
  expect(await firstOf(toolcrib, 'my brolly is gone')).toBe('sky_report');
  expect(await firstOf(toolcrib, 'a bed for my doggo')).toBe('kennel_list');
  expect(asked[0]).toEqual({ model: 'small', key: 'Bearer sesame' });
});

test('tools are found by the word vectors of a file, in either language', async () => {
  const file = vectors.join('\n');
  const toolcrib = await open({ file: 'words.txt', timeout: 20_000 }, { files: { 'words.txt': file } });
  expect(await firstOf(toolcrib, 'my brolly is gone')).toBe('sky_report');
  expect(await firstOf(toolcrib, 'a bed for my doggo')).toBe('kennel_list');
  expect(await firstOf(toolcrib, '要带雨伞吗')).toBe('sky_report');
});

test.each([
  ['a server that fails', async () => ({ url: (await serve(() => undefined)).url, name: 'small' })],
  [
    'a server that forgets one',
    async () => ({ url: (await serve((input) => input.slice(1).map(meaningOf))).url, name: 's' }),
  ],
  ['a file that is not there', () => Promise.resolve({ file: 'no-such-file.txt' })],
])('with %s words find, and a warning is given once', async (_, embeddings) => {
  const warn = vi.spyOn(process, 'emitWarning').mockImplementation(() => undefined);
  onTestFinished(() => warn.mockRestore());
  const toolcrib = await open({ ...(await embeddings()), timeout: 20_000 });
  expect(await firstOf(toolcrib, 'places where hounds sleep')).toBe('kennel_list');
  expect(await firstOf(toolcrib, 'what will the sky do')).toBe('sky_report');
  const told = warn.mock.calls.filter(([, options]) => (options as { code?: string }).code === 'no_vectors');
  expect(told).toHaveLength(1);
});

test('a usual word counts less than a rare one, and what is no vector is passed over', async () => {
  const project = mkdtempSync(join(tmpdir(), 'toolcrib-vectors-'));
  onTestFinished(() => rmSync(project, { recursive: true, force: true }));
  const file = join(project, 'words.txt');
  writeFileSync(file, ['the 1 0', 'broken 1 x', 'short 1', 'long 1 2 3', 'owl 0 1'].join('\r\n'));
  const { signal } = new AbortController();
  const [mean, none] = await createWordVectors(file)(['The owl', 'broken short long'], { signal });
  expect(mean?.[1]).toBeGreaterThan(mean?.[0] ?? 1);
  expect([...(none ?? [])]).toEqual([0, 0]);
});

test.each([
  [{ url: 'ftp://example.com', name: 'small' }],
  [{ url: 'https://example.com' }],
  [{}],
  [{ file: 7 }],
  [{ file: 'words.txt', share: 2 }],
  [{ file: 'words.txt', model: 'small' }],
])('%j is reported', async (embeddings) => {
  const project = mkdtempSync(join(tmpdir(), 'toolcrib-vectors-'));
  onTestFinished(() => rmSync(project, { recursive: true, force: true }));
  writeFileSync(join(project, 'toolcrib.json'), JSON.stringify({ tools, recommend: { embeddings } }));
  const toolcrib = await openToolcrib({
    trust: 'always',
    project,
    environment: { TOOLCRIB_STATE: process.env['TOOLCRIB_STATE'] },
  });
  onTestFinished(() => toolcrib.close());
  expect(toolcrib.problems[0]).toMatchObject({
    path: expect.stringContaining('recommend.embeddings') as unknown,
  });
});
