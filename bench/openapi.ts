import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliDecompressSync } from 'node:zlib';
import { parseTool } from '../packages/core/dist/index.js';
import { createOpenApiConnector } from '../packages/toolcrib/src/connectors/openapi/openapi-connector.ts';
import { inlinedSize } from './openapi/inlined-size.ts';
import { manyOperations } from './openapi/many-operations.ts';
import { median } from './measuring/median.ts';
import { publish, type Section } from './measuring/section.ts';
import { table } from './measuring/table.ts';

const rounds = 5;
const folder = new URL('../test/data/openapi/', import.meta.url);
const scratch = mkdtempSync(join(tmpdir(), 'bench-openapi-'));

const documents = [
  'petstore.openapi3.0.json',
  'readme.openapi3.1.yaml',
  'star-trek.openapi3.0.yaml',
  'kubernetes-1.13.swagger2.json.br',
  'github.openapi3.0.json.br',
];

try {
  publish(await measureDocuments());
} finally {
  rmSync(scratch, { recursive: true });
}

async function measureDocuments(): Promise<Section> {
  const own = {
    name: '10,000 operations',
    document: write('many.json', JSON.stringify(manyOperations(10_000))),
  };
  const real = documents.map((name) => ({ name: name.replace(/\.br$/u, ''), document: unpacked(name) }));
  const measured = [];
  for (const { name, document } of [...real, own]) measured.push({ name, ...(await measure(document)) });
  return {
    title: 'Documents of APIs as tools',
    markdown: [
      'Reading a document and writing its definitions, then parsing them as the registry does; medians of warm rounds. *Schemas* are the characters of parameters and returns; *inlined* is what these would take with every reference replaced by what it leads to, six deep, circles cut.',
      table(
        ['document', 'operations', 'tools', 'read, s', 'parsed, s', 'schemas per tool', 'inlined'],
        measured.map((one) => [
          one.name,
          one.operations.toLocaleString('en'),
          one.tools.toLocaleString('en'),
          one.readSeconds,
          one.parseSeconds,
          one.schemas,
          one.inlined,
        ]),
      ),
    ].join('\n\n'),
    data: { rounds, measured },
    figures: measured.map(({ name, tools, readSeconds }) => ({
      what: `${name}, read`,
      value: (1e6 * readSeconds) / tools,
      unit: 'µs a tool',
      better: 'less',
    })),
  };
}

async function measure(document: string) {
  const definitions = [{ name: 'api', document, baseUrl: 'https://api.example' }];
  const [source] = createOpenApiConnector({
    definitions,
    fetch: () => Promise.reject(new Error('offline')),
  }).sources;
  if (source === undefined) throw new Error('no source');
  const [reading, parsing]: [number[], number[]] = [[], []];
  let survey = await source.survey(new AbortController().signal);
  for (let round = 0; round < rounds; round++) {
    const start = performance.now();
    survey = await source.survey(new AbortController().signal);
    const read = performance.now();
    for (const definition of survey.definitions) parseTool(definition);
    reading.push((read - start) / 1000);
    parsing.push((performance.now() - read) / 1000);
  }
  const characters = survey.definitions.reduce(
    (sum, { parameters, returns }) => sum + JSON.stringify([parameters, returns]).length,
    0,
  );
  return {
    operations: survey.operations,
    tools: survey.definitions.length,
    readSeconds: median(reading),
    parseSeconds: median(parsing),
    schemas: Math.round(characters / survey.definitions.length),
    inlined: await inlinedSize(document),
  };
}

function unpacked(name: string): string {
  const bytes = readFileSync(new URL(name, folder));
  return name.endsWith('.br')
    ? write(name.replace(/\.br$/u, ''), brotliDecompressSync(bytes))
    : new URL(name, folder).pathname;
}

function write(name: string, content: string | Uint8Array): string {
  writeFileSync(join(scratch, name), content);
  return join(scratch, name);
}
