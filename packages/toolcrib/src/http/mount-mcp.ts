import type { Hono } from 'hono';
import { isWatched } from '../approval-watchers.ts';
import { identityOf } from '../approver-identities.ts';
import type { ServerLimits } from '../config/server-limits.ts';
import { createClientDesk, type ClientDesk } from '../mcp/client-desk.ts';
import type { ClientLimits, LimitReached } from '../mcp/client-limits.ts';
import { openMcpDoor } from '../mcp/open-door.ts';
import { once } from '../once.ts';
import type { Admission } from './admission.ts';
import type { Served } from './asking.ts';
import type { Connection } from './listen.ts';
import { isOperator } from './places.ts';
import type { Principal } from './principal.ts';
import { Problem } from './problem.ts';
import type { Room } from './room.ts';
import { problemText } from './texts.ts';

interface McpOptions {
  /** The one whose `ask` is among the desks of the service. @default one that asks nobody: questions wait in the store */
  readonly desk?: ClientDesk | undefined;
  readonly room: Room;
  readonly admission: Admission;
  readonly limits: ServerLimits;
}

/** Puts the MCP server at `/mcp`, for tokens that may call. Gives what ends it. */
export function mountMcp(
  app: Hono<{ Bindings: Connection }>,
  toolcrib: Served,
  { desk, room, admission, limits }: McpOptions,
): () => Promise<void> {
  // Loaded by the first client: most services have none.
  const door = once(() =>
    openMcpDoor({
      toolcrib,
      desk: desk ?? createClientDesk(),
      isWatched: () => isWatched(toolcrib.workbench.stateFolder),
      sessions: {
        max: limits.maxSessions,
        maxPerClient: limits.maxSessionsPerToken,
        reserve: limits.operatorReserve,
        idle: limits.sessionIdle,
      },
    }),
  );
  app.all('/mcp', async ({ req: { raw: request }, env: connection }) => {
    const admitted = await admission.admit(request, { scope: 'call', connection });
    const holder = admitted.principal as Principal;
    const { life } = admitted;
    life.endsByItself();
    // A program speaks here, also with the token of a person.
    const principal = {
      id: identityOf(holder),
      agent: holder.agent ?? toolcrib.config.gateway.agent,
      approver: holder.approver ? (holder.approves ?? {}) : undefined,
    };
    const leave = room.enter(holder);
    connection.onEnd(leave);
    const opened = await door();
    /** What goes on without a request of its own ends with the token all the same. */
    const holdToken = (): (() => void) => admission.watch.hold(holder, () => opened.endOf(principal));
    const client: ClientLimits = {
      isOperator: isOperator(holder),
      maxBodyBytes: limits.maxBodyBytes,
      deadline: limits.deadline,
      enterBody: () => room.enterBody(holder, life.signal),
      becomeStream() {
        connection.onEnd(room.enterStream(holder));
        leave();
        life.becomeStream();
      },
      enterCall() {
        const place = tryEnter(() => room.enterCalls(holder, 1).leave, toolcrib);
        if (typeof place !== 'function') return place;
        const release = holdToken();
        return () => {
          place();
          release();
        };
      },
      enterSession: holdToken,
      onEnd: (then) => connection.onEnd(then),
    };
    return Promise.race([opened.fetch(request, { principal, limits: client }), life.over]);
  });
  return async () => {
    await door.made?.then((opened) => opened.close());
  };
}

function tryEnter(enter: () => () => void, { locale }: Served): (() => void) | LimitReached {
  try {
    return enter();
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    const { code, facts } = error as Problem;
    return { code, message: problemText(code, facts, locale).detail };
  }
}
