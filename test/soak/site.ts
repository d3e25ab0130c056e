import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { createClient, type Client as HttpClient } from 'toolcrib/client';
import {
  ownSchema,
  startPostgres,
  type TestPostgres,
} from '../../packages/toolcrib/src/store/databases/postgres.test-support.ts';
import {
  command,
  endProcess,
  firstLine,
  library,
  processesOf,
  startProcess,
  type SoakProcess,
} from './processes.ts';
import { startUpstream, type Upstream } from './upstream.ts';

/** Everything that runs: a service, workers and a program over one PostgreSQL, another program over a file, and what they ask. */
export interface Site {
  readonly postgres: TestPostgres;
  readonly upstream: Upstream;
  readonly service: SoakProcess;
  /** Programs that use the library: over the same store as the service, and over a file of its own. */
  readonly shared: SoakProcess;
  readonly alone: SoakProcess;
  readonly http: HttpClient;
  readonly mcp: Client;
  /** The projects, by who works in them. */
  readonly projects: { readonly shared: string; readonly alone: string };
  readonly environment: NodeJS.ProcessEnv;
  /** Kills a worker with a signal that nobody hears, and starts another. */
  replaceWorker(this: void): Promise<void>;
  /** Ends every process of ours; tells what is wrong with how they end, and what is left. */
  end(this: void): Promise<string[]>;
  /** Takes away what is left. */
  remove(this: void): Promise<void>;
}

const sampleServer = fileURLToPath(
  new URL('../../packages/toolcrib/src/connectors/mcp/sample-server.test-support.ts', import.meta.url),
);

export async function openSite(): Promise<Site> {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'toolcrib-soak-')));
  const [postgres, upstream] = await Promise.all([startPostgres(), startUpstream()]);
  const environment = {
    PATH: process.env['PATH'],
    LANG: 'C',
    TOOLCRIB_LOG: 'off',
    TOOLCRIB_STATE: join(folder, 'state'),
  };
  const project = (name: string, store: object): string => {
    const path = join(folder, name);
    mkdirSync(join(path, 'written'), { recursive: true });
    const config = { ...configFor(upstream, path), ...store };
    writeFileSync(join(path, 'toolcrib.json'), JSON.stringify(config));
    for (const accept of [['trust'], ['tools', 'accept']]) {
      const given = [command, ...accept, '--yes'];
      execFileSync(process.execPath, given, { cwd: path, env: environment, stdio: 'ignore' });
    }
    return path;
  };
  const projects = {
    shared: project('shared', {
      store: { url: postgres.url, schema: ownSchema() },
      plans: { engine: 'dbos' },
    }),
    alone: project('alone', {}),
  };
  const start = (name: string, file: string, cwd: string, given: readonly string[] = []): SoakProcess =>
    startProcess(name, { file, given, cwd, env: environment });

  const service = start('service', command, projects.shared, ['serve', '--port', '0', '--json']);
  const { address, link } = JSON.parse(await firstLine(service)) as { address: string; link: string };
  const [, token = ''] = link.split('#token=');
  const shared = start('program', library, projects.shared);
  const alone = start('program on a file', library, projects.alone);
  let workersStarted = 0;
  const startWorker = (): SoakProcess =>
    start('worker', command, projects.shared, ['worker', '--name', `w${++workersStarted}`, '--json']);
  const workers = [startWorker(), startWorker()];
  await Promise.all([shared, alone, ...workers].map(firstLine));
  const mcp = new Client(
    { name: 'soak', version: '1.0.0' },
    { versionNegotiation: { mode: { pin: '2026-07-28' } } },
  );
  const requestInit = { headers: { authorization: `Bearer ${token}` } };
  await mcp.connect(new StreamableHTTPClientTransport(new URL(`${address}/mcp`), { requestInit }));

  return {
    postgres,
    upstream,
    service,
    shared,
    alone,
    http: createClient({ fetch, base: address, token }),
    mcp,
    projects,
    environment,
    async replaceWorker() {
      const victim = workers.shift() as SoakProcess;
      victim.child.kill('SIGKILL');
      await victim.ended;
      const next = startWorker();
      workers.push(next);
      await firstLine(next);
    },
    async end() {
      await mcp.close();
      const faults = (await Promise.all([service, shared, alone, ...workers].map(endProcess))).flat();
      await upstream.die();
      const left = processesOf(folder);
      return left.length === 0 ? faults : [...faults, `processes left: ${left.join(', ')}`];
    },
    async remove() {
      // Whatever went wrong before, nothing of ours goes on.
      for (const { child } of [service, shared, alone, ...workers]) child.kill('SIGKILL');
      await postgres.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function configFor({ host }: Upstream, project: string): object {
  const mark = { type: 'object', properties: { mark: { type: 'string' } }, required: ['mark'] };
  const tool = (name: string, changes: object): object => ({
    name,
    description: `Answers as ${name}.`,
    type: 'function',
    handler: name,
    parameters: mark,
    ...changes,
  });
  const rest = (base: string): object => ({
    annotations: { read_only: true },
    timeout: 1000,
    implementation: { type: 'rest', method: 'GET', base_url: base, path: '/{mark}' },
  });
  return {
    tools: [
      tool('ask_upstream', rest(`http://${host}`)),
      // The port of nobody.
      tool('ask_nobody', rest('http://127.0.0.1:9')),
      tool('launch', { approval: 'confirm', implementation: { type: 'mock', mock_response: 'launched' } }),
    ],
    rules: ['ask_upstream', 'ask_nobody', 'flaky__*', 'Bash', 'Write'].map((name) => ({
      tool: name,
      decision: 'allow',
    })),
    mcpServers: {
      flaky: { command: process.execPath, args: ['--no-warnings', sampleServer, project], timeout: 1000 },
    },
    sandbox: { allow_hosts: [host, '127.0.0.1:9'] },
    defaults: { retries: 0, approval_timeout: 1500 },
  };
}
