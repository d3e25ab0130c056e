import {
  approverRefusal,
  QuestionEnded,
  remedy,
  targetOf,
  text,
  visible,
  type ApprovalAnswer,
  type ApprovalQuestion,
  type ApproverIdentity,
  type Desk,
  type Locale,
  type Risk,
  type ToolcribError,
} from '@toolcrib/core';
import { fillForm } from './fill-form.ts';
import { pagesOf } from './pages-of.ts';
import type { Terminal } from './terminal.ts';
import type { CliTexts } from './texts.ts';

/** What is known once the configuration was read. */
export interface ApproverSurroundings {
  readonly texts: CliTexts;
  readonly locale: Locale;
  /** The person at the terminal. */
  readonly approver: ApproverIdentity;
}

/** Asks the person at the terminal, within their scope. Anything but a clear yes is a no. */
export function terminalApprover(terminal: Terminal, opened: () => ApproverSurroundings): Desk {
  // Calls that run side by side ask side by side; a person answers one after the other.
  let before: Promise<unknown> = Promise.resolve();
  return (question, context) => {
    const answer = before.then(() => ask(question, context.signal));
    before = answer.catch(() => undefined);
    return answer;
  };

  async function ask(
    question: ApprovalQuestion,
    signal: AbortSignal | undefined,
  ): Promise<ApprovalAnswer | undefined> {
    const { texts, locale, approver } = opened();
    if (signal?.aborted) return tellEnd(signal.reason, terminal, texts);
    const asking: Asking = { terminal, texts, signal };
    const refusal = approverRefusal(approver, { ...question, decision: 'allow_once' });
    if (refusal !== undefined) {
      terminal.tell(showQuestion(question, terminal, texts));
      terminal.tell(toLine(refusal, locale));
      return undefined;
    }
    const isRead = await showWhole(question, asking);
    if (signal?.aborted) return tellEnd(signal.reason, terminal, texts);
    if (!isRead) return { decision: 'reject_once', by: approver.id };
    for (;;) {
      const answer = await askOnce(question, asking);
      if (signal?.aborted) return tellEnd(signal.reason, terminal, texts);
      const tooMuch = approverRefusal(approver, { ...question, ...answer });
      if (tooMuch === undefined) return { ...answer, by: approver.id };
      terminal.tell(toLine(tooMuch, locale));
    }
  }
}

interface Asking {
  readonly terminal: Terminal;
  readonly texts: CliTexts;
  readonly signal: AbortSignal | undefined;
}

function toLine({ code, data }: ToolcribError, locale: Locale): string {
  const facts = data as never;
  return visible(`${text(code, facts, locale)} ${remedy(code, facts, locale) ?? ''}`);
}

/** Shows a long request page by page. False when the person refused before the end. */
async function showWhole(question: ApprovalQuestion, { terminal, texts, signal }: Asking): Promise<boolean> {
  const pages = pagesOf(showQuestion(question, terminal, texts));
  for (const [index, page] of pages.entries()) {
    terminal.tell(page);
    if (index === pages.length - 1) break;
    const typed = await terminal.ask(texts.question.nextPage(index + 1, pages.length), signal);
    if (signal?.aborted || typed.trim() !== '') return false;
  }
  return true;
}

/** Milliseconds before a request can be answered. */
const readingTime: Readonly<Record<Risk, number>> = { low: 500, medium: 1000, high: 1500 };

async function askOnce(
  { risk, form }: ApprovalQuestion,
  { terminal, texts, signal }: Asking,
): Promise<ApprovalAnswer> {
  const { prompt, wordPrompt } = texts.question;
  terminal.tell(texts.question.readFirst(readingTime[risk] / 1000));
  if (form !== undefined) return fillIn(form, risk, { terminal, texts, signal });
  const isHigh = risk === 'high';
  const typed = await terminal.ask(isHigh ? wordPrompt : prompt, signal, readingTime[risk]);
  const meaning = (isHigh ? byWord : byLetter).get(typed.trim().toLowerCase());
  return { decision: 'reject_once', ...meaning };
}

type Meaning = Pick<ApprovalAnswer, 'decision' | 'scope'>;

const once: Meaning = { decision: 'allow_once' };
const thisSession: Meaning = { decision: 'allow_always', scope: 'session' };
const always: Meaning = { decision: 'allow_always' };

/** Not "y" or "yes": those are answers to other programs, typed out of habit. */
const byWord: ReadonlyMap<string, Meaning> = new Map([
  ['allow', once],
  ['session', thisSession],
  ['always', always],
]);

const byLetter: ReadonlyMap<string, Meaning> = new Map([
  ...byWord,
  ['y', once],
  ['yes', once],
  ['s', thisSession],
  ['a', always],
]);

/** What is filled in goes to whoever asked; whoever does not want that declines. */
async function fillIn(
  form: NonNullable<ApprovalQuestion['form']>,
  risk: Risk,
  { terminal, texts, signal }: Asking,
): Promise<ApprovalAnswer> {
  const typed = await terminal.ask(texts.question.fillIn, signal, readingTime[risk]);
  if (!/^y(?:es)?$/iu.test(typed.trim())) return { decision: 'reject_once' };
  const content = await fillForm(form, (prompt) => terminal.ask(prompt, signal));
  return { decision: 'allow_once', content };
}

/** Asks nobody here: says where the answer can be given, and what it was. */
export function waitingDesk(terminal: Terminal, opened: () => Pick<ApproverSurroundings, 'texts'>): Desk {
  return ({ tool }, { approvalId, signal }) => {
    const { texts } = opened();
    terminal.tell(texts.question.waits(visible(tool), approvalId));
    signal?.addEventListener('abort', () => tellEnd(signal.reason, terminal, texts));
    return undefined;
  };
}

function tellEnd(reason: unknown, terminal: Terminal, { question }: CliTexts): undefined {
  if (!(reason instanceof QuestionEnded)) return;
  const { status, answeredBy } = reason.approval;
  terminal.tell(`\n${question.ended(status, answeredBy && visible(answeredBy))}`);
}

/** The whole request: what is shown is what will run, with nothing hidden in control or invisible characters. */
export function showQuestion(
  question: ApprovalQuestion,
  terminal: Pick<Terminal, 'style'>,
  texts: CliTexts,
  to: 'output' | 'error' = 'error',
): string {
  const { question: words } = texts;
  const { tool, version, agent, requestedBy, effects, risk, reasons, warning, form } = question;
  const color = risk === 'high' ? 'red' : risk === 'medium' ? 'yellow' : 'green';
  const row = (label: string, value: string): string => `  ${label}: ${value}`;
  return [
    '',
    terminal.style(
      'bold',
      visible(form ? words.asks(`${tool} ${version}`) : words.title(`${tool} ${version}`)),
      to,
    ),
    ...(form ? [`  ${visible(question.description)}`] : []),
    // What it would do, and what is bad about that, before everything that explains it.
    ...effects.flatMap((effect) => (effect.kind === 'run' ? [`  ${visible(effect.command)}`] : [])),
    row(words.warning, visible(warning)),
    row(words.risk, `${terminal.style(color, words.levels[risk], to)} (${reasons.map(visible).join(', ')})`),
    row(words.agent, visible(agent ?? words.application)),
    ...(requestedBy === undefined ? [] : [row(words.requestedBy, visible(requestedBy))]),
    row(words.arguments, ''),
    ...Object.entries(question.arguments).map(
      ([name, value]) => `    ${visible(name)} = ${visible(JSON.stringify(value))}`,
    ),
    ...(effects.length === 0 ? [] : [row(words.effects, '')]),
    ...effects.flatMap((effect) => [
      `    ${visible(`${effect.kind} ${targetOf(effect)}`)}`,
      ...(effect.preview === undefined
        ? []
        : effect.preview.split('\n').map((one) => `      ${visible(one)}`)),
    ]),
  ].join('\n');
}
