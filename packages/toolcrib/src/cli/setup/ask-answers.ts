import { visible } from '@toolcrib/core';
import { UsageError } from '../command-line.ts';
import type { Session } from '../session.ts';
import { parseAgents, parsePlace, usualAgents, type Answers } from './answers.ts';
import type { SetupTexts } from './texts.ts';

/** What the options say; at a terminal, what they leave open is asked. Without one nothing is ever waited for. */
export async function askAnswers(session: Session, words: SetupTexts): Promise<Answers> {
  const { terminal, line } = session;
  const { source, who, ask } = line.options;
  if (!terminal.interactive)
    return {
      sources: source ?? [],
      agents: required(parseAgents(who ?? usualAgents), words.badAgents(who ?? '')),
      ask: ask === undefined ? undefined : required(parsePlace(ask), words.badPlace(ask)),
    };
  return {
    sources: source ?? split(await askOnce(session, words.sources)),
    agents: await settle(session, {
      given: who,
      question: words.agents(usualAgents),
      otherwise: usualAgents,
      parse: parseAgents,
      bad: words.badAgents,
    }),
    ask: await settle(session, {
      given: ask,
      question: words.place,
      otherwise: 'terminal',
      parse: parsePlace,
      bad: words.badPlace,
    }),
  };
}

interface Question<Answer> {
  readonly given: string | undefined;
  readonly question: string;
  readonly otherwise: string;
  readonly parse: (text: string) => Answer | undefined;
  readonly bad: (text: string) => string;
}

/** An answer that makes no sense is asked for again; whoever leaves takes what is usual. */
async function settle<Answer>(session: Session, question: Question<Answer>): Promise<Answer> {
  const { given, otherwise, parse, bad } = question;
  if (given !== undefined) return required(parse(given), bad(given));
  let { question: prompt } = question;
  for (;;) {
    const typed = (await askOnce(session, prompt)) || otherwise;
    const answer = parse(typed);
    if (answer !== undefined) return answer;
    prompt = visible(bad(typed));
  }
}

async function askOnce({ terminal, signal }: Session, question: string): Promise<string> {
  return (await terminal.ask(`${question} `, signal)).trim();
}

/** Several are separated by a semicolon: a command may hold anything else. */
function split(typed: string): readonly string[] {
  return typed
    .split(';')
    .map((one) => one.trim())
    .filter((one) => one !== '');
}

function required<Answer>(answer: Answer | undefined, complaint: string): Answer {
  if (answer === undefined) throw new UsageError(complaint);
  return answer;
}
