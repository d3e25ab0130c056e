import { Hono } from 'hono';
import { createMiddleware } from 'hono/factory';
import {
  createClientDesk,
  openMcpDoor,
  openToolcrib,
  toWire,
  toWireApproval,
  toWireRecord,
  type OpenOptions,
  type Permission,
} from 'toolcrib';
import { tools } from './tools.ts';

/** A user of the application. Everybody has an agent of the same name, which may do what the user lets it. */
export interface User {
  readonly name: string;
  readonly session: string;
  readonly permission: Permission;
}

export interface App {
  readonly fetch: (request: Request) => Response | Promise<Response>;
  close(): Promise<void>;
}

/** An application with users of its own, whose agents call its tools: over HTTP, and as clients of MCP. */
export async function createApp(users: readonly User[], options: OpenOptions): Promise<App> {
  const desk = createClientDesk();
  const toolcrib = await openToolcrib({
    ...options,
    // Questions wait in the store for their user; a client of MCP that can ask its user does so.
    desks: [desk.ask],
    service: { agents: Object.fromEntries(users.map((user) => [user.name, agentOf(user)])) },
  });
  const { service, store } = toolcrib;
  for (const tool of tools) service.registerTool(tool);
  const door = await openMcpDoor({ toolcrib, desk, expose: 'all' });

  const signedIn = createMiddleware<{ Variables: { name: string } }>(async (context, next) => {
    const [, session] = (context.req.header('authorization') ?? '').split(' ');
    const user = users.find((one) => one.session === session);
    if (user === undefined) return context.json({ error: 'Sign in first.' }, 401);
    context.set('name', user.name);
    return next();
  });

  const app = new Hono<{ Variables: { name: string } }>()
    .use(signedIn)
    .get('/tools', (context) =>
      context.json(service.listTools({ agent: context.var.name }).map(({ name }) => name)),
    )
    .post('/calls', async (context) => {
      const { tool_name: tool, arguments: given } = await context.req.json();
      const { signal } = context.req.raw;
      return context.json(toWire(await service.execute(tool, given, { agent: context.var.name, signal })));
    })
    .get('/questions', async (context) => {
      const waiting = await store.approvals.list({ agent: context.var.name, status: 'pending' });
      return context.json(waiting.map((one) => toWireApproval(one, { whole: true })));
    })
    .post('/questions/:id', async (context) => {
      const id = context.req.param('id');
      const { name } = context.var;
      // Each answers for their own agent alone.
      if ((await store.approvals.get(id))?.question.agent !== name)
        return context.json({ error: 'There is no such question.' }, 404);
      // The answer is to what was shown, and nothing else.
      const { decision, shown_digest: shownDigest = '' } = await context.req.json();
      const answered = await store.approvals.answer(id, { decision, shownDigest, by: name });
      return context.json({ accepted: answered?.accepted ?? false });
    })
    .get('/history', async (context) => {
      await store.history.flush();
      const { records } = await store.history.list({ agent: context.var.name });
      return context.json(records.map(toWireRecord));
    })
    .all('/mcp', (context) => {
      const { name } = context.var;
      return door.fetch(context.req.raw, { principal: { id: name, agent: name } });
    });

  return {
    fetch: app.fetch,
    async close() {
      await door.close();
      await toolcrib.close();
    },
  };
}

/** The application's own tools, and nothing of the machine that it runs on. */
function agentOf({ permission }: User): { permission: Permission; tools: string[] } {
  return { permission, tools: tools.map(({ name }) => name) };
}
