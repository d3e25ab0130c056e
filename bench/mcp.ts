import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import {
  ToolService,
  unwrap,
  type BaseToolExecutor,
  type FencedCall,
  type Tool,
} from '../packages/core/dist/index.js';
import { createMcpConnector } from '../packages/toolcrib/src/connectors/mcp/mcp-connector.ts';
import type { McpServerConfig } from '../packages/toolcrib/src/connectors/mcp/mcp-server-config.ts';
import { openClient } from '../packages/toolcrib/src/connectors/mcp/open-client.ts';
import { serverEnvironment } from '../packages/toolcrib/src/connectors/mcp/server-environment.ts';
import { parameters, description, type Operands } from './call/add.ts';
import { numberInText } from './call/number-in-text.ts';
import { interleave } from './measuring/interleave.ts';
import { median } from './measuring/median.ts';
import { ratio } from './measuring/ratio.ts';
import { publish, type Section } from './measuring/section.ts';
import { table, toDigits } from './measuring/table.ts';

const rounds = 31;
const callsPerSample = 200;
const target = 1.15;
const script = fileURLToPath(new URL('mcp/server.ts', import.meta.url));

const server: McpServerConfig = {
  name: 'bench',
  way: { type: 'stdio', command: process.execPath, args: [script], env: {}, cwd: tmpdir() },
  origin: {},
  trust: true,
  required: false,
};

/** A way to call `add` of a server that runs in a process of its own. */
interface Way {
  readonly name: string;
  readonly call: (operands: Operands) => Promise<unknown>;
  readonly close: () => Promise<void>;
}

const toolcrib = await throughToolcrib();
const ways = [await sameClient(), toolcrib.executor, toolcrib.corridor, await direct()] as const;
try {
  publish(await measure());
} finally {
  for (const { close } of ways) await close();
}

async function measure(): Promise<Section> {
  for (const way of ways) for (let i = 0; i < 5; i++) await microsecondsPerCall(way);
  const samples = await interleave(ways, rounds, microsecondsPerCall);
  const base = samples.get(ways[0]) ?? [];
  const costs = [...samples].map(([{ name }, own]) => ({
    name,
    microseconds: median(own),
    times: ratio(own, base),
  }));
  const reached = ratio(samples.get(ways[1]) ?? [], base);
  return {
    title: 'One call of an MCP server',
    markdown: [
      `Target: our executor ≤ ${target}× the same client called directly. Measured: ${toDigits(reached)}× (${reached <= target ? 'met' : 'missed'}).`,
      table(
        ['way', 'µs per call', '× the client'],
        costs.map(({ name, microseconds, times }) => [name, microseconds, times]),
      ),
    ].join('\n\n'),
    data: { rounds, target, reached, costs },
    figures: [
      {
        what: 'a call of a server beside its client alone',
        value: reached,
        unit: '×',
        better: 'less',
        target,
      },
    ],
  };
}

async function microsecondsPerCall({ call, name }: Way): Promise<number> {
  const start = performance.now();
  for (let turn = 0; turn < callsPerSample; turn++) {
    if ((await call({ a: turn, b: 1 })) !== turn + 1) throw new Error(`${name} adds wrongly`);
  }
  return ((performance.now() - start) * 1000) / callsPerSample;
}

/** The client of our connection, without what we do around it. */
async function sameClient(): Promise<Way> {
  const { client, close } = await openClient(server, {
    environment: serverEnvironment(process.env, {}),
    fetch,
    auth: undefined,
    timeout: 30_000,
    prior: undefined,
    signal: new AbortController().signal,
    ask: async () => ({ action: 'decline' }),
  });
  return { name: 'its client, called directly', call: callOf(client), close };
}

/** The library's client with the library's own way to start a process, in our session and not held by anybody. */
async function direct(): Promise<Way> {
  const client = new Client({ name: 'bench', version: '1.0.0' }, { versionNegotiation: { mode: 'auto' } });
  await client.connect(new StdioClientTransport({ command: process.execPath, args: [script] }));
  return {
    name: 'MCP SDK v2 with its own process',
    call: callOf(client),
    close: () => client.close(),
  };
}

function callOf(client: Client): Way['call'] {
  return async (operands) => numberInText(await client.callTool({ name: 'add', arguments: { ...operands } }));
}

/** Our connection: supervised, bounded, watched. By the executor alone, and by the whole corridor. */
async function throughToolcrib(): Promise<{ readonly executor: Way; readonly corridor: Way }> {
  const stateFolder = mkdtempSync(join(tmpdir(), 'toolcrib-bench-'));
  const connector = createMcpConnector({
    servers: [server],
    environment: process.env,
    stateFolder,
    locale: 'en',
  });
  const service = new ToolService();
  let executor: BaseToolExecutor | undefined;
  service.registerExecutor((surroundings) => {
    executor = connector.executor?.(surroundings) as BaseToolExecutor;
    return executor;
  });
  const tool = service.registerTool({
    name: 'bench__add',
    description,
    parameters,
    approval: 'safe',
    implementation: { kind: 'mcp', server: 'bench', tool: 'add' },
  });
  const settings = { timeout: 10_000, retries: 0, retryDelay: 0, backoff: 1 };
  return {
    executor: {
      name: 'Toolcrib, the executor',
      async call(operands) {
        const execution = await executor?.execute(fenced(tool, operands), settings);
        return execution?.ok === true ? Number(execution.output) : execution?.error;
      },
      close: async () => undefined,
    },
    corridor: {
      name: 'Toolcrib, the whole corridor',
      call: async (operands) => Number(unwrap(await service.execute('bench__add', operands))),
      async close() {
        await connector.close();
        rmSync(stateFolder, { recursive: true, force: true });
      },
    },
  };
}

/** A call that has passed every station before the executor, with what an executor looks at. */
function fenced(tool: Tool, operands: Operands): FencedCall {
  const call = {
    tool,
    callId: 'bench',
    caller: { agent: undefined },
    arguments: operands,
    input: operands,
    options: {},
    verdict: { effects: [] },
    startedAt: performance.now(),
  };
  return call as unknown as FencedCall;
}
