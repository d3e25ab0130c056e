import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ToolService } from '../call/tool-service.ts';
import { executorContract, type ExecutorSubject } from '../testing/executor-contract.ts';
import { NetworkError } from '../tool/errors.ts';
import type { ToolContext } from '../tool/tool-context.ts';

const echoParameters = { type: 'object', properties: { value: {} }, required: ['value'] };
const anyParameters = { type: 'object' };

/** The four tools of the contract as functions. */
function functions(): Record<string, (input: never, context: ToolContext) => unknown> {
  let count = 0;
  return {
    echo: async ({ value }: { value: unknown }) => value,
    fail: () => Promise.reject(new Error('broken')),
    hang: (_: never, { signal }: ToolContext) =>
      new Promise((_resolve, reject) =>
        signal.addEventListener('abort', () => reject(signal.reason as Error)),
      ),
    flaky: () => {
      if (count++ % 3 < 2) throw new NetworkError('unreachable');
      return 'done';
    },
  };
}

function definitions(toImplementation: (name: string) => object): object[] {
  return ['echo', 'fail', 'hang', 'flaky'].map((name) => ({
    name,
    description: `${name}.`,
    parameters: name === 'echo' ? echoParameters : anyParameters,
    annotations: { readOnly: true },
    ...toImplementation(name),
  }));
}

function serviceWith(
  tools: readonly object[],
  options: ConstructorParameters<typeof ToolService>[0] = {},
): ToolService {
  const service = new ToolService({ builtins: false, ...options });
  for (const tool of tools) service.registerTool(tool);
  return service;
}

function once(create: () => ToolService): () => ToolService {
  let service: ToolService | undefined;
  return () => (service ??= create());
}

let server: Server;
let address = '';

/** The four tools of the contract as an HTTP server. */
beforeAll(async () => {
  let count = 0;
  const answers: Record<string, (request: IncomingMessage, response: ServerResponse, body: string) => void> =
    {
      '/echo': (_, response, body) => {
        response.setHeader('content-type', 'application/json');
        response.end(JSON.stringify((JSON.parse(body) as { value: unknown }).value));
      },
      '/fail': (_, response) => response.writeHead(400).end('broken'),
      '/hang': () => undefined,
      '/flaky': (request, response) => {
        if (count++ % 3 < 2) request.socket.destroy();
        else response.end('done');
      },
    };
  server = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk: Buffer) => (body += chunk.toString()));
    request.on('end', () => answers[request.url ?? '']?.(request, response, body));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});

afterAll(() => {
  server.closeAllConnections();
  server.close();
});

const subjects: Readonly<Record<string, ExecutorSubject>> = {
  native: {
    service: once(() => {
      const all = functions();
      return serviceWith(definitions((name) => ({ run: all[name] })));
    }),
  },
  builtin: {
    service: once(() => {
      const all = functions();
      return serviceWith(definitions((name) => ({ type: 'builtin', run: all[name] })));
    }),
  },
  internal: {
    service: once(() =>
      serviceWith(
        definitions((name) => ({ implementation: { kind: 'internal', handler: name } })),
        { internal: functions() as never },
      ),
    ),
  },
  rest: {
    service: once(() =>
      serviceWith(
        definitions((name) => ({
          implementation: { kind: 'rest', baseUrl: address, path: `/${name}`, method: 'POST' },
        })),
      ),
    ),
  },
  mock: {
    service: once(() => serviceWith(definitions(() => ({ implementation: { kind: 'mock', response: 1 } })))),
    without: {
      echo: 'answers the same whatever it is given',
      fail: 'never fails',
      hang: 'answers at once',
      flaky: 'never fails',
    },
  },
};

describe.each(Object.entries(subjects))('the contract of the kind %s', (kind, subject) => {
  const cases = executorContract(subject);
  if (kind === 'mock')
    test('a mock is only ever its response, and each caller gets a copy', async () => {
      const service = await subject.service();
      expect(await service.execute('echo', { value: 5 })).toMatchObject({ status: 'success', output: 1 });
      expect(cases).toEqual([]);
    });
  for (const { title, check } of cases) test(title, check);
});

test('a handler that does not exist is refused when the tool is registered', () => {
  const service = new ToolService({ internal: { known: () => 1 } });
  const tool = { name: 'x', description: 'X.', parameters: anyParameters };
  for (const kind of ['builtin', 'internal']) {
    expect(() => service.registerTool({ ...tool, implementation: { kind, handler: 'constructor' } })).toThrow(
      `No ${kind} handler "constructor"`,
    );
  }
  expect(() => service.registerTool({ ...tool, implementation: { kind: 'graphql' } })).toThrow(
    'Register its executor first',
  );
  expect(service.getTool('x')).toBeUndefined();
});

test('a configured tool may use a built-in function under another name', async () => {
  const service = new ToolService();
  service.registerTool({
    name: 'sums',
    description: 'Adds.',
    type: 'function',
    handler: 'sums',
    parameters: { type: 'object', properties: { expression: { type: 'string' } }, required: ['expression'] },
    implementation: { type: 'builtin', handler: 'calculator' },
  });
  expect(await service.execute('sums', { expression: '1+1' })).toMatchObject({ output: { result: '2' } });
});
