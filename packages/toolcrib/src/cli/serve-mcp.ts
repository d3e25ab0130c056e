import { isWatched } from '../approval-watchers.ts';
import { clientHere, scopeHere } from '../approver-identities.ts';
import { exposures, type Exposure } from '../config/config.ts';
import { createClientDesk } from '../mcp/client-desk.ts';
import { openMcpDoor } from '../mcp/open-door.ts';
import { UsageError } from './command-line.ts';
import { exitCodes } from './exit-codes.ts';
import { gatewayCommandTexts, type GatewayCommandTexts } from './gateway-texts.ts';
import { openSession, type Session } from './session.ts';

/** `mcp`: the tools for the client at the other end of standard input and output, until it is gone. */
export async function serveMcp(session: Session): Promise<number> {
  const { line, terminal, signal } = session;
  const { agent, expose, approver = false, 'allow-list': allowList } = line.options;
  const desk = createClientDesk();
  const scope = allowList === undefined ? undefined : { agent, allowList };
  const opened = await openSession(session, { desks: [desk.ask], scope });
  const { config, locale, workbench } = opened;
  const words = gatewayCommandTexts(locale);
  const door = await openMcpDoor({
    toolcrib: opened,
    desk,
    expose: exposureOf(expose, words),
    isWatched: () => isWatched(workbench.stateFolder),
  });
  if (terminal.interactive) terminal.tell(words.serving);
  const { input } = terminal;
  const leave = (): void => void input.destroy();
  signal.addEventListener('abort', leave, { once: true });
  process.once('SIGTERM', leave);
  const principal = {
    id: clientHere(),
    agent: agent ?? config.gateway.agent,
    approver: approver || config.gateway.approver ? scopeHere(config.approvers) : undefined,
  };
  try {
    await door.serve({ input, output: process.stdout }, { principal });
  } finally {
    await door.close();
  }
  return exitCodes.success;
}

function exposureOf(given: string | undefined, words: GatewayCommandTexts): Exposure | undefined {
  const found = exposures.find((one) => one === given);
  if (given !== undefined && found === undefined)
    throw new UsageError(words.unknownExposure(given, exposures));
  return found;
}
