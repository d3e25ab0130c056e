import { visible } from '@toolcrib/core';
import type { Evaluation, Kind, ToolDecision } from '@toolcrib/core/discovery';
import { choiceTexts, type ChoiceTexts } from '../choice-texts.ts';
import { exitCodes } from '../exit-codes.ts';
import { readTask } from '../read-task.ts';
import { openSession, type Session } from '../session.ts';
import { widthOf } from '../table.ts';

/** `decide TASK`: which tool serves a task and with what, in five steps. Calls nothing. */
export async function decide(session: Session): Promise<number> {
  const { terminal, json, line } = session;
  const task = readTask(session);
  const { discovery, locale } = await openSession(session);
  const decision = await (await discovery()).decide(task, { agent: line.options.agent, now: new Date() });
  const { reasonText, toWireDecision } = await import('@toolcrib/core/discovery');
  if (json) {
    await terminal.writeJson(JSON.stringify(toWireDecision(decision, locale), null, 2));
    return exitCodes.success;
  }
  const words = choiceTexts(locale);
  const reasonsOf = ({ reasons }: Evaluation): string =>
    reasons.map((reason) => reasonText(reason, locale)).join('; ');
  for (const row of toLines(decision, words, reasonsOf)) await terminal.write(visible(row));
  if (decision.choice !== undefined) terminal.tell(visible(words.call(commandFor(decision))));
  return exitCodes.success;
}

/** So many are shown; `--json` has them all. */
const shown = 5;

function* toLines(
  decision: ToolDecision,
  words: ChoiceTexts,
  reasonsOf: (evaluation: Evaluation) => string,
): Iterable<string> {
  const { task, scene, intent, candidates, evaluation, leftOut, choice, parameters, missing, steps } =
    decision;
  const width = Math.max(...Object.values(words.steps).map(widthOf)) + 2;
  const row = (name: string, value: string): string => `${name}${' '.repeat(width - widthOf(name))}${value}`;
  const kinds = (all: readonly Kind[]): string =>
    all.length === 0
      ? words.none
      : all
          .slice(0, 3)
          .map(({ name, share }) => `${words.kind(name)} ${Math.round(share * 100)} %`)
          .join(', ');
  yield row(words.steps.task, task);
  yield row(words.steps.scene, kinds(scene) + words.by(steps.scene));
  yield row(words.steps.intent, kinds(intent) + words.by(steps.intent));
  const names = candidates.map(({ tool }) => tool.name).join(', ');
  yield row(words.steps.candidates, (names === '' ? words.none : names) + words.by(steps.candidates));
  yield words.steps.evaluation;
  for (const one of evaluation.slice(0, shown)) {
    const parts = Object.entries(one.parts) as [keyof typeof words.parts, number][];
    const figures = parts.map(([part, value]) => `${words.parts[part]} ${value.toFixed(2)}`).join('  ');
    yield `  ${one.tool.name}  ${one.score.toFixed(2)}  =  ${figures}`;
    yield `    ${reasonsOf(one)}`;
  }
  for (const { tool, reason } of leftOut)
    yield `  ${words.leftOut}: ${tool.name}: ${reasonsOf({ reasons: [reason] } as unknown as Evaluation)}`;
  const chosen = choice === undefined ? words.noToolFits : `${choice.name} ${choice.version}`;
  yield row(words.steps.choice, chosen + words.by(steps.choice));
  if (choice === undefined) return;
  yield row(words.steps.parameters, JSON.stringify(parameters) + words.by(steps.parameters));
  const lacking = missing.map(({ path }) => path).join(', ');
  yield row(words.steps.missing, lacking === '' ? words.nothing : lacking);
}

/** The command that makes the call, as a shell takes it. */
function commandFor({ choice, parameters, task }: ToolDecision): string {
  const pairs = Object.entries(parameters).map(([name, value]) =>
    quoted(`${name}=${typeof value === 'string' ? value : JSON.stringify(value)}`),
  );
  return ['toolcrib call', choice?.name, ...pairs, `--task ${quoted(task)}`].join(' ');
}

function quoted(word: string): string {
  return /^[\w@%+=:,./-]+$/u.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`;
}
