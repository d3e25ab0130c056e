import type { Hono } from 'hono';
import { isWatched } from '../approval-watchers.ts';
import { createClientDesk, type ClientDesk } from '../mcp/client-desk.ts';
import { openMcpDoor } from '../mcp/open-door.ts';
import { once } from '../once.ts';
import type { Served } from './asking.ts';
import type { Room } from './door.ts';
import type { Connection } from './listen.ts';
import { admit, type Principal } from './principal.ts';

interface McpOptions {
  /** The one whose `ask` is among the desks of the service. @default one that asks nobody: questions wait in the store */
  readonly desk?: ClientDesk | undefined;
  readonly room: Room;
}

/** Puts the MCP server at `/mcp`, for tokens that may call. Gives what ends it. */
export function mountMcp(
  app: Hono<{ Bindings: Connection }>,
  toolcrib: Served,
  { desk, room }: McpOptions,
): () => Promise<void> {
  // Loaded by the first client: most services have none.
  const door = once(() =>
    openMcpDoor({
      toolcrib,
      desk: desk ?? createClientDesk(),
      isWatched: () => isWatched(toolcrib.workbench.stateFolder),
    }),
  );
  app.all('/mcp', async ({ req: { raw: request }, env: connection }) => {
    const authorization = request.headers.get('authorization');
    const holder = (await admit(authorization, { scope: 'call' }, toolcrib.store.tokens)) as Principal;
    const { id, agent } = holder;
    // A program speaks here, also with the token of a person.
    const principal = { id, agent: agent ?? toolcrib.config.gateway.agent };
    connection.onEnd(room.enter(holder));
    return (await door()).fetch(request, { principal });
  });
  return async () => {
    await door.made?.then((opened) => opened.close());
  };
}
