import { visible } from '@toolcrib/core';
import { ConfigError } from '../../config/config-error.ts';
import type { Diagnosis } from '../../open-workbench.ts';
import { openToolcrib } from '../../open-toolcrib.ts';
import { examine, ofConfiguration } from '../doctor/examine.ts';
import type { Finding } from '../doctor/finding.ts';
import { exitCodes } from '../exit-codes.ts';
import type { Session } from '../session.ts';
import type { Terminal } from '../terminal.ts';
import { cliTexts, type CliTexts } from '../texts.ts';
import { whileWaiting } from '../while-waiting.ts';

/** `doctor`: what this machine can hold calls with and what is allowed; what is wrong, and what to do about it. */
export async function doctor(session: Session): Promise<number> {
  const { terminal, json, line, languages, signal } = session;
  if (line.options.attack) {
    const { attackThisMachine } = await import('../doctor/attack.ts');
    return attackThisMachine(session);
  }
  const { project, config } = line.options;
  const quiet = (): undefined => undefined;
  const opened = await openToolcrib({
    project,
    config,
    locale: languages.chosen,
    // What would be told in passing is found and told here.
    onRestricted: quiet,
    onProjectNotice: quiet,
    onImportNotice: quiet,
    onStoreProblem: quiet,
    onPlanNotice: quiet,
  }).catch((error: unknown) => {
    if (error instanceof ConfigError) return error;
    throw error;
  });
  if (opened instanceof ConfigError) {
    const texts = cliTexts(languages.chosen ?? languages.system);
    await tell(terminal, { findings: [ofConfiguration(opened.problem)], texts, json, diagnosis: undefined });
    return exitCodes.config;
  }
  session.endings.push(() => opened.close());
  const diagnosis = await opened.workbench.diagnose();
  const texts = cliTexts(opened.locale);
  const findings = await whileWaiting(
    terminal,
    (seconds) => texts.asking(visible(diagnosis.project), seconds),
    () => examine({ toolcrib: opened, diagnosis, environment: process.env, signal }),
  );
  await tell(terminal, { findings, texts, json, diagnosis });
  return exitCodeOf(findings, opened.problems.length > 0);
}

/** What keeps something from working is told by the exit code; a configuration or a sandbox that is demanded by 4. */
function exitCodeOf(findings: readonly Finding[], isBroken: boolean): number {
  if (isBroken || findings.some(isMissingSandbox)) return exitCodes.config;
  return findings.some(({ severity }) => severity === 'error') ? exitCodes.failed : exitCodes.success;
}

function isMissingSandbox({ code, severity }: Finding): boolean {
  return code.startsWith('sandbox_') && severity === 'error';
}

interface Report {
  readonly findings: readonly Finding[];
  readonly diagnosis: Diagnosis | undefined;
  readonly texts: CliTexts;
  readonly json: boolean;
}

async function tell(terminal: Terminal, { findings, diagnosis, texts, json }: Report): Promise<void> {
  if (json) return terminal.writeJson(JSON.stringify({ ...diagnosis, findings }, null, 2));
  if (diagnosis !== undefined)
    for (const row of toRows(diagnosis, terminal, texts)) await terminal.write(row);
  const { doctor: words } = texts;
  for (const { severity, message, remedy } of findings) {
    const word = terminal.style(severity === 'error' ? 'red' : 'yellow', words.severities[severity]);
    await terminal.write(`${word}: ${visible(message)}\n  ${visible(remedy)}`);
  }
  terminal.tell(words.found(findings.length));
}

function toRows(diagnosis: Diagnosis, terminal: Terminal, { doctor: words }: CliTexts): string[] {
  const { mode, layer, parts, allowHosts, project, stateFolder, securityLog } = diagnosis;
  const { allowCommands, onlyCommands } = diagnosis;
  const width = Math.max(...parts.map(({ name }) => name.length));
  const named = (onlyCommands ?? allowCommands)
    .map((command) => (typeof command === 'string' ? command : command.program))
    .join(', ');
  const row = (label: string, value: string): string => `${label}: ${visible(value)}`;
  return [
    row(words.project, project),
    row(words.sandbox, mode),
    `${words.layer}: ${terminal.style('bold', layer)}. ${words.layers[layer]}`,
    ...parts.map(({ name, works, detail }) =>
      [
        '  ',
        terminal.style(works ? 'green' : 'yellow', (works ? words.works : words.missing).padEnd(4)),
        ` ${name.padEnd(width)}  ${visible(detail)}`,
      ].join(''),
    ),
    row(words.hosts, allowHosts.length === 0 ? words.none : allowHosts.join(', ')),
    onlyCommands === undefined
      ? row(words.commands, named || words.noneBeside)
      : row(words.onlyCommands, named || words.none),
    row(words.state, stateFolder),
    row(words.log, securityLog),
  ];
}
