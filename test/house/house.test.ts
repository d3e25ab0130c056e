import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import { houses } from './rooms.ts';

/** Libraries and the only rooms that may name them. */
const libraries: Readonly<Record<string, readonly string[]>> = {
  re2js: ['core/schema'],
  semver: ['core/tool', 'core/registry'],
  'decimal.js': ['core/builtins'],
  stemmer: ['core/discovery'],
  'temporal-polyfill': ['core/builtins'],
  'jsonc-parser': ['toolcrib/config'],
  yaml: ['toolcrib/config', 'toolcrib/connectors'],
  unbash: ['toolcrib/fence'],
  '@vscode/ripgrep': ['toolcrib/workbench'],
  '@lydell/node-pty': ['toolcrib/workbench'],
  '@xterm/headless': ['toolcrib/workbench'],
  'vscode-jsonrpc': ['toolcrib/workbench'],
  pino: ['toolcrib/telemetry'],
  '@opentelemetry/api': ['toolcrib/telemetry'],
  '@opentelemetry/sdk-trace': ['toolcrib/telemetry'],
  '@opentelemetry/sdk-metrics': ['toolcrib/telemetry'],
  '@opentelemetry/resources': ['toolcrib/telemetry'],
  '@opentelemetry/exporter-trace-otlp-http': ['toolcrib/telemetry'],
  '@opentelemetry/exporter-metrics-otlp-http': ['toolcrib/telemetry'],
  '@opentelemetry/exporter-prometheus': ['toolcrib/telemetry'],
  kysely: ['toolcrib/store'],
  pg: ['toolcrib/store'],
  '@dbos-inc/dbos-sdk': ['toolcrib/engine'],
  '@modelcontextprotocol/client': ['toolcrib/connectors'],
  '@modelcontextprotocol/server': ['toolcrib/mcp'],
  wabt: ['toolcrib/connectors'],
  hono: ['toolcrib/http'],
  '@hono/node-server': ['toolcrib/http'],
  '@toolcrib/core': [
    'toolcrib/',
    'toolcrib/files',
    'toolcrib/fence',
    'toolcrib/store',
    'toolcrib/workbench',
    'toolcrib/connectors',
    'toolcrib/config',
    'toolcrib/telemetry',
    'toolcrib/mcp',
    'toolcrib/http',
    'toolcrib/engine',
    'toolcrib/attack',
    'toolcrib/cli',
  ],
  toolcrib: ['toolcrib/cli', 'toolcrib/connectors', 'console/live'],
  preact: ['console/', 'console/state', 'console/live', 'console/parts', 'console/screens', 'console/shell'],
  '@preact/signals': ['console/live', 'console/parts', 'console/shell', 'console/state', 'console/texts'],
  uplot: ['console/parts'],
  '@dagrejs/dagre': ['console/parts'],
};

const packages = resolve(import.meta.dirname, '../../packages');

interface Import {
  readonly from: string;
  readonly to: string;
}

describe.each(Object.entries(houses))('the house of %s', (name, rooms) => {
  const sources = join(packages, name, 'src');
  const imports = sourceFiles(sources).flatMap((file) => importsOf(file));
  const local = imports.filter(({ to }) => to.startsWith('.'));
  const foreign = imports.filter(({ to }) => !to.startsWith('.'));
  const roomOf = (file: string): string => {
    const [room = '', ...rest] = relative(sources, file).split('/');
    return rest.length === 0 ? '' : room;
  };

  test('has only the rooms that are drawn', () => {
    const found = readdirSync(sources, { withFileTypes: true }).filter((entry) => entry.isDirectory());
    expect(found.map((entry) => entry.name).toSorted()).toEqual(Object.keys(rooms).toSorted());
  });

  test('imports go only where an arrow points', () => {
    const wrong = local.filter(({ from, to }) => {
      const room = roomOf(from);
      const target = roomOf(resolve(dirname(from), to));
      return room !== '' && target !== room && !rooms[room]?.includes(target);
    });
    expect(wrong.map(({ from, to }) => `${relative(sources, from)} → ${to}`)).toEqual([]);
  });

  test('no file imports itself through others', () => {
    const graph = new Map<string, string[]>();
    for (const { from, to } of local) {
      graph.set(from, [...(graph.get(from) ?? []), resolve(dirname(from), to)]);
    }
    expect(cycleIn(graph)?.map((file) => relative(sources, file))).toBeUndefined();
  });

  test('a library is named only in its own rooms', () => {
    const wrong = foreign.filter(({ from, to }) => {
      if (to.startsWith('node:')) return false;
      const library = to.startsWith('@') ? to.split('/').slice(0, 2).join('/') : to.split('/', 1)[0];
      return !libraries[library ?? '']?.includes(`${name}/${roomOf(from)}`);
    });
    expect(wrong.map(({ from, to }) => `${relative(sources, from)} → ${to}`)).toEqual([]);
  });

  test('every room has a page at its door', () => {
    for (const room of Object.keys(rooms)) {
      expect(readFileSync(join(sources, room, 'README.md'), 'utf8')).toMatch(new RegExp(`^# ${room}\n`, 'u'));
    }
  });
});

test('the core imports nothing of Node', () => {
  const imports = sourceFiles(join(packages, 'core/src')).flatMap((file) => importsOf(file));
  expect(imports.length).toBeGreaterThan(100);
  expect(imports.filter(({ to }) => to.startsWith('node:'))).toEqual([]);
});

test('the client of the service imports nothing that a browser has not', () => {
  const seen = new Set<string>();
  const visit = (file: string): void => {
    if (seen.has(file)) return;
    seen.add(file);
    const text = readFileSync(file, 'utf8');
    // Types are gone before anything runs.
    const runs = importsOf(file).filter(({ to }) => !typesOnly(text).includes(to));
    expect(runs.filter(({ to }) => !to.startsWith('.'))).toEqual([]);
    for (const { to } of runs) visit(resolve(dirname(file), to));
  };
  visit(join(packages, 'toolcrib/src/http/client.ts'));
  expect(seen.size).toBeGreaterThan(5);
});

function typesOnly(text: string): string[] {
  return [...text.matchAll(/^(?:import|export) type [^;]*?from '([^']+)'/gmu)].map(([, to]) => to ?? '');
}

function sourceFiles(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/u.test(file) && !file.endsWith('.test.ts'))
    .map((file) => join(folder, file));
}

function importsOf(file: string): Import[] {
  const text = readFileSync(file, 'utf8').replaceAll(/\/\*.*?\*\//gsu, '');
  const found = text.matchAll(/^\s*(?:import|export)\b[^;'"]*?from\s+'([^']+)'|\bimport\('([^']+)'\)/gmu);
  return [...found].map(([, statement, dynamic]) => ({ from: file, to: statement ?? dynamic ?? '' }));
}

function cycleIn(graph: ReadonlyMap<string, readonly string[]>): string[] | undefined {
  const done = new Set<string>();
  const visit = (file: string, path: readonly string[]): string[] | undefined => {
    if (path.includes(file)) return [...path.slice(path.indexOf(file)), file];
    if (done.has(file)) return undefined;
    for (const next of graph.get(file) ?? []) {
      const cycle = visit(next, [...path, file]);
      if (cycle !== undefined) return cycle;
    }
    done.add(file);
    return undefined;
  };
  for (const file of graph.keys()) {
    const cycle = visit(file, []);
    if (cycle !== undefined) return cycle;
  }
  return undefined;
}
