import { signal } from '@preact/signals';
import { notify } from '../state/notify.ts';
import { texts } from '../texts/texts.ts';
import { ask, type Output } from './ask.ts';
import { onComeback, onEvent } from './events.ts';

export type Question = Output<'get_approval'>;

/** What waits for a person's word, the oldest first. */
export const questions = signal<readonly Question[]>([]);

/** Whether more wait than the service lists at once. */
export const areOthers = signal(false);

/** Those that somebody here put aside: they wait on the screen Now and do not come up again. */
export const aside = signal<ReadonlySet<string>>(new Set());

/** Those that were answered on this page, whose end is no news. */
const answeredHere = new Set<string>();

export function putAside(id: string): void {
  aside.value = new Set([...aside.value, id]);
}

export function takeUp(id: string): void {
  aside.value = new Set([...aside.value].filter((one) => one !== id));
  // The one that somebody asks for comes first.
  questions.value = questions.value.toSorted((one, other) => Number(other.id === id) - Number(one.id === id));
}

export type Word = Parameters<typeof ask<'answer_approval'>>[1];

/** Gives an answer. The service takes the first; whoever was faster is named by the problem that is thrown. */
export async function answer(given: Word): Promise<void> {
  answeredHere.add(given.id);
  try {
    await ask('answer_approval', given);
  } catch (thrown) {
    answeredHere.delete(given.id);
    throw thrown;
  } finally {
    // Whether it counts was said; the list may come later.
    await refresh().catch(() => undefined);
  }
}

let running: Promise<void> | undefined;
let again = false;

/** Asks what waits. While one request is on its way, everybody else shares the one after it. */
function refresh(): Promise<void> {
  if (running !== undefined) {
    again = true;
    return running;
  }
  running = load().finally(() => {
    running = undefined;
    if (again) {
      again = false;
      refreshQuestions();
    }
  });
  return running;
}

async function load(): Promise<void> {
  const items = await readAll();
  const before = questions.value;
  const order = new Map(before.map(({ id }, index) => [id, index]));
  const place = ({ id }: Question): number => order.get(id) ?? before.length;
  questions.value = items
    .toSorted((one, other) => place(one) - place(other) || one.asked_at.localeCompare(other.asked_at))
    .map((item) => before.find(({ id }) => id === item.id) ?? item);
  const waiting = new Set(items.map(({ id }) => id));
  for (const { id } of before) if (!waiting.has(id)) void tellEnd(id);
}

/** A page ends early where requests are long. */
async function readAll(): Promise<readonly Question[]> {
  const all: Question[] = [];
  let cursor: string | undefined;
  do {
    const { items, next } = await ask('list_approvals', { status: 'pending', limit: 1000, cursor });
    all.push(...items);
    cursor = next ?? undefined;
  } while (cursor !== undefined && all.length < 1000);
  areOthers.value = cursor !== undefined;
  return all;
}

/** A question that went away without us: says what became of it, and by whom. */
async function tellEnd(id: string): Promise<void> {
  if (answeredHere.delete(id)) return;
  try {
    const { status, answered_by: by, tool } = await ask('get_approval', { id });
    notify(texts.value.question.ended(tool, status, by));
  } catch {
    // It is gone, and so is what could be said about it.
  }
}

/** Asks what waits; a service that does not answer now tells later. */
export function refreshQuestions(): void {
  refresh().catch(() => undefined);
}

export function followQuestions(): () => void {
  const ends = [
    onComeback(refreshQuestions),
    onEvent(({ type }) => (type === 'approval' ? refreshQuestions() : undefined)),
  ];
  return () => {
    for (const end of ends) end();
  };
}
