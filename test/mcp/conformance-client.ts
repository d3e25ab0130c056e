/**
 * Plays the client in the scenarios of the protocol's conformance suite, through our connector: the address of the server is
 * the last argument, the scenario stands in MCP_CONFORMANCE_SCENARIO.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ToolService, type Tool, type ToolResult } from '@toolcrib/core';
import { createMcpConnector } from '../../packages/toolcrib/src/connectors/mcp/mcp-connector.ts';
import type {
  HttpWay,
  McpServerConfig,
  OAuthSettings,
} from '../../packages/toolcrib/src/connectors/mcp/mcp-server-config.ts';
import { logIn } from '../../packages/toolcrib/src/connectors/mcp/oauth/log-in.ts';
import type { ToolSource } from '../../packages/toolcrib/src/connectors/tool-source.ts';
import { createServerFetch } from '../../packages/toolcrib/src/connectors/mcp/server-fetch.ts';

const url = process.argv.at(-1) ?? '';
const scenario = process.env['MCP_CONFORMANCE_SCENARIO'] ?? '';
const context = JSON.parse(process.env['MCP_CONFORMANCE_CONTEXT'] ?? '{}') as {
  readonly [key: string]: string;
};
const stateFolder = mkdtempSync(join(tmpdir(), 'toolcrib-conformance-'));
const { signal } = new AbortController();

const oauth: OAuthSettings = {
  clientMetadataUrl: 'https://conformance-test.local/client-metadata.json',
  clientId: context['client_id'],
  clientSecret: context['client_secret'],
};
const way: HttpWay = { type: 'http', url, headers: {}, oauth };
const server: McpServerConfig & { readonly way: HttpWay } = {
  name: 'conformance',
  way,
  origin: {},
  trust: true,
  elicitation: true,
  required: false,
};

/** Says yes as a person would in the browser: the suite's pages send back at once. */
async function sayYes(address: URL): Promise<void> {
  const { headers } = await fetch(address, { redirect: 'manual' });
  const back = headers.get('location');
  if (back === null) throw new Error(`${address.href} leads nowhere`);
  void fetch(back).catch(() => undefined);
}

async function login(): Promise<void> {
  await logIn(server, {
    stateFolder,
    fetch: createServerFetch(way, {}),
    show: sayYes,
    words: { done: 'done', wrong: 'wrong' },
    signal,
  });
}

const connector = createMcpConnector({
  servers: [server],
  project: stateFolder,
  environment: process.env,
  stateFolder,
  locale: 'en',
  approver: () => ({ decision: 'allow_once' }),
});
const service = new ToolService({ approver: () => ({ decision: 'allow_once' }) });
service.registerExecutor(connector.executor!);
const [source] = connector.sources as [ToolSource];

/** Tries, logs in where that is wanted, and tries again, as a person would, who gives up at some time. */
async function withLogin<T>(work: () => Promise<T>, needsLogin: (result: T) => boolean): Promise<T> {
  for (let attempt = 0; ; attempt++) {
    const result = await work();
    if (!needsLogin(result) || attempt >= 2) return result;
    await login();
  }
}

try {
  const definitions = await withLogin(
    () => source.definitions(signal).catch((error: unknown) => error as Error),
    (result) => result instanceof Error && /toolcrib mcp login/u.test(result.message),
  );
  if (definitions instanceof Error) throw definitions;
  for (const tool of definitions.flatMap(register)) {
    for (const input of inputsFor(tool)) {
      const result = await withLogin<ToolResult>(
        () => service.execute(tool.name, input, { timeout: 20_000 }),
        (ended) => ended.status !== 'success' && ['unauthorized', 'forbidden'].includes(ended.errorCode),
      );
      if (result.status !== 'success') console.error(`${scenario}: ${tool.name}: ${result.error}`);
      if (result.status !== 'success' && ['unauthorized', 'forbidden'].includes(result.errorCode))
        process.exitCode = 1;
    }
  }
} catch (error) {
  console.error(error);
  process.exitCode = 1;
} finally {
  await connector.close();
  rmSync(stateFolder, { recursive: true, force: true });
}

/** A tool that cannot be used is left out. */
function register(definition: object): Tool[] {
  try {
    return [service.registerTool(definition as Tool)];
  } catch (error) {
    console.error((error as Error).message);
    return [];
  }
}

interface WantedCall {
  readonly name: string;
  readonly arguments: { readonly [name: string]: unknown };
}

/** What the suite's own calls are made with, else something that fits. */
function inputsFor({ implementation, parameters }: Tool): { readonly [name: string]: unknown }[] {
  const inside = implementation.kind === 'mcp' ? implementation.tool : '';
  if (inside === 'json_schema_echo')
    return [{ schema: service.registry.get('conformance__json_schema_2020_12_tool')?.parameters }];
  const wanted = (context['toolCalls'] ?? []) as unknown as readonly WantedCall[];
  const given = wanted.filter(({ name }) => name === inside).map((call) => withoutNulls(call.arguments));
  return given.length > 0 ? given : [sample(parameters.properties ?? {})];
}

/** What is null where a text is wanted does not pass our corridor; it means the same as what is left out. */
function withoutNulls(input: WantedCall['arguments']): WantedCall['arguments'] {
  return Object.fromEntries(Object.entries(input).filter(([, value]) => value !== null));
}

function sample(properties: { readonly [name: string]: unknown }): { readonly [name: string]: unknown } {
  const values: { readonly [type: string]: unknown } = {
    number: 2,
    integer: 3,
    boolean: true,
    array: [],
    object: {},
  };
  return Object.fromEntries(
    Object.entries(properties).map(([name, schema]) => [
      name,
      values[(schema as { type: string }).type] ?? 'text',
    ]),
  );
}
