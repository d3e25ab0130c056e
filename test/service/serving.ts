import { spawn, type ChildProcess } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { pathAsName } from '../../packages/toolcrib/src/config/path-as-name.ts';
import { identityOf, TrustRecords } from '../../packages/toolcrib/src/config/trust/trust-records.ts';
import { createStore, type Store } from '../../packages/toolcrib/src/store/store.ts';
import type { StorePlace } from '../../packages/toolcrib/src/store/store-place.ts';

const command = fileURLToPath(new URL('../../packages/toolcrib/bin/toolcrib.js', import.meta.url));

/** A service that is attacked: a process of its own, over a project and a store of its own. */
export interface Serving {
  readonly address: string;
  readonly child: ChildProcess;
  /** The token that the first start has made: the operator's. */
  readonly operator: string;
  readonly store: Store;
  readonly place: StorePlace;
  readonly project: string;
  readonly environment: NodeJS.ProcessEnv;
  /** What it has said on standard error. */
  readonly told: () => string;
  /** The most memory that it has held so far, in megabytes. */
  readonly peakMegabytes: () => number;
  readonly end: () => Promise<void>;
}

export interface ServingOptions {
  readonly config?: { readonly store?: object; readonly [section: string]: unknown };
  /** A database instead of a file. */
  readonly place?: StorePlace & { readonly kind: 'postgres' };
  /** Fills the store before the service starts. */
  readonly prepare?: (store: Store) => Promise<void>;
  /** Megabytes that the engine may take for objects: an attack that gets through ends the child and not the machine. */
  readonly heapMegabytes?: number;
}

export async function startServing({
  config = {},
  place: database,
  prepare,
  heapMegabytes = 1024,
}: ServingOptions = {}): Promise<Serving> {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'toolcrib-service-')));
  const project = join(folder, 'project');
  mkdirSync(project);
  const state = join(folder, 'state');
  const environment = { PATH: process.env['PATH'], LANG: 'C', TOOLCRIB_LOG: 'off', TOOLCRIB_STATE: state };
  const stored = database && { store: { ...config.store, url: database.url, schema: database.schema } };
  const document = { ...config, ...stored };
  const file = join(project, 'toolcrib.json');
  writeFileSync(file, JSON.stringify(document));
  accept(document, { file, state });
  const own = join(state, pathAsName(project));
  const place: StorePlace = database ?? { kind: 'sqlite', file: join(own, 'store.db') };
  mkdirSync(own, { recursive: true, mode: 0o700 });
  const store = createStore({ place, stateFolder: own, onProblem: () => undefined });
  await prepare?.(store);
  const child = spawn(
    process.execPath,
    ['--no-warnings', `--max-old-space-size=${heapMegabytes}`, command, 'serve', '--port', '0', '--json'],
    { cwd: project, env: environment, stdio: ['ignore', 'pipe', 'pipe'] },
  );
  let told = '';
  child.stderr.setEncoding('utf8').on('data', (piece: string) => (told = (told + piece).slice(-8000)));
  const gone = once(child, 'exit').then(([code, signal]) => {
    throw new Error(`the service ended with ${String(code ?? signal)}: ${told}`);
  });
  gone.catch(() => undefined);
  const [line] = (await Promise.race([once(createInterface({ input: child.stdout }), 'line'), gone])) as [
    string,
  ];
  const { address, link } = JSON.parse(line) as { readonly address: string; readonly link: string };
  return {
    address,
    child,
    operator: link.split('#token=')[1] ?? '',
    store,
    place,
    project,
    environment,
    told: () => told,
    peakMegabytes: () =>
      Number(/^VmHWM:\s+(\d+) kB$/mu.exec(readFileSync(`/proc/${child.pid}/status`, 'utf8'))?.[1]) / 1024,
    async end() {
      if (child.exitCode === null && child.signalCode === null) {
        child.kill('SIGKILL');
        await once(child, 'exit');
      }
      await store.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** As `toolcrib trust --yes` does. */
function accept(document: object, { file, state }: { readonly file: string; readonly state: string }): void {
  const digest = createHash('sha256').update(readFileSync(file)).digest('hex');
  mkdirSync(state, { mode: 0o700 });
  new TrustRecords(join(state, 'trust')).write({
    file: identityOf(file),
    digest,
    acceptedAt: Date.now(),
    document: { ...document },
  });
}

export interface Asked {
  readonly status: number;
  readonly bytes: number;
  /** Whether the answer came to its end. */
  readonly isWhole: boolean;
  readonly code: string | undefined;
}

const agent = new Agent({ keepAlive: false, maxSockets: Number.POSITIVE_INFINITY });

export interface AskOptions {
  readonly token?: string;
  readonly method?: string;
  readonly headers?: { readonly [name: string]: string };
  readonly body?: string;
  /** Milliseconds for which nothing of the answer is taken but its headers. */
  readonly stall?: number;
}

/** One request on a connection of its own. Of the answer only its length is kept: many come at once. */
export function ask(
  address: string,
  path: string,
  { token, method = 'GET', headers = {}, body, stall = 0 }: AskOptions = {},
): Promise<Asked> {
  const { promise, resolve, reject } = Promise.withResolvers<Asked>();
  const authorization = token === undefined ? {} : { authorization: `Bearer ${token}` };
  const asked = request(`${address}${path}`, { method, agent, headers: { ...authorization, ...headers } });
  asked.on('error', reject);
  asked.on('response', (response) => {
    let bytes = 0;
    let text = '';
    const told = (): void =>
      resolve({
        status: response.statusCode ?? 0,
        bytes,
        isWhole: response.complete,
        code: /"code":"(\w+)"/u.exec(text)?.[1],
      });
    response.on('error', told);
    response.on('close', told);
    setTimeout(
      () =>
        response.on('data', (piece: Buffer) => {
          bytes += piece.length;
          if (text.length < 2000) text += piece.toString();
        }),
      stall,
    );
  });
  asked.end(body);
  return promise;
}

/** How often each came. */
export function countOf(values: readonly (string | number)[]): { readonly [value: string]: number } {
  const counts: { [value: string]: number } = {};
  for (const value of values) counts[value] = (counts[value] ?? 0) + 1;
  return counts;
}
