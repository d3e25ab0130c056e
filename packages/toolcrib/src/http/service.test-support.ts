import { mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { compileSchema } from '@toolcrib/core';
import { openToolcrib, type OpenOptions, type Toolcrib } from '../open-toolcrib.ts';
import { tokenScopes, type TokenInput } from '../store/tokens/stored-tokens.ts';
import { createClient, type Client } from './client.ts';
import { operationList } from './contract/contract.ts';
import { inline } from './contract/inline.ts';
import { serveHttp, type HttpService, type ServeOptions } from './serve-http.ts';

interface TestService {
  readonly toolcrib: Toolcrib;
  readonly service: HttpService;
  readonly address: string;
  readonly project: string;
  /** What went wrong and nobody foresaw. */
  readonly errors: unknown[];
  /** A client with a new token: a person's who may do everything, unless said otherwise. */
  client(this: void, token?: Partial<TokenInput>): Promise<TestClient>;
}

interface TestClient extends Client {
  readonly token: string;
  /** A request as it is; the answer is held against the contract like any other. */
  request(this: void, path: string, init?: RequestInit): Promise<Response>;
}

interface TestOptions {
  readonly serve?: Partial<ServeOptions>;
  readonly open?: OpenOptions;
}

interface TestServices {
  /** A service on a real socket over a project of its own. */
  startService(this: void, config?: object, options?: TestOptions): Promise<TestService>;
  /** The same over a project that is there. */
  serveProject(this: void, project: string, options?: TestOptions): Promise<TestService>;
}

/** Services that are gone when a test is over: `services(onTestFinished)`. */
export function services(onTestFinished: (end: () => void | Promise<void>) => void): TestServices {
  const serveProject = async (
    project: string,
    { serve = {}, open = {} }: TestOptions = {},
  ): Promise<TestService> => {
    const toolcrib = await openToolcrib({
      trust: 'always',
      project,
      environment: {
        TOOLCRIB_STATE: process.env['TOOLCRIB_STATE'],
        TOOLCRIB_LOG: 'off',
        PATH: process.env['PATH'],
      },
      desks: [],
      ...open,
    });
    if (toolcrib.problems.length > 0) throw new Error(JSON.stringify(toolcrib.problems));
    const errors: unknown[] = [];
    const service = await serveHttp(toolcrib, {
      port: 0,
      consoleFolder: join(project, 'console'),
      onError: (error) => void errors.push(error),
      ...serve,
    });
    onTestFinished(async () => {
      await service.close();
      await toolcrib.close();
    });
    const { address } = service;
    const client = async (about: Partial<TokenInput> = {}): Promise<TestClient> => {
      const usual = { name: 'ada', scopes: tokenScopes, approver: about.agent === undefined };
      const { token } = await toolcrib.store.tokens.create({ ...usual, ...about });
      return {
        ...createClient({ fetch: checkedFetch, base: address, token }),
        token,
        request: (path, init = {}) =>
          checkedFetch(`${address}${path}`, {
            ...init,
            headers: { authorization: `Bearer ${token}`, ...(init.headers as object) },
          }),
      };
    };
    return { toolcrib, service, address, project, errors, client };
  };
  return {
    serveProject,
    startService(config = {}, options = {}) {
      const project = realpathSync(mkdtempSync(join(tmpdir(), 'toolcrib-http-')));
      onTestFinished(() => rmSync(project, { recursive: true, force: true }));
      writeFileSync(join(project, 'toolcrib.json'), JSON.stringify(config));
      return serveProject(project, options);
    },
  };
}

const checkedFetch: typeof globalThis.fetch = async (input, init) => {
  const response = await globalThis.fetch(input, init);
  await holdToContract(input as string, init?.method ?? 'GET', response);
  return response;
};

/** Throws when an answer is not what the contract says: no test need look. */
export async function holdToContract(url: string, method: string, response: Response): Promise<void> {
  const { pathname } = new URL(url);
  const found = operationList.find(
    ([, operation]) =>
      operation.method === method.toLowerCase() &&
      new RegExp(`^${operation.path.replaceAll(/\{\w+\}/gu, '[^/]+')}$`, 'u').test(pathname),
  );
  const media = response.headers.get('content-type') ?? '';
  if (!media.includes('json') || media.includes('jsonl')) return;
  const schema = response.ok ? found?.[1].response : { $ref: '#/components/schemas/Problem' };
  if (schema === undefined) throw new Error(`the contract knows no ${method} ${pathname}`);
  const problems = compileSchema(inline(schema)).validate(await response.clone().json());
  if (problems !== undefined) throw new Error(`${method} ${pathname}: ${JSON.stringify(problems)}`);
}
