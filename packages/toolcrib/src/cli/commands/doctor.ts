import { visible } from '@toolcrib/core';
import type { Diagnosis } from '../../open-workbench.ts';
import { exitCodes } from '../exit-codes.ts';
import { openSession, type Session } from '../session.ts';
import type { Terminal } from '../terminal.ts';
import type { CliTexts } from '../texts.ts';

/** `doctor`: what this machine can hold calls with, what is missing, and what is allowed. */
export async function doctor(session: Session): Promise<number> {
  const { terminal, json } = session;
  const { workbench, texts } = await openSession(session);
  const diagnosis = await workbench.diagnose();
  if (json) await terminal.writeJson(JSON.stringify(diagnosis, null, 2));
  else for (const row of toRows(diagnosis, terminal, texts)) await terminal.write(row);
  // A sandbox that is demanded and cannot be had is a fault; everything else is the machine as it is.
  return diagnosis.mode === 'required' && diagnosis.layer === 'checks' ? exitCodes.config : exitCodes.success;
}

function toRows(diagnosis: Diagnosis, terminal: Terminal, { doctor: words }: CliTexts): string[] {
  const { mode, layer, parts, allowHosts, allowCommands, project, stateFolder, securityLog } = diagnosis;
  const width = Math.max(...parts.map(({ name }) => name.length));
  const named = allowCommands.map((command) => (typeof command === 'string' ? command : command.program));
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
    row(words.commands, named.length === 0 ? words.noneBeside : named.join(', ')),
    row(words.state, stateFolder),
    row(words.log, securityLog),
  ];
}
