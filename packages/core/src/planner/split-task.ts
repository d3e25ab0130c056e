import { readText } from '../discovery/parameters/spans.ts';
import {
  conditionAtEnd,
  conditionAtStart,
  connectives,
  eachAtEnd,
  eachAtStart,
  eachInside,
  leadIn,
  onePair,
  otherwise,
  verbEn,
  verbZh,
  type Link,
} from './connectives.ts';

/** One thing to do, in the words of the task. */
export interface Step {
  readonly text: string;
  /** The same with all its words: "read each of them" is "read them" for each. */
  readonly said: string;
  readonly link: Link;
  /** What it is done for each of, in words that may be empty: "file", "them", "Paris, Rome and Oslo". */
  readonly each: string | undefined;
  readonly condition: SaidCondition | undefined;
}

export interface SaidCondition {
  readonly text: string;
  /** "unless", or the other side of "otherwise". */
  readonly negated: boolean;
}

/** Longer tasks are read up to here, and no further than so many steps. */
const longest = 4000;
const mostSteps = 40;

/** Takes a task apart into steps. A task of one step gives that one. */
export function splitTask(task: string): readonly Step[] {
  return new Splitter(task.slice(0, longest).trim()).steps();
}

class Splitter {
  readonly #text: string;
  /** The same without what is quoted, an address or a path: nothing in those is a connective. */
  readonly #plain: string;
  #condition: SaidCondition | undefined = undefined;
  #each: string | undefined = undefined;

  constructor(text: string) {
    this.#text = text;
    this.#plain = withoutLiterals(text);
  }

  steps(): readonly Step[] {
    const steps: Step[] = [];
    let at = 0;
    let link: Link = 'and';
    while (at < this.#text.length && steps.length < mostSteps) {
      at = this.#readBeginning(at);
      const { end, next, by, ends } = this.#findEnd(at);
      const step = this.#toStep(at, end, link);
      if (step !== undefined) steps.push(step);
      if (ends || by === 'then') this.#condition = this.#keepForOtherwise();
      if (ends || by === 'then') this.#each = undefined;
      link = by;
      at = next;
    }
    return steps;
  }

  /** The last condition, of which "otherwise" is the other side. */
  #lastCondition: SaidCondition | undefined = undefined;

  #keepForOtherwise(): undefined {
    this.#lastCondition = this.#condition ?? this.#lastCondition;
    return undefined;
  }

  /** What stands before the verb: lead-ins, a condition, "for each". */
  #readBeginning(start: number): number {
    let at = start;
    for (let again = true; again; ) {
      again = false;
      const rest = this.#plain.slice(at);
      const before = leadIn.exec(rest);
      const other = otherwise.exec(rest);
      const condition = firstMatch(conditionAtStart, rest);
      const each = firstMatch(eachAtStart, rest);
      const found = before ?? other ?? condition ?? each;
      if (found === null || found === undefined || found[0] === '') break;
      again = true;
      if (found === other) this.#condition = negation(this.#condition ?? this.#lastCondition);
      else if (found === condition) this.#condition = this.#toCondition(condition, at);
      else if (found === each) this.#each = this.#said(each, at);
      at += found[0].length;
    }
    return at;
  }

  #toCondition(match: RegExpExecArray, at: number): SaidCondition {
    return {
      text: this.#said(match, at),
      negated: /^(?:unless|除非)$/iu.test(match.groups?.['word'] ?? ''),
    };
  }

  /** What a match has in its group `said`, as the task has it. */
  #said(match: RegExpExecArray, at: number): string {
    const said = match.groups?.['said'] ?? '';
    const start = at + match.index + match[0].indexOf(said, (match.groups?.['word'] ?? '').length);
    return said === '' ? '' : this.#text.slice(start, start + said.length).trim();
  }

  /** Where the step that begins here ends, and how the next one hangs on it. */
  #findEnd(start: number): { end: number; next: number; by: Link; ends: boolean } {
    for (let at = start + 1; at < this.#plain.length; at++) {
      if (!mayBreak.test(this.#plain.slice(at - 1, at + 1))) continue;
      const rest = this.#plain.slice(at);
      const otherSide = otherwise.exec(rest);
      if (otherSide !== null) return { end: at, next: at, by: 'and', ends: true };
      for (const { pattern, beforeVerb, link, ends = false } of connectives) {
        const match = pattern.exec(rest);
        if (match === null) continue;
        const behind = rest.slice(match[0].length);
        if (beforeVerb && !beginsStep(behind)) continue;
        if (onePair.test(this.#plain.slice(start, at + match[0].length + 10))) continue;
        return { end: at, next: at + match[0].length, by: link, ends };
      }
    }
    return { end: this.#text.length, next: this.#text.length, by: 'and', ends: true };
  }

  #toStep(start: number, end: number, link: Link): Step | undefined {
    let [text, plain] = [this.#text.slice(start, end), this.#plain.slice(start, end)];
    const said = trimmed(text);
    let condition = this.#condition;
    let each = this.#each;
    const late = conditionAtEnd.exec(plain);
    if (late !== null) {
      condition = this.#toCondition(late, start);
      [text, plain] = [text.slice(0, late.index), plain.slice(0, late.index)];
    }
    const eachLate = eachAtEnd.exec(plain);
    const inside = eachLate ?? firstMatch(eachInside, plain);
    if (inside !== null && inside !== undefined) {
      each = this.#said(inside, start);
      const kept = eachLate === null ? each : '';
      text = text.slice(0, inside.index) + kept + text.slice(inside.index + inside[0].length);
    }
    text = trimmed(text);
    return text === '' ? undefined : { text, said, link, each, condition };
  }
}

/** A step begins only behind a blank, a sign, or between Chinese characters. */
const mayBreak = /[\s,，;；.。!！?？\n]|\p{Script=Han}/u;

function trimmed(text: string): string {
  return text.replace(/^[\s,，。.;；]+|[\s,，。；;]+$|\.$/gu, '').trim();
}

function beginsStep(text: string): boolean {
  const rest = text.replace(/^(?:please|also|then|请|就|再|还|也|都)\s*/iu, '');
  return verbEn.test(rest) || verbZh.test(rest) || firstMatch(conditionAtStart, rest) !== undefined;
}

function negation(condition: SaidCondition | undefined): SaidCondition | undefined {
  return condition === undefined ? undefined : { ...condition, negated: !condition.negated };
}

function firstMatch(patterns: readonly RegExp[], text: string): RegExpExecArray | undefined {
  for (const pattern of patterns) {
    const match = pattern.exec(text);
    if (match !== null) return match;
  }
  return undefined;
}

const literalKinds: ReadonlySet<string> = new Set([
  'quoted',
  'url',
  'email',
  'path',
  'code',
  'json',
  'formula',
]);

/** Every literal as signs that mean nothing, so that all else keeps its place. */
export function withoutLiterals(text: string): string {
  const literals = readText(text).spans.filter(
    ({ kind, quoted }) => quoted === true || literalKinds.has(kind),
  );
  let plain = text;
  for (const { start, end } of literals)
    plain = plain.slice(0, start) + '\u00a4'.repeat(end - start) + plain.slice(end);
  return plain;
}
