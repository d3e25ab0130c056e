import { resolve } from 'node:path';
import { parseAgent, parseAllowList, parseTool } from '@toolcrib/core';
import { ConfigReader, type Origin } from './config-reader.ts';
import type { Config } from './config.ts';
import type { LocatedDocument } from './locate.ts';
import { parseConfiguredRules } from './parse-rules.ts';

const keys = [
  '$schema',
  'locale',
  'project',
  'tools',
  'agents',
  'allow_lists',
  'rules',
  'sandbox',
  'defaults',
  'store',
  'mcpServers',
  'openapi',
  'plugins',
] as const;
const defaultKeys = ['timeout', 'retries', 'retry_delay', 'backoff', 'approval_timeout'] as const;

/** Turns a document into a configuration. Every bad entry is reported with its place, and the good ones stay. */
export function parseConfig(document: LocatedDocument, origin: Origin): Config {
  const reader = new ConfigReader(document, origin);
  reader.refuseUnknown([], keys);
  reader.refuseUnknown(['defaults'], defaultKeys);
  for (const key of ['store', 'mcpServers', 'openapi', 'plugins']) reader.noteUnused(key);
  const { source } = reader;
  return {
    file: origin.file,
    locale: reader.oneOf(['locale'], ['en', 'zh-CN']),
    project: resolve(origin.directory, reader.text(['project']) ?? '.'),
    tools: reader.list('tools', (value, place) => ({
      tool: parseTool({ ...asObject(value), source }),
      place,
    })),
    agents: Object.fromEntries(
      reader.map('agents', (id, value) => parseAgent(id, value, `${source} agents`)),
    ),
    allowLists: reader.map('allow_lists', parseAllowList).map(([, allowList]) => allowList),
    rules: parseConfiguredRules(reader),
    sandbox: reader.oneOf(['sandbox'], ['required', 'best_effort', 'off']),
    defaults: withoutUndefined({
      timeout: reader.number(['defaults', 'timeout'], 1),
      retries: reader.number(['defaults', 'retries'], 0),
      retryDelay: reader.number(['defaults', 'retry_delay'], 0),
      backoff: reader.number(['defaults', 'backoff'], 1),
      approvalTimeout: reader.number(['defaults', 'approval_timeout'], 1),
    }),
    store: reader.text(['store']),
    mcpServers: reader.object('mcpServers'),
    openapi: reader.object('openapi'),
    plugins: reader.list('plugins', (value) => value),
    problems: reader.problems,
  };
}

/** What is not an object is left to the parser behind, which says so. */
function asObject(value: unknown): object {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : {};
}

function withoutUndefined<T extends object>(value: T): { [K in keyof T]?: Exclude<T[K], undefined> } {
  return Object.fromEntries(Object.entries(value).filter(([, item]) => item !== undefined)) as {
    [K in keyof T]?: Exclude<T[K], undefined>;
  };
}
