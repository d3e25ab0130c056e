import { locales, nearestNames, parseLocale, type Locale } from '@toolcrib/core';
import { chosenLocale, systemLocale } from '../config/locale.ts';
import { readVersion } from '../read-version.ts';
import {
  commonOptions,
  optionNames,
  parseCommandLine,
  UsageError,
  type CommandLine,
  type OptionFault,
  type OptionName,
} from './command-line.ts';
import { commands } from './commands.ts';
import { exitCodes } from './exit-codes.ts';
import type { Languages } from './session.ts';
import { tellFailure } from './tell-failure.ts';
import { createTerminal, type Terminal } from './terminal.ts';
import { cliTexts, type CliTexts } from './texts.ts';

/** The command: reads what was typed, runs it, and leaves an exit code. */
export async function main(process: NodeJS.Process): Promise<void> {
  const terminal = createTerminal(process);
  const interruption = interruptible(process);
  const line = parseCommandLine(process.argv.slice(2));
  const languages: Languages & { chosen: Locale | undefined } = {
    chosen: chosenLocale(process.env),
    system: systemLocale(process.env),
  };
  try {
    languages.chosen = localeOf(line, languages);
    process.exitCode = await run(line, languages, terminal, interruption);
  } catch (error) {
    process.exitCode = await tellFailure(error, { terminal, languages, json: wantsJson(line) });
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
  if (line.fault !== undefined) throw new UsageError(optionProblem(line.fault, texts));
  if (line.options.version) return write(terminal, await readVersion());
  if (line.options.help || line.command === 'help') return write(terminal, await help(line, languages));
  if (line.command === undefined) throw new UsageError(await help(line, languages));
  const entry = commands.get(line.command);
  if (entry === undefined) throw new UsageError(texts.unknownCommand(line.command, [...commands.keys()]));
  const extra = line.operands[entry.operands];
  if (extra !== undefined) throw new UsageError(texts.tooManyArguments(line.command, extra));
  await checkOptions(line, texts);
  const command = await entry.load();
  const endings: (() => Promise<void>)[] = [];
  try {
    return await command({ line, terminal, texts, languages, json: wantsJson(line), signal, endings });
  } finally {
    for (const end of endings) await end();
  }
}

/** Of the command or the code that is named, else of all. */
async function help({ command, operands }: CommandLine, languages: Languages): Promise<string> {
  const [{ pageOf }, { showManual, showPage }] = await Promise.all([
    import('./manual/manual.ts'),
    import('./manual/show-manual.ts'),
  ]);
  const subject = String(command === 'help' ? operands[0] : command);
  const page = pageOf(subject);
  const locale = languages.chosen ?? languages.system;
  if (page !== undefined) return showPage(page, locale);
  const { isErrorCode } = await import('./manual/errors/errors.ts');
  if (!isErrorCode(subject)) return showManual(locale);
  const { showError } = await import('./manual/errors/show-error.ts');
  return showError(subject, locale);
}

/** An option that the command would not look at is a slip: what it was meant to do would silently not be done. */
async function checkOptions({ command = '', options }: CommandLine, texts: CliTexts): Promise<void> {
  const own = Object.keys(options).filter((name) => !commonOptions.includes(name as OptionName));
  if (own.length === 0) return;
  const { pageOf } = await import('./manual/manual.ts');
  const taken: readonly string[] = pageOf(command)?.options ?? [];
  const stranger = own.find((name) => !taken.includes(name));
  if (stranger !== undefined) throw new UsageError(texts.foreignOption(command, `--${stranger}`));
}

async function write(terminal: Terminal, line: string): Promise<number> {
  await terminal.write(line);
  return exitCodes.success;
}

/** Asked for, or the command was given by its wire name. */
function wantsJson({ command = '', options }: CommandLine): boolean {
  return commands.get(command)?.wire ?? options.json ?? false;
}

function optionProblem({ kind, option }: OptionFault, texts: CliTexts): string {
  switch (kind) {
    case 'unknown':
      return texts.unknownOption(option, nearestNames(option, optionNames));
    case 'needs_value':
      return texts.optionNeedsValue(option);
    case 'takes_no_value':
      return texts.optionTakesNoValue(option);
    case 'twice':
      return texts.twice(option);
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
