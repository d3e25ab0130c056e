import {
  targetOf,
  toCallOptions,
  toWireExplanation,
  visible,
  type CallRequest,
  type Explanation,
} from '@toolcrib/core';
import { UsageError } from '../command-line.ts';
import { exitCodes } from '../exit-codes.ts';
import { fromKeyValues } from '../key-values.ts';
import { parseCallArgument } from '../parse-call.ts';
import { openSession, type Session } from '../session.ts';
import type { Terminal } from '../terminal.ts';
import type { CliTexts } from '../texts.ts';

/** `explain NAME key=value …`: what every station would say to a call, without making it. */
export async function explain(session: Session): Promise<number> {
  const { terminal, texts, json, line } = session;
  const [name, ...pairs] = line.operands;
  if (name === undefined) throw new UsageError(texts.needsArgument('explain', 'NAME'));
  const [extra] = name.startsWith('{') ? pairs : [];
  if (extra !== undefined) throw new UsageError(texts.tooManyArguments('explain', extra));
  const opened = await openSession(session);
  const { service, callOptions, locale } = opened;
  // By name and pairs, or as the JSON that `execute_tool` takes.
  const call: CallRequest = name.startsWith('{')
    ? parseCallArgument(name, { ...texts, locale, agent: line.options.agent })
    : { tool_name: name, arguments: fromKeyValues(pairs, service.getTool(name), texts) };
  const options = toCallOptions(call, callOptions);
  const explanation = await service.explain(call.tool_name, call.arguments, {
    ...options,
    agent: call.agent ?? options.agent,
  });
  if (json) await terminal.writeJson(JSON.stringify(toWireExplanation(explanation), null, 2));
  else for (const row of toRows(explanation, terminal, opened.texts)) await terminal.write(row);
  return exitCodes.success;
}

function toRows(
  { tool, outcome, stations, risk, effects }: Explanation,
  terminal: Terminal,
  texts: CliTexts,
): string[] {
  const width = Math.max(...stations.map(({ station }) => station.length));
  const color = outcome === 'run' ? 'green' : outcome === 'ask' ? 'yellow' : 'red';
  const rows = stations.map(({ station, decision, rule, reason }) => {
    const word = texts.decision[decision];
    const styled =
      decision === 'refuse'
        ? terminal.style('red', word)
        : decision === 'ask'
          ? terminal.style('yellow', word)
          : word;
    return `  ${station.padEnd(width)}  ${styled}  ${visible(reason ?? rule ?? '')}`.trimEnd();
  });
  const remedy = stations.find((report) => report.remedy !== undefined)?.remedy;
  return [
    `${terminal.style('bold', visible(tool))} ${terminal.style(color, texts.outcome[outcome])}`,
    ...rows,
    ...(effects.length === 0 ? [] : [`${texts.question.effects}:`]),
    ...effects.map((effect) => visible(`  ${effect.kind} ${targetOf(effect)}`)),
    ...(risk === undefined ? [] : [`${texts.question.risk}: ${texts.question.levels[risk]}`]),
    ...(remedy === undefined ? [] : [`${texts.remedy}: ${visible(remedy)}`]),
  ];
}
