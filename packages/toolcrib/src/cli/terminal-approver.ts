import { targetOf, visible, type ApprovalQuestion, type Approver } from '@toolcrib/core';
import type { Terminal } from './terminal.ts';
import type { CliTexts } from './texts.ts';

/** Asks the person at the terminal. Anything but a clear yes is a no. */
export function terminalApprover(terminal: Terminal, opened: () => CliTexts): Approver {
  return async (question, { signal }) => {
    const texts = opened();
    terminal.tell(showQuestion(question, terminal, texts));
    const answer = (await terminal.ask(texts.question.prompt, signal)).trim().toLowerCase();
    if (answer === 'y' || answer === 'yes') return { decision: 'allow_once', by: 'terminal' };
    if (answer === 'a' || answer === 'always') return { decision: 'allow_always', by: 'terminal' };
    return { decision: 'reject_once', by: 'terminal' };
  };
}

/** The whole question: what is shown is what will run, with nothing hidden in control or invisible characters. */
function showQuestion(
  question: ApprovalQuestion,
  terminal: Pick<Terminal, 'style'>,
  texts: CliTexts,
): string {
  const { question: words } = texts;
  const { tool, version, agent, effects, risk, reasons, warning } = question;
  const color = risk === 'high' ? 'red' : risk === 'medium' ? 'yellow' : 'green';
  const row = (label: string, text: string): string => `  ${label}: ${text}`;
  return [
    '',
    terminal.style('bold', words.title(`${tool} ${version}`), 'error'),
    row(words.agent, visible(agent ?? words.application)),
    row(words.arguments, ''),
    ...Object.entries(question.arguments).map(
      ([name, value]) => `    ${visible(name)} = ${visible(JSON.stringify(value))}`,
    ),
    ...(effects.length === 0 ? [] : [row(words.effects, '')]),
    ...effects.flatMap((effect) => [
      `    ${effect.kind} ${visible(targetOf(effect))}`,
      ...(effect.preview === undefined
        ? []
        : effect.preview.split('\n').map((one) => `      ${visible(one)}`)),
    ]),
    row(
      words.risk,
      `${terminal.style(color, words.levels[risk], 'error')} (${reasons.map(visible).join(', ')})`,
    ),
    row(words.warning, visible(warning)),
  ].join('\n');
}
