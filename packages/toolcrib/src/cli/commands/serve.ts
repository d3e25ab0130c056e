import { visible } from '@toolcrib/core';
import type { ServerConfig } from '../../config/config.ts';
import { createClientDesk } from '../../mcp/client-desk.ts';
import { tokenScopes } from '../../store/tokens/stored-tokens.ts';
import { UsageError } from '../command-line.ts';
import { exitCodes } from '../exit-codes.ts';
import { serveTexts } from '../serve-texts.ts';
import { openSession, type OpenedSession, type Session } from '../session.ts';
import { untilStopped } from '../until-stopped.ts';

/** `serve`: the HTTP service, until somebody stops it. */
export async function serve(session: Session): Promise<number> {
  const { terminal, json } = session;
  // The store is the desk: people are elsewhere. Clients of MCP may be asked too, where nobody watches.
  const mcpDesk = createClientDesk();
  const opened = await openSession(session, { desks: [mcpDesk.ask], worker: {} });
  const words = serveTexts(opened.locale);
  // A service that can neither decide nor record does not begin.
  await opened.store.try();
  await opened.store.check();
  const { serveHttp } = await import('../../http/serve-http.ts');
  const service = await serveHttp(opened, {
    ...readPlace(session, opened),
    mcpDesk,
    onError: (error, requestId) =>
      terminal.tell(visible(`${requestId} ${error instanceof Error ? (error.stack ?? '') : String(error)}`)),
  });
  session.endings.unshift(() => service.close());
  for (const { message, remedy } of service.dangers)
    terminal.tell(visible(words.danger(message(opened.locale), remedy(opened.locale))));
  const link = await firstLink(service.address, opened);
  if (json)
    await terminal.writeJson(
      JSON.stringify({
        address: service.address,
        link: link ?? null,
        dangers: service.dangers.map(({ code }) => code),
      }),
    );
  else {
    terminal.tell(words.listening(service.address));
    terminal.tell(link === undefined ? words.noLink : words.firstLink(link));
  }
  await untilStopped(session);
  if (!json) terminal.tell(words.stopping(service.running));
  await service.stop();
  if (!json) terminal.tell(words.stopped);
  return exitCodes.success;
}

/** What the command line says goes before what is configured. */
function readPlace({ line }: Session, { config, locale }: OpenedSession): Partial<ServerConfig> {
  const { host, port, 'allow-host': allowed } = line.options;
  if (port !== undefined && !(/^\d{1,5}$/u.test(port) && Number(port) <= 65_535))
    throw new UsageError(serveTexts(locale).badPort(port));
  return {
    ...(host !== undefined && { host }),
    ...(port !== undefined && { port: Number(port) }),
    allowHosts: [...config.server.allowHosts, ...(allowed?.split(',') ?? [])],
  };
}

/** The first start makes a token for the person who starts it. The part behind # is sent to nobody. */
async function firstLink(address: string, { store }: OpenedSession): Promise<string | undefined> {
  if ((await store.tokens.list({ all: true })).length > 0) return undefined;
  // Whoever starts the service tries tools in the console, and is asked about these calls there.
  const { token } = await store.tokens.create({ name: 'console', scopes: tokenScopes, approver: true });
  return `${address}/#token=${token}`;
}
