import { realpathSync } from 'node:fs';
import { homedir } from 'node:os';
import { resolve } from 'node:path';
import { clientNames, knownClients, type StartedBy } from '../mcp/install/clients.ts';
import { showEntry, writeEntry } from '../mcp/install/write-entry.ts';
import { UsageError } from './command-line.ts';
import { exitCodes } from './exit-codes.ts';
import { gatewayCommandTexts, type GatewayCommandTexts } from './gateway-texts.ts';
import type { OpenedSession, Session } from './session.ts';
import { visibleLines } from './terminal.ts';

/** `mcp install CLIENT`: the entry that makes a client start us, shown or written. */
export async function installMcp(session: Session, opened: OpenedSession): Promise<number> {
  const { line, terminal, json } = session;
  const words = gatewayCommandTexts(opened.locale);
  const [, given = ''] = line.operands;
  const clientName = clientNames.find((one) => one === given);
  if (clientName === undefined) throw new UsageError(words.unknownClient(given, clientNames));
  const { name = 'toolcrib', write = false, force = false } = line.options;
  if (!/^[a-zA-Z0-9_-]{1,64}$/u.test(name)) throw new UsageError(words.badName(name));
  const client = knownClients[clientName];
  const { project } = opened.config;
  const file = client.file({
    project,
    home: homedir(),
    platform: process.platform,
    environment: process.env,
  });
  const approver = line.options.approver ?? client.showsForms ?? false;
  const started = startedBy(session, { project, approver });
  if (approver && !json) terminal.tell(visibleLines(words.approver(clientName)));
  if (!write) {
    await terminal.writeText(showEntry(client, name, started).trimEnd());
    terminal.tell(visibleLines(words.putInto(file)));
    return exitCodes.success;
  }
  const done = await writeEntry(client, started, {
    file,
    name,
    force,
    lockFolder: opened.trustFolder,
    project,
  });
  const isThere = done === 'written' || done === 'there';
  if (json)
    await terminal.writeJson(JSON.stringify({ client: clientName, name, file, approver, result: done }));
  else terminal.tell(visibleLines(say(done, name, file, words)));
  return isThere ? exitCodes.success : exitCodes.failed;
}

function say(
  done: Awaited<ReturnType<typeof writeEntry>>,
  name: string,
  file: string,
  words: GatewayCommandTexts,
): string {
  switch (done) {
    case 'written':
    case 'there':
    case 'taken':
      return words[done](name, file);
    case 'unreadable':
      return words.unreadable(file);
    case 'other_form':
      return words.otherForm(file);
  }
}

/** As we were started ourselves: many clients have another PATH than the person who types this. */
function startedBy(
  { line }: Session,
  { project, approver }: { readonly project: string; readonly approver: boolean },
): StartedBy {
  const { agent, expose, config, 'allow-list': allowList } = line.options;
  const options = { project, config: config && resolve(config), agent, expose, 'allow-list': allowList };
  const values = Object.entries(options).flatMap(([name, value]) => (value ? [`--${name}`, value] : []));
  const args = [...values, ...(approver ? ['--approver'] : [])];
  const script = realpathSync(process.argv[1] ?? '');
  // What npx has fetched may be gone tomorrow. Clients start it in a project, where npx would take its `toolcrib` or registry.
  return /[\\/]_npx[\\/]/u.test(script)
    ? { command: 'npx', args: ['--prefix', homedir(), '-y', 'toolcrib', 'mcp', ...args] }
    : { command: process.execPath, args: [script, 'mcp', ...args] };
}
