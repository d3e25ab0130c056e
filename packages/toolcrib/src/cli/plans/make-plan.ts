import { resolve } from 'node:path';
import { visible } from '@toolcrib/core';
import type { PlannedStep, PlannedTask, WrittenNode } from '@toolcrib/core/planner';
import { UsageError } from '../command-line.ts';
import { exitCodes } from '../exit-codes.ts';
import { writeWhole } from '../export-file.ts';
import { planTexts, type PlanTexts } from '../plan-texts.ts';
import type { OpenedSession, Session } from '../session.ts';
import { widthOf } from '../table.ts';

/** `plan make TASK`: a plan of a task in words, with the reasons. Calls nothing. */
export async function makePlan(session: Session, opened: OpenedSession): Promise<number> {
  const { terminal, json, line, signal } = session;
  const task = line.operands.slice(1).join(' ').trim();
  if (task === '') throw new UsageError(opened.texts.needsArgument('plan make', 'TASK'));
  const { agent = 'user', output } = line.options;
  const planned = await (await opened.planner()).plan(task, { agent, now: new Date() });
  const { locale } = opened;
  const words = planTexts(locale);
  const { toWirePlanned, planGapText } = await import('@toolcrib/core/planner');
  const { toYaml } = await import('../../config/write-yaml.ts');
  const yaml = planned.plan === undefined ? '' : toYaml(planned.plan);
  if (output !== undefined && planned.plan !== undefined) {
    await writeWhole(resolve(output), once(yaml), signal);
    terminal.tell(words.written(visible(output)));
  }
  if (json) await terminal.writeJson(JSON.stringify(toWirePlanned(planned, locale), null, 2));
  else {
    await show(planned, session, opened);
    if (output === undefined && planned.plan !== undefined) {
      await terminal.write('');
      await terminal.writeText(yaml.trimEnd());
    }
    const { by, fallback } = planned.by;
    terminal.tell(by === 'model' ? words.byModel : words.byRules(fallback));
    if (planned.missing.length > 0) terminal.tell(`${words.missing}:`);
    for (const gap of planned.missing) terminal.tell(visible(`  ${planGapText(gap, locale)}`));
  }
  return planned.plan === undefined ? exitCodes.failed : exitCodes.success;
}

// oxlint-disable-next-line typescript/require-await -- written in pieces where files are large
async function* once(text: string): AsyncIterable<string> {
  yield text;
}

async function show(
  { plan, steps }: PlannedTask,
  { terminal }: Session,
  { locale }: OpenedSession,
): Promise<void> {
  const words = planTexts(locale);
  const { reasonText } = await import('@toolcrib/core/discovery');
  if (plan === undefined) await terminal.write(words.nothingPlanned);
  for (const step of steps) {
    const node = plan?.nodes.find(({ id }) => id === step.node);
    const name = node === undefined ? words.noTool : `${node.id} (${node.tool})`;
    await terminal.write(`${terminal.style('bold', visible(name))}  ${visible(step.text)}`);
    if (node === undefined) continue;
    const reasons = step.reasons.map((reason) => reasonText(reason, locale)).join('; ');
    if (reasons !== '') await terminal.write(terminal.style('dim', `  ${visible(reasons)}`));
    for (const row of wiring(node, step, words)) await terminal.write(`  ${visible(row)}`);
  }
}

/** The arguments of a node and where each comes from, then what it waits for. */
function wiring(node: WrittenNode, { sources }: PlannedStep, words: PlanTexts): string[] {
  const names = Object.keys(node.arguments);
  const width = Math.max(0, ...names.map(widthOf));
  const given = names.map((name) => {
    const source = sources.find(({ parameter }) => parameter === name);
    const from = source === undefined ? words.missing : words.from(source);
    return `${name}${' '.repeat(width - widthOf(name))} = ${JSON.stringify(node.arguments[name])}  (${from})`;
  });
  const order = (
    [
      [words.forEach, node['for_each']],
      [words.when, node['when']],
      [words.after, node['after']],
    ] as const
  ).flatMap(([word, value]) => (value === undefined ? [] : [`${word} ${JSON.stringify(value)}`]));
  return [...given, ...order];
}
