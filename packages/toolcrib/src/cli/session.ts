import { visible, type CallOptions, type Locale } from '@toolcrib/core';
import { personHere } from '../approver-identities.ts';
import type { ConfigProblem } from '../config/config-place.ts';
import { openToolcrib, type OpenOptions, type Toolcrib } from '../open-toolcrib.ts';
import { UsageError, type CommandLine } from './command-line.ts';
import type { Terminal } from './terminal.ts';
import { terminalApprover, waitingDesk, type ApproverSurroundings } from './terminal-approver.ts';
import { cliTexts, type CliTexts } from './texts.ts';

/** Runs a command and gives the exit code. */
export type Command = (session: Session) => Promise<number>;

/** What a command works with. */
export interface Session {
  readonly line: CommandLine;
  readonly terminal: Terminal;
  /** For what is said before the configuration is read. */
  readonly texts: CliTexts;
  readonly languages: Languages;
  /** JSON instead of text: asked for, or the command was given by its wire name. */
  readonly json: boolean;
  /** Aborted by Ctrl-C. */
  readonly signal: AbortSignal;
  /** Work to be done before the process ends. */
  readonly endings: (() => Promise<void>)[];
}

/** What the person chose, and what the system speaks. */
export interface Languages {
  readonly chosen: Locale | undefined;
  readonly system: Locale;
  /** What is spoken since the configuration was read. */
  settled?: Locale;
}

/** What the configuration makes, and what the command adds to it. */
export interface OpenedSession extends Omit<Toolcrib, 'close'> {
  readonly texts: CliTexts;
  readonly callOptions: CallOptions;
}

/** Reads the configuration, tells its problems on standard error, and starts with what is good. */
export async function openSession(
  session: Session,
  { desks, scope, worker }: Pick<OpenOptions, 'desks' | 'scope' | 'worker'> = {},
): Promise<OpenedSession> {
  const { line, terminal, languages } = session;
  const opened = await openToolcrib({
    project: line.options.project,
    config: line.options.config,
    locale: languages.chosen,
    onStoreProblem: (problem) => terminal.tell(visible(problem.in(languages.settled ?? languages.system))),
    onRestricted: (notice) => terminal.tell(visible(notice)),
    onProjectNotice: ({ code, message, remedy }) => {
      const spoken = languages.settled ?? languages.system;
      // Who is about to import it knows of it.
      if (code !== 'old_store' || line.command !== 'store')
        terminal.tell(visible(`${message(spoken)} ${remedy(spoken)}`));
    },
    onImportNotice: (notice) => {
      // Who looks at the sources is told by the command itself.
      if (!/^(?:tools|openapi|mcp|register_custom_tool)$/u.test(line.command ?? ''))
        terminal.tell(visible(notice.in(languages.settled ?? languages.system)));
    },
    onPlanNotice: (notice) => terminal.tell(visible(notice.in(languages.settled ?? languages.system))),
    scope,
    worker,
    ...chooseDesks(session, () => ({ texts, locale, approver: personHere(opened.config.approvers) }), desks),
  });
  const { close, ...toolcrib } = opened;
  const { locale, problems } = opened;
  session.endings.push(close);
  languages.settled = locale;
  for (const problem of problems) terminal.tell(showProblem(problem));
  const texts = cliTexts(locale);
  return { ...toolcrib, texts, callOptions: readCallOptions(session) };
}

/** On one line, with nothing hidden in it: a configuration may come from somebody else. */
export function showProblem(problem: ConfigProblem): string {
  return visible(`${showPlace(problem)} ${problem.message} ${problem.remedy}`);
}

export function showPlace({ file, line, column, path }: ConfigProblem): string {
  return `${file}:${line}:${column} ${path}:`;
}

/** Without a person, and without a word given beforehand, there is nobody to ask: the corridor then refuses. */
function chooseDesks(
  { line, terminal, texts }: Session,
  opened: () => ApproverSurroundings,
  desks: OpenOptions['desks'],
): Pick<OpenOptions, 'service' | 'desks'> {
  const { yes, no, wait } = line.options;
  if (yes && no) throw new UsageError(texts.yesAndNo);
  if (yes) return { service: { approver: () => ({ decision: 'allow_once', by: '--yes' }) } };
  if (no) return { service: { approver: () => ({ decision: 'reject_once', by: '--no' }) } };
  if (desks !== undefined) return { desks };
  if (terminal.interactive) return { desks: [terminalApprover(terminal, opened)] };
  return wait ? { desks: [waitingDesk(terminal, opened)] } : {};
}

function readCallOptions({ line, texts, signal }: Session): CallOptions {
  const { agent = 'user', timeout, task } = line.options;
  const milliseconds = timeout === undefined ? undefined : Number(timeout);
  if (milliseconds !== undefined && !(milliseconds > 0)) throw new UsageError(texts.badTimeout);
  return { agent, requestedBy: personHere(undefined).id, signal, timeout: milliseconds, task };
}
