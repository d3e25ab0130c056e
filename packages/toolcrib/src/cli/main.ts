import { locales, parseLocale, text, ToolcribError, visible, type Locale } from '@toolcrib/core';
import { chosenLocale, systemLocale } from '../config/locale.ts';
import { ConfigError } from '../config/config-error.ts';
import { parseCommandLine, UsageError, type CommandLine } from './command-line.ts';
import { commands } from './commands.ts';
import { exitCodes } from './exit-codes.ts';
import type { Languages } from './session.ts';
import { createTerminal, visibleLines, type Terminal } from './terminal.ts';
import { cliTexts, type CliTexts } from './texts.ts';

/** The command: reads what was typed, runs it, and leaves an exit code. */
export async function main(process: NodeJS.Process): Promise<void> {
  const terminal = createTerminal(process);
  const interruption = interruptible(process);
  const languages: Languages & { chosen: Locale | undefined } = {
    chosen: chosenLocale(process.env),
    system: systemLocale(process.env),
  };
  try {
    const line = readLine(process.argv.slice(2), languages);
    languages.chosen = localeOf(line, languages);
    process.exitCode = await run(line, languages, terminal, interruption);
  } catch (error) {
    process.exitCode = tellFailure(error, languages, terminal);
  }
  if (interruption.aborted) process.exitCode = exitCodes.interrupted;
}

async function run(
  line: CommandLine,
  languages: Languages,
  terminal: Terminal,
  signal: AbortSignal,
): Promise<number> {
  const texts = textsOf(languages);
  if (line.options.version) return write(terminal, await readVersion());
  if (line.options.help || line.command === 'help') return write(terminal, texts.usage.trimEnd());
  if (line.command === undefined) throw new UsageError(texts.usage.trimEnd());
  const entry = commands.get(line.command);
  if (entry === undefined) throw new UsageError(texts.unknownCommand(line.command, [...commands.keys()]));
  const command = await entry.load();
  return command({
    line,
    terminal,
    texts,
    languages,
    json: entry.wire ?? line.options.json ?? false,
    signal,
  });
}

async function write(terminal: Terminal, line: string): Promise<number> {
  await terminal.write(line);
  return exitCodes.success;
}

function readLine(given: readonly string[], languages: Languages): CommandLine {
  try {
    return parseCommandLine(given);
  } catch (error) {
    throw new UsageError(textsOf(languages).unknownOption((error as Error).message.split('\n')[0] ?? ''));
  }
}

/** `--locale`, then TOOLCRIB_LOCALE; the configuration and the system speak when neither does. */
function localeOf({ options }: CommandLine, languages: Languages): Locale | undefined {
  if (options.locale === undefined) return languages.chosen;
  const chosen = parseLocale(options.locale);
  if (chosen === undefined) throw new UsageError(textsOf(languages).unknownLocale(options.locale, locales));
  return chosen;
}

function textsOf({ chosen, system }: Languages): CliTexts {
  return cliTexts(chosen ?? system);
}

/** The first Ctrl-C ends the running call properly; the second ends the process. */
function interruptible(process: NodeJS.Process): AbortSignal {
  const controller = new AbortController();
  process.on('SIGINT', () => {
    if (controller.signal.aborted) process.exit(exitCodes.interrupted);
    controller.abort();
  });
  return controller.signal;
}

function tellFailure(error: unknown, { settled, chosen, system }: Languages, terminal: Terminal): number {
  if (error instanceof UsageError) {
    terminal.tell(visibleLines(error.message));
    return exitCodes.usage;
  }
  if (error instanceof ConfigError) {
    terminal.tell(visible(error.message));
    return exitCodes.config;
  }
  if (error instanceof ToolcribError && error.data !== undefined) {
    terminal.tell(visibleLines(text(error.code, error.data, settled ?? chosen ?? system)));
    return error.code === 'unknown_agent' ? exitCodes.blocked : exitCodes.failed;
  }
  terminal.tell(visibleLines(error instanceof Error ? (error.stack ?? error.message) : String(error)));
  return exitCodes.failed;
}

async function readVersion(): Promise<string> {
  const { default: description } = (await import('toolcrib/package.json', { with: { type: 'json' } })) as {
    default: { version: string };
  };
  return description.version;
}
