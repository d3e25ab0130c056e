import { expect, test } from 'vitest';
import { ToolService } from '../call/tool-service.ts';
import { Discovery } from './discovery.ts';
import type { Embed, EmbeddingOptions } from './meaning-vectors.ts';

/** A world of three meanings, each with its words. */
const meanings = [
  ['brolly', 'drizzle', 'weather'],
  ['quid', 'bourse', 'shares'],
  ['doggo', 'kennel', 'pets'],
];

const embed: Embed = async (texts) =>
  texts.map((text) =>
    Float32Array.from(meanings, (words) => words.filter((word) => text.toLowerCase().includes(word)).length),
  );

const descriptions = {
  forecast: 'The weather of tomorrow.',
  bourse_prices: 'Prices of shares.',
  find_kennel: 'A place for pets.',
};

function serviceOf(tools: Readonly<Record<string, string>> = descriptions): ToolService {
  const service = new ToolService({ builtins: false });
  for (const [name, description] of Object.entries(tools)) addTo(service, name, description);
  return service;
}

function addTo(service: ToolService, name: string, description: string): void {
  service.registerTool({ name, description, parameters: { type: 'object' }, run: () => 0 });
}

function counting(own: Embed = embed): { readonly embed: Embed; readonly batches: string[][] } {
  const batches: string[][] = [];
  return {
    batches,
    embed: (texts, options) => {
      batches.push([...texts]);
      return own(texts, options);
    },
  };
}

async function firstOf(discovery: Discovery, task: string): Promise<string | undefined> {
  return (await discovery.search(task))[0]?.tool.name;
}

test('a tool is found that shares no word with the request but its meaning', async () => {
  const discovery = new Discovery(serviceOf(), { embeddings: { embed } });
  expect(discovery.find('do I need a brolly?')).toEqual([]);
  expect(await firstOf(discovery, 'do I need a brolly?')).toBe('forecast');
  expect(await firstOf(discovery, 'where can my doggo sleep')).toBe('find_kennel');
  const { ranked } = await discovery.recommend('how many quid is it?');
  expect(ranked[0]?.tool.name).toBe('bourse_prices');
});

test('words still count, and what both speak for goes first', async () => {
  const discovery = new Discovery(serviceOf({ ...descriptions, brolly_shop: 'Sells things.' }), {
    embeddings: { embed },
  });
  const found = (await discovery.search('brolly shop')).map(({ tool }) => tool.name);
  expect(found[0]).toBe('brolly_shop');
  expect(found).toContain('forecast');
});

test('search_tools finds by meaning', async () => {
  const service = serviceOf();
  void new Discovery(service, { embeddings: { embed } });
  const result = await service.execute('search_tools', { query: 'drizzle' });
  expect(result).toMatchObject({ output: { tools: [{ name: 'forecast' }] } });
});

test('tools are embedded together when they are added, once for what they say of themselves', async () => {
  const { embed: counted, batches } = counting();
  const service = serviceOf();
  const discovery = new Discovery(service, { embeddings: { embed: counted } });
  await discovery.search('brolly');
  expect(batches.map((texts) => texts.length).toSorted((one, other) => one - other)).toEqual([1, 3]);
  addTo(service, 'late_one', 'Comes later.');
  service.registry.remove('late_one');
  addTo(service, 'late_one', 'Comes later.');
  await discovery.search('doggo');
  await discovery.search('quid');
  expect(batches.flat().filter((text) => text.includes('Comes later'))).toHaveLength(1);
  expect(batches.flat().filter((text) => text.includes('weather'))).toHaveLength(1);
});

test('a search by words alone asks no embedder', () => {
  const { embed: counted, batches } = counting();
  const discovery = new Discovery(serviceOf({}), { embeddings: { embed: counted } });
  expect(discovery.find('weather')).toEqual([]);
  expect(batches).toEqual([]);
});

const broken: [string, Embed][] = [
  ['fails', () => Promise.reject(new Error('no such model'))],
  ['never answers', () => new Promise(() => undefined)],
  ['gives nothing', async () => []],
  ['gives what is no number', async (texts) => texts.map(() => Float32Array.of(Number.NaN))],
];

test.each(broken)('where the embedder %s, words find, and it is told once', async (_, own) => {
  const problems: unknown[] = [];
  const embeddings: EmbeddingOptions = {
    embed: own,
    timeout: 20,
    onProblem: (problem) => problems.push(problem),
  };
  const discovery = new Discovery(serviceOf(), { embeddings });
  expect(await firstOf(discovery, 'prices of shares')).toBe('bourse_prices');
  expect(await firstOf(discovery, 'a place for pets')).toBe('find_kennel');
  expect(problems).toHaveLength(1);
});

test('after a failure the embedder rests, and is asked again later', async () => {
  let time = 0;
  let works = false;
  const { embed: counted, batches } = counting((texts, options) =>
    works ? embed(texts, options) : Promise.reject(new Error('down')),
  );
  const discovery = new Discovery(serviceOf(), { embeddings: { embed: counted }, now: () => time });
  await discovery.search('brolly');
  const asked = batches.length;
  works = true;
  expect(await firstOf(discovery, 'brolly')).toBeUndefined();
  expect(batches).toHaveLength(asked);
  time = 120_000;
  expect(await firstOf(discovery, 'brolly')).toBe('forecast');
});
