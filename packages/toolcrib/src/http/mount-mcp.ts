import type { Hono } from 'hono';
import { isWatched } from '../approval-watchers.ts';
import { identityOf } from '../approver-identities.ts';
import { createClientDesk, type ClientDesk } from '../mcp/client-desk.ts';
import { openMcpDoor } from '../mcp/open-door.ts';
import { once } from '../once.ts';
import type { Served } from './asking.ts';
import { admit, type Principal } from './principal.ts';
import type { RoomForRequests } from './room-for-requests.ts';

interface McpOptions {
  /** The one whose `ask` is among the desks of the service. @default one that asks nobody: questions wait in the store */
  readonly desk?: ClientDesk | undefined;
  readonly room: RoomForRequests;
}

/** Puts the MCP server at `/mcp`, for tokens that may call. Gives what ends it. */
export function mountMcp(app: Hono, toolcrib: Served, { desk, room }: McpOptions): () => Promise<void> {
  // Loaded by the first client: most services have none.
  const door = once(() =>
    openMcpDoor({
      toolcrib,
      desk: desk ?? createClientDesk(),
      isWatched: () => isWatched(toolcrib.workbench.stateFolder),
    }),
  );
  app.all('/mcp', async ({ req: { raw: request } }) => {
    const authorization = request.headers.get('authorization');
    const token = (await admit(authorization, { scope: 'call' }, toolcrib.store.tokens)) as Principal;
    const principal = {
      id: identityOf(token),
      // A program speaks here, also with the token of a person.
      agent: token.agent ?? toolcrib.config.gateway.agent,
      approver: token.approver ? (token.approves ?? {}) : undefined,
    };
    const leave = room.enter(token.id);
    try {
      return await (await door()).fetch(request, { principal });
    } finally {
      leave();
    }
  });
  return async () => {
    await door.made?.then((opened) => opened.close());
  };
}
