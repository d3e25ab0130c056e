import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { documentLimits, OversizeProblem } from '../../config/document-limits.ts';
import { variablesIn } from '../../config/environment.ts';
import { editTrusted } from '../../config/trust/edit-trusted.ts';
import { SyntaxProblem } from '../../config/locate.ts';
import { parseJson } from '../../config/parse-json.ts';
import {
  maxServerCharacters,
  readForeignServers,
  ServersTooLarge,
  type ImportedServers,
  type ImportNote,
} from '../../connectors/mcp/import-files.ts';
import type { HttpWay, McpServerConfig } from '../../connectors/mcp/mcp-server-config.ts';
import { KeptLogin } from '../../connectors/mcp/oauth/kept-login.ts';
import { restartServer } from '../../connectors/mcp/restart-server.ts';
import { SourceError } from '../../connectors/source-error.ts';
import { FileFault } from '../../files/file-fault.ts';
import { readTextFile } from '../../files/read-regular-file.ts';
import { UsageError } from '../command-line.ts';
import { exitCodes } from '../exit-codes.ts';
import { installMcp } from '../install-mcp.ts';
import { readEntry, toEntry, type McpEntry } from '../mcp-entry.ts';
import { mcpCommandTexts, type McpCommandTexts } from '../mcp-texts.ts';
import { openAddress } from '../open-address.ts';
import { serveMcp } from '../serve-mcp.ts';
import { openSession, type Command, type OpenedSession, type Session } from '../session.ts';
import { askBelief } from '../ask-belief.ts';
import { changesOf, showReview } from '../show-review.ts';
import { toTable } from '../table.ts';
import { visibleLines } from '../terminal.ts';
import { toolsTexts } from '../tools-texts.ts';
import { withVerbs, type Verb } from '../verbs.ts';
import { whileWaiting } from '../while-waiting.ts';

/** `mcp serve|install`: our tools for clients. `mcp list|add|remove|import|login|restart`: the servers of the configuration. */
export const mcp: Command = withVerbs(
  new Map<string, Verb>([
    ['serve', { command: serveMcp }],
    ['install', { run: installMcp, operands: ['CLIENT'] }],
    ['list', { run: list }],
    ['add', { run: add, operands: ['NAME'], optional: ['URL | COMMAND…'] }],
    ['remove', { run: remove, operands: ['NAME'] }],
    ['import', { run: importFile, operands: ['FILE'], optional: ['NAME…'] }],
    ['login', { run: login, operands: ['NAME'] }],
    ['restart', { run: restart, operands: ['NAME'] }],
  ]),
);

async function list({ terminal, json }: Session, opened: OpenedSession): Promise<number> {
  const words = mcpCommandTexts(opened.locale);
  const states = new Map((await opened.imports()).states().map((state) => [state.source.name, state]));
  const found = opened.config.mcpServers.map((server) => {
    const state = states.get(server.name);
    return {
      name: server.name,
      type: server.way.type,
      origin: server.origin,
      trust: server.trust,
      required: server.required,
      accepted: state?.accepted ?? false,
      tools: state?.tools.length ?? 0,
      held_back: state?.heldBack.length ?? 0,
      logged_in: isLoggedIn(server, opened),
    };
  });
  if (json) {
    await terminal.writeJson(JSON.stringify(found, null, 2));
    return exitCodes.success;
  }
  if (found.length === 0) terminal.tell(words.noServers);
  const { server, reached, tools, held, state, login: loggedIn } = words.columns;
  const rows = found.map((one) => [
    one.name,
    wayOf(one.origin),
    String(one.tools),
    String(one.held_back),
    words.states[one.accepted ? 'accepted' : 'not_accepted'],
    words.logins[one.logged_in === null ? 'none' : one.logged_in ? 'yes' : 'no'],
  ]);
  if (rows.length > 0)
    for (const row of toTable([[server, reached, tools, held, state, loggedIn], ...rows]))
      await terminal.write(row);
  return exitCodes.success;
}

/** As it is written. */
function wayOf({ url, command, args }: McpServerConfig['origin']): string {
  const words = [url ?? command, ...(Array.isArray(args) ? args : [])];
  return words.filter((word) => typeof word === 'string').join(' ');
}

/** Null for a process, which nobody logs in to. */
function isLoggedIn({ name, way }: McpServerConfig, { workbench }: OpenedSession): boolean | null {
  if (way.type === 'stdio') return null;
  return new KeptLogin(workbench.stateFolder, { name, url: way.url }).read().tokens !== undefined;
}

/** Writes the entry, asks the server for its tools, and lets them in when the person says yes to what is shown. */
async function add(session: Session, opened: OpenedSession): Promise<number> {
  const { line, terminal, json } = session;
  const words = mcpCommandTexts(opened.locale);
  const [, name = '', ...given] = line.operands;
  const entry = toEntry(given);
  if (entry === undefined) throw new UsageError(words.needsCommand);
  if (opened.config.mcpServers.some((server) => server.name === name))
    throw new UsageError(words.taken(name));
  const { server, message } = read(name, entry, opened);
  if (server === undefined) throw new UsageError(words.notAnEntry(message));
  const isAdded = await editTrusted({
    file: fileOf(opened),
    path: ['mcpServers', name],
    value: entry,
    trustFolder: opened.trustFolder,
    fresh: true,
  });
  if (!isAdded) throw new UsageError(words.taken(name));
  terminal.tell(visibleLines(words.added(name, fileOf(opened))));
  const tools = await acceptAtOnce(session, name);
  if (json)
    await terminal.writeJson(
      JSON.stringify({ server: name, accepted: tools !== undefined, tools: tools ?? [] }),
    );
  else terminal.tell(tools === undefined ? words.acceptLater(name) : words.accepted(name, tools.length));
  return tools === undefined ? exitCodes.failed : exitCodes.success;
}

/** The ids of the tools that can be called now; undefined when it cannot be reached, or the person does not want them. */
async function acceptAtOnce(session: Session, name: string): Promise<readonly string[] | undefined> {
  const { terminal, signal, line } = session;
  // The configuration as it is now.
  const { locale, texts, imports: open } = await openSession(session);
  const imports = await open();
  try {
    const review = await whileWaiting(
      terminal,
      (seconds) => texts.asking(name, seconds),
      () => imports.review(name, { signal }),
    );
    terminal.tell(showReview(review, locale).trimEnd());
    if (line.options.no) return undefined;
    if (!line.options.yes && !terminal.interactive) throw new UsageError(toolsTexts(locale).needsYes);
    const question = mcpCommandTexts(locale).accept(name, changesOf(review));
    const isYes = line.options.yes || /^y(?:es)?$/iu.test((await terminal.ask(question, signal)).trim());
    if (!isYes) return undefined;
    const believe = await askBelief(session, review, { locale, asks: true });
    return (await imports.accept(review, { believe })).map(({ id }) => id);
  } catch (error) {
    if (!(error instanceof SourceError)) throw error;
    terminal.tell(visibleLines(error.in(locale)));
    return undefined;
  }
}

async function remove({ line, terminal, json }: Session, opened: OpenedSession): Promise<number> {
  const words = mcpCommandTexts(opened.locale);
  const [, name = ''] = line.operands;
  const file = fileOf(opened);
  // One that could not be read is removed as well.
  const isRemoved = await editTrusted({
    file,
    path: ['mcpServers', name],
    value: undefined,
    trustFolder: opened.trustFolder,
  });
  if (!isRemoved) throw unknown(name, opened);
  await (await opened.imports()).remove(name, { forget: true });
  new KeptLogin(opened.workbench.stateFolder, { name, url: '' }).forget();
  if (json) await terminal.writeJson(JSON.stringify({ server: name, removed: true }));
  else terminal.tell(visibleLines(words.removed(name, file)));
  return exitCodes.success;
}

/** Takes over the servers of another program. Nothing is started, and nothing of theirs is accepted by that. */
async function importFile({ line, terminal, json }: Session, opened: OpenedSession): Promise<number> {
  const words = mcpCommandTexts(opened.locale);
  const [, file = '', ...only] = line.operands;
  const target = fileOf(opened);
  const found = readForeign(file, opened, words);
  if (found === undefined) throw new UsageError(words.noForeignServers(file));
  const there = new Set(opened.config.mcpServers.map(({ name }) => name));
  const report = {
    added: [] as string[],
    skipped: [] as string[],
    unusable: [] as string[],
    notes: [] as ImportNote[],
  };
  for (const [name, entry] of Object.entries(found.servers)) {
    if (only.length > 0 && !only.includes(name)) continue;
    const { server, message } = read(name, entry, { ...opened, assumeVariables: true });
    if (there.has(name)) {
      report.skipped.push(name);
      terminal.tell(visibleLines(words.skipped(name)));
    } else if (server === undefined && entry['disabled'] !== true) {
      report.unusable.push(name);
      terminal.tell(visibleLines(words.unusable(name, message)));
    } else {
      const isAdded = await editTrusted({
        file: target,
        path: ['mcpServers', name],
        value: entry,
        trustFolder: opened.trustFolder,
        fresh: true,
      });
      report[isAdded ? 'added' : 'skipped'].push(name);
      if (!isAdded) terminal.tell(visibleLines(words.skipped(name)));
    }
  }
  report.notes = found.notes.filter(({ server }) => report.added.includes(server));
  for (const note of report.notes) terminal.tell(visibleLines(say(note, words)));
  if (report.notes.some(({ kind }) => kind === 'variable'))
    terminal.tell(visibleLines(words.whereVariables(resolve(file))));
  if (json) await terminal.writeJson(JSON.stringify(report, null, 2));
  else terminal.tell(visibleLines(words.imported(report.added.length, target)));
  return report.unusable.length > 0 ? exitCodes.failed : exitCodes.success;
}

function say(note: ImportNote, words: McpCommandTexts): string {
  switch (note.kind) {
    case 'variable':
      return words.setVariable(note.server, note.path, note.variable);
    case 'input':
      return words.setInput(note.server, note.path, note.variable);
    case 'left_out':
      return words.leftOut(note.server, note.key);
  }
}

function variablesOf(file: string): readonly string[] {
  return existsSync(file) ? variablesIn(readTextFile(file, { maxBytes: documentLimits.bytes })) : [];
}

/** Claude Code keeps more than its servers in one file. */
const maxForeignBytes = 50_000_000;

function readForeign(
  file: string,
  opened: OpenedSession,
  words: McpCommandTexts,
): ImportedServers | undefined {
  const text = readTextFile(file, { maxBytes: maxForeignBytes });
  try {
    const { project } = opened.config;
    return readForeignServers(parseJson(text).value, { project, taken: variablesOf(fileOf(opened)) });
  } catch (error) {
    if (error instanceof ServersTooLarge)
      throw new FileFault(file, { kind: 'file_too_large', limit: maxServerCharacters }, { cause: error });
    // A parser that runs out of stack has met a text that is nested without end.
    if (error instanceof OversizeProblem || error instanceof RangeError)
      throw new FileFault(file, { kind: 'file_too_deep', limit: documentLimits.depth }, { cause: error });
    if (!(error instanceof SyntaxProblem)) throw error;
    throw new UsageError(words.unreadable(file, error.message));
  }
}

async function login(session: Session, opened: OpenedSession): Promise<number> {
  const { line, terminal, json, signal } = session;
  const { locale, workbench } = opened;
  const words = mcpCommandTexts(locale);
  const [, name = ''] = line.operands;
  const server = find(name, opened);
  if (!isByHttp(server)) throw new UsageError(words.notByHttp(name));
  const [{ logIn }, { createServerFetch }] = await Promise.all([
    import('../../connectors/mcp/oauth/log-in.ts'),
    import('../../connectors/mcp/server-fetch.ts'),
  ]);
  try {
    const loggedIn = await logIn(server, {
      stateFolder: workbench.stateFolder,
      fetch: createServerFetch(server.way, { onRefusal: workbench.securityLog.onRefusal }),
      show(address) {
        terminal.tell(visibleLines(words.openThis(address.href)));
        if (terminal.interactive) openAddress(address);
      },
      words: { done: words.loginDone, wrong: words.loginWrong },
      signal,
    });
    if (json) await terminal.writeJson(JSON.stringify({ server: name, logged_in: loggedIn }));
    else terminal.tell(loggedIn ? words.loggedIn(name) : words.needsNoLogin(name));
    return exitCodes.success;
  } catch (error) {
    const detail = error instanceof Error ? error.message : String(error);
    if (json) await terminal.writeJson(JSON.stringify({ server: name, logged_in: false, error: detail }));
    else terminal.tell(visibleLines(words.loginFailed(name, detail)));
    return exitCodes.failed;
  }
}

async function restart({ line, terminal, json }: Session, opened: OpenedSession): Promise<number> {
  const words = mcpCommandTexts(opened.locale);
  const [, name = ''] = line.operands;
  restartServer(find(name, opened), opened.workbench.stateFolder);
  if (json) await terminal.writeJson(JSON.stringify({ server: name, restarted: true }));
  else terminal.tell(words.restarted(name));
  return exitCodes.success;
}

function isByHttp(server: McpServerConfig): server is McpServerConfig & { readonly way: HttpWay } {
  return server.way.type !== 'stdio';
}

function find(name: string, opened: OpenedSession): McpServerConfig {
  const server = opened.config.mcpServers.find((one) => one.name === name);
  if (server === undefined) throw unknown(name, opened);
  return server;
}

function unknown(name: string, { config }: OpenedSession): SourceError {
  return new SourceError(name, {
    kind: 'source_unknown',
    known: config.mcpServers.map((server) => server.name),
  });
}

interface ReadOptions extends Pick<OpenedSession, 'config' | 'locale'> {
  readonly assumeVariables?: boolean;
}

/** The entry as it would be read, or what is wrong with it. */
function read(
  name: string,
  entry: McpEntry,
  { config, locale, assumeVariables }: ReadOptions,
): { readonly server: McpServerConfig | undefined; readonly message: string } {
  const { server, problems } = readEntry(name, entry, { project: config.project, locale, assumeVariables });
  return { server, message: problems.map(({ message, path }) => `${path}: ${message}`).join(' ') };
}

/** The configuration, also where there is none yet. */
function fileOf({ config }: OpenedSession): string {
  return config.file ?? resolve(join(config.project, 'toolcrib.json'));
}
