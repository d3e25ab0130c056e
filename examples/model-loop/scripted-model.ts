import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import { nextTurn, type Turn } from './script.ts';

/** How an API is spoken: the results in a request, and a turn as its response. */
interface Dialect {
  readonly path: RegExp;
  results(request: Sent): readonly string[];
  respond(turn: Turn): object;
}

/** The parts of all requests that hold results. */
interface Sent {
  readonly messages?: readonly { readonly role: string; readonly content: unknown }[];
  readonly input?: readonly { readonly type?: string; readonly output?: string }[];
  readonly contents?: readonly {
    readonly parts: readonly { readonly functionResponse?: { readonly response: object } }[];
  }[];
}

const toolMessages = ({ messages = [] }: Sent): string[] =>
  messages.filter(({ role }) => role === 'tool').map(({ content }) => String(content));

const dialects: readonly Dialect[] = [
  {
    path: /^\/v1\/chat\/completions$/u,
    results: toolMessages,
    respond: ({ calls, answer }) => {
      const tool_calls = calls.map((call, at) => ({
        id: `call_${at}`,
        type: 'function',
        function: { name: call.name, arguments: JSON.stringify(call.arguments) },
      }));
      const message = { role: 'assistant', content: answer, ...(calls.length > 0 && { tool_calls }) };
      return { id: '1', object: 'chat.completion', choices: [{ index: 0, message, finish_reason: 'stop' }] };
    },
  },
  {
    path: /^\/v1\/responses$/u,
    results: ({ input = [] }) => input.flatMap(({ output }) => output ?? []),
    respond: ({ calls, answer }) => ({
      id: 'resp_1',
      object: 'response',
      status: 'completed',
      output:
        calls.length === 0
          ? [{ type: 'message', role: 'assistant', content: [{ type: 'output_text', text: answer }] }]
          : calls.map((call, at) => ({
              type: 'function_call',
              call_id: `call_${at}`,
              name: call.name,
              arguments: JSON.stringify(call.arguments),
            })),
    }),
  },
  {
    path: /^\/v1\/messages$/u,
    results: ({ messages = [] }) =>
      messages
        .flatMap(({ content }) => content as readonly { type?: string; content?: string }[])
        .flatMap((block) => (block.type === 'tool_result' ? (block.content ?? '') : [])),
    respond: ({ calls, answer }) => ({
      id: 'msg_1',
      type: 'message',
      role: 'assistant',
      content:
        calls.length === 0
          ? [{ type: 'text', text: answer }]
          : calls.map((call, at) => ({
              type: 'tool_use',
              id: `toolu_${at}`,
              name: call.name,
              input: call.arguments,
            })),
      stop_reason: calls.length === 0 ? 'end_turn' : 'tool_use',
    }),
  },
  {
    path: /^\/v1beta\/models\/scripted:generateContent$/u,
    results: ({ contents = [] }) =>
      contents
        .flatMap(({ parts }) => parts)
        .flatMap(({ functionResponse }) => Object.values(functionResponse?.response ?? {}))
        .map((value) => JSON.stringify(value)),
    respond: ({ calls, answer }) => {
      const parts =
        calls.length === 0
          ? [{ text: answer }]
          : calls.map((call) => ({ functionCall: { name: call.name, args: call.arguments } }));
      return { candidates: [{ content: { role: 'model', parts }, finishReason: 'STOP' }] };
    },
  },
  {
    path: /^\/api\/chat$/u,
    results: toolMessages,
    respond: ({ calls, answer }) => ({
      message: { role: 'assistant', content: answer, tool_calls: calls.map((call) => ({ function: call })) },
      done: true,
    }),
  },
];

export interface ScriptedModel {
  /** Such as `http://127.0.0.1:40001`. */
  readonly base: string;
  stop(): void;
}

/** A model on loopback that speaks as the providers do, and does what the script says. */
export async function startModel(): Promise<ScriptedModel> {
  const server = createServer(async (request, response) => {
    const dialect = dialects.find(({ path }) => path.test(request.url ?? ''));
    const said = dialect?.respond(nextTurn(dialect.results((await json(request)) as Sent)));
    response.writeHead(said === undefined ? 404 : 200, { 'content-type': 'application/json' });
    response.end(JSON.stringify(said ?? {}));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    base: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    stop() {
      server.close();
      server.closeAllConnections();
    },
  };
}
