import { resolve } from 'node:path';
import { locales, recordRequirements, type AllowList } from '@toolcrib/core';
import { ConfigReader, type Origin } from './config-reader.ts';
import type { Config } from './config.ts';
import { guardingKeys, knownKeys } from './known-keys.ts';
import type { LocatedDocument } from './locate.ts';
import { parseConfiguredAgents } from './parse-agents.ts';
import { parseConfiguredAllowLists } from './parse-allow-lists.ts';
import { parseApprovers } from './parse-approvers.ts';
import { parseGateway } from './parse-gateway.ts';
import { parseImports } from './parse-imports.ts';
import { parseLanguageServers } from './parse-language-servers.ts';
import { parseMcpServers } from './parse-mcp-servers.ts';
import { parseOpenApi } from './parse-openapi.ts';
import { parsePlugins } from './parse-plugins.ts';
import { parsePlans } from './parse-plans.ts';
import { parseRecommend } from './parse-recommend.ts';
import { parseConfiguredRules } from './parse-rules.ts';
import { parseSandbox } from './parse-sandbox.ts';
import { parseServer } from './parse-server.ts';
import { parseTelemetry } from './parse-telemetry.ts';
import { parseStore } from './parse-store.ts';
import { parseConfiguredTools } from './parse-tools.ts';
import { secretVariablesIn } from './secret-values.ts';

/**
 * Turns a document into a configuration. Every bad entry is reported with its place, and the good ones stay; only what
 * cannot be closed by itself, a misspelt section of rules, ends it with a `ConfigError`.
 */
export function parseConfig(document: LocatedDocument, origin: Omit<Origin, 'trust'>): Omit<Config, 'trust'> {
  const reader = new ConfigReader(document, origin);
  reader.refuseMisspelt(knownKeys.configuration, guardingKeys);
  reader.refuseUnknown([], knownKeys.configuration);
  const allowLists = parseConfiguredAllowLists(reader, origin.allowLists);
  const project = resolve(origin.directory, reader.text(['project']) ?? '.');
  return {
    file: origin.file,
    locale: reader.oneOf(['locale'], locales),
    project,
    tools: parseConfiguredTools(reader),
    agents: parseConfiguredAgents(reader, namesOf(allowLists, origin)),
    allowLists,
    rules: parseConfiguredRules(reader),
    sandbox: parseSandbox(reader),
    languageServers: parseLanguageServers(reader),
    defaults: parseDefaults(reader),
    telemetry: parseTelemetry(reader, origin.directory),
    store: parseStore(reader, { directory: origin.directory, project }),
    history: parseHistory(reader),
    imports: parseImports(reader),
    recommend: parseRecommend(reader),
    plans: parsePlans(reader),
    mcpServers: parseMcpServers(reader, { directory: origin.directory, project }),
    gateway: parseGateway(reader),
    approvers: parseApprovers(reader),
    openapi: parseOpenApi(reader, origin.directory),
    plugins: parsePlugins(reader, origin.directory),
    server: parseServer(reader),
    secretVariables: secretVariablesIn(document.value),
    problems: reader.problems,
    placeOf: (path) => reader.place(path),
  };
}

function namesOf(
  configured: readonly AllowList[],
  { allowLists }: Pick<Origin, 'allowLists'>,
): readonly string[] {
  return [...allowLists, ...configured.map(({ name }) => name)];
}

function parseDefaults(reader: ConfigReader): Config['defaults'] {
  reader.object('defaults');
  reader.refuseUnknown(['defaults'], knownKeys.defaults);
  return withoutUndefined({
    timeout: reader.number(['defaults', 'timeout'], { least: 1 }),
    retries: reader.number(['defaults', 'retries'], { least: 0, whole: true }),
    retryDelay: reader.number(['defaults', 'retry_delay'], { least: 0 }),
    backoff: reader.number(['defaults', 'backoff'], { least: 1 }),
    approvalTimeout: reader.number(['defaults', 'approval_timeout'], { least: 1 }),
  });
}

/** What cannot be read means the strictest. */
function parseHistory(reader: ConfigReader): Config['history'] {
  reader.object('history');
  reader.refuseUnknown(['history'], knownKeys.history);
  const path = ['history', 'required'];
  const required = reader.oneOf(path, recordRequirements);
  const isWritten = reader.get(path) !== undefined && reader.get(path) !== null;
  return { required: required ?? (isWritten ? 'all' : undefined) };
}

function withoutUndefined<T extends object>(value: T): { [K in keyof T]?: Exclude<T[K], undefined> } {
  return Object.fromEntries(Object.entries(value).filter(([, item]) => item !== undefined)) as {
    [K in keyof T]?: Exclude<T[K], undefined>;
  };
}
