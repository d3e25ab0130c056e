import type {
  Assignment,
  Command,
  For,
  If,
  Pipeline,
  AndOr,
  Redirection,
  Statement,
  SyntaxNode,
  While,
  Word,
} from 'unbash';
import { syntax } from './shell/syntax.ts';
import { createJudging, judgeCommand } from './judge-command.ts';
import { judgeRedirection } from './judge-redirection.ts';
import {
  changed,
  either,
  isInside,
  mayClimb,
  stay,
  touchedBy,
  wayTo,
  type After,
  type Places,
} from './places.ts';
import { anyCommand } from './rule-commands.ts';
import type { Scene } from './scene.ts';
import { judgeCharacters } from './shell/characters.ts';
import { oddities } from './shell/grammar.ts';
import { expandPattern, mayConcern } from './shell/expand-pattern.ts';
import { startsAtHome, toShellWords, valueOf, type ShellWord } from './shell/shell-word.ts';
import { unaccounted } from './shell/unaccounted.ts';
import { judgeExported, judgeOwn } from './variables.ts';

/** Judges a text that a shell would run: its characters, its syntax, and every command anywhere in it. */
export function judgeScript(source: string, scene: Scene, places: Places): void {
  const { findings } = scene;
  const wrong = judgeCharacters(source);
  if (wrong !== undefined) {
    findings.report(wrong, source);
    findings.runs(anyCommand);
  }
  if (wrong !== undefined && wrong !== 'unusual_characters') return;
  const script = syntax().parse(source);
  for (const { word, part } of oddities(script, source)) {
    findings.report(word, part);
    if (word === 'unusual_syntax') findings.runs(anyCommand);
  }
  for (const gap of unaccounted(script, source)) {
    findings.report('unusual_syntax', gap);
    findings.runs(anyCommand);
  }
  new ScriptWalk(source, scene).walk(script.commands, places);
}

const maxPlaces = 8;
const maxPath = 4096;

/** Walks through a script as the shell would, every branch of it, and remembers where it may be. */
class ScriptWalk {
  readonly #source: string;
  readonly #scene: Scene;
  #lost = false;
  #looped = false;
  readonly #patterns: { readonly glob: string; readonly place: string; readonly text: string }[] = [];

  constructor(source: string, scene: Scene) {
    this.#source = source;
    this.#scene = scene;
  }

  walk(statements: readonly Statement[], places: Places): void {
    this.list(statements, places);
    this.#checkLoops();
  }

  list(statements: readonly Statement[], places: Places): After {
    let after = stay(places);
    for (const statement of statements) {
      after = this.#statement(statement, either(after.succeeded, after.failed));
    }
    return after;
  }

  #statement({ command, background }: Statement, places: Places): After {
    const after = command.type === 'AndOr' ? this.#andOr(command, places) : this.#node(command, places);
    return background === true ? stay(places) : after;
  }

  #andOr({ commands, operators }: AndOr, places: Places): After {
    let after = stay(places);
    for (const [index, command] of commands.entries()) {
      const operator = index === 0 ? undefined : operators[index - 1];
      if (operator === undefined) {
        after = this.#node(command, places);
      } else if (operator === '&&') {
        const { succeeded, failed } = this.#node(command, after.succeeded);
        after = { succeeded, failed: either(after.failed, failed) };
      } else {
        const { succeeded, failed } = this.#node(command, after.failed);
        after = { succeeded: either(after.succeeded, succeeded), failed };
      }
    }
    return after;
  }

  #node(node: SyntaxNode, from: Places): After {
    const places = from.length > maxPlaces ? this.#lose(node, from) : from;
    switch (node.type) {
      case 'Command':
        return this.#command(node, places);
      case 'Pipeline':
        return this.#pipeline(node, places);
      case 'Subshell':
        this.list(node.body.commands, places);
        return stay(places);
      case 'BraceGroup':
        return this.list(node.body.commands, places);
      case 'Redirected':
        for (const redirection of node.redirects) this.#redirection(redirection, places);
        return this.#node(node.command, places);
      case 'If':
        return this.#if(node, places);
      case 'While':
      case 'For':
        return this.#loop(node, places);
      default:
        this.#search(node, places);
        return stay(places);
    }
  }

  /** Gives up following where it may be: a limit must not let anything pass, so the line is asked about. */
  #lose(node: SyntaxNode, places: Places): Places {
    this.#lost = true;
    this.#scene.findings.report('unusual_syntax', this.#textOf(node));
    return places.slice(0, 1);
  }

  #pipeline({ commands, prefixes }: Pipeline, places: Places): After {
    const afters = commands.map((command) => this.#node(command, places));
    const [only] = afters;
    // Each part of a pipe has a shell of its own.
    if (afters.length !== 1 || only === undefined) return stay(places);
    const negated = prefixes.filter(({ type }) => type === 'Negation').length % 2 === 1;
    return negated ? { succeeded: only.failed, failed: only.succeeded } : only;
  }

  #if(node: If, places: Places): After {
    const ends: After[] = [];
    let here = places;
    for (const { clause, then } of [node, ...node.elif]) {
      const { succeeded, failed } = this.list(clause.commands, here);
      ends.push(this.list(then.commands, succeeded));
      here = failed;
    }
    ends.push(node.else === undefined ? stay(here) : this.list(node.else.commands, here));
    return {
      succeeded: either(here, ...ends.map((end) => end.succeeded)),
      failed: either(here, ...ends.map((end) => end.failed)),
    };
  }

  #loop(node: While | For, places: Places): After {
    this.#looped = true;
    if (node.type === 'For') {
      for (const word of node.wordlist ?? []) this.#expanded(word, this.#words(word, places), places);
      this.#variable(node.name.text, undefined, judgeOwn);
    }
    const tested = node.type === 'While' ? this.list(node.clause.commands, places) : stay(places);
    const inside = either(tested.succeeded, tested.failed);
    const { succeeded, failed } = this.list(node.body.commands, inside);
    // It goes on from wherever it came to, any number of times.
    const all = either(places, inside, succeeded, failed);
    if (all.length > places.length) this.#scene.findings.report('unusual_syntax', this.#textOf(node));
    return stay(all);
  }

  #command(node: Command, places: Places): After {
    const words: ShellWord[] = node.name === undefined ? [] : [...this.#words(node.name, places)];
    const name = words.length === 1 ? valueOf(words[0]) : undefined;
    for (const part of node.args) {
      if (part.type === 'Word') words.push(...this.#expanded(part, this.#words(part, places), places));
    }
    if (node.name !== undefined) {
      const text = this.#textOf(node);
      if (name === undefined) this.#scene.findings.report('unusual_syntax', text);
      judgeCommand(words, { text, scene: this.#scene, places, script: judgeScript });
    }
    for (const redirection of node.redirects) this.#redirection(redirection, places);
    for (const part of [...node.prefix, ...node.args]) {
      if (part.type === 'Assignment') this.#assignment(part, places, name);
    }
    return name === 'cd' ? this.#changeDirectory(node, words, places) : stay(places);
  }

  #changeDirectory(node: Command, [, target, more]: readonly ShellWord[], places: Places): After {
    const { findings, contained } = this.#scene;
    const text = this.#textOf(node);
    const value = valueOf(target);
    if (this.#lost) return stay(places);
    if (value === undefined || value.startsWith('-') || more !== undefined) {
      findings.report(target === undefined ? 'leaves_project' : 'unknown_value', text);
      return stay(places);
    }
    if (value.length + (places[0]?.length ?? 0) > maxPath) return stay(this.#lose(node, places));
    const inside = places
      .map((place) => ({ place, reached: changed(value, place) }))
      .filter(({ reached }) => isInside(this.#scene.root, reached));
    for (const { place, reached } of inside) {
      findings.touches('read', value.includes('..') ? wayTo(value, place) : reached);
    }
    if (inside.length === 0) findings.report('leaves_project', text);
    // It leaves only where an earlier `cd` has failed.
    else if (inside.length < places.length && !contained) findings.report('unknown_value', text);
    return { succeeded: either(inside.map(({ reached }) => reached)), failed: places };
  }

  #assignment({ name, value }: Assignment, places: Places, program: string | undefined): void {
    const words = value.type === 'Word' ? this.#words(value, places) : [];
    if (value.type !== 'Word') this.#search(value, places);
    // Common before `read`, and gone after it.
    if (name === 'IFS' && program === 'read' && valueOf(words[0]) !== undefined) return;
    this.#variable(name, words[0], program === undefined ? judgeOwn : judgeExported);
  }

  #variable(name: string, value: ShellWord | undefined, judge: typeof judgeOwn): void {
    const wrong = judge(name, value, this.#scene);
    if (wrong !== undefined) this.#scene.findings.report(wrong, name);
  }

  #redirection(redirection: Redirection, places: Places): void {
    if (redirection.type !== 'Redirect' || redirection.target === undefined) {
      this.#search(redirection, places);
      return;
    }
    const words = this.#words(redirection.target, places);
    const judging = createJudging(this.#scene, places, judgeScript);
    judgeRedirection(redirection.operator, words, { judging, text: this.#textOf(redirection) });
  }

  /** The words that one word becomes; the scripts inside it are judged on the way. */
  #words(word: Word, places: Places): readonly ShellWord[] {
    this.#search(word, places);
    if (startsAtHome(word)) this.#scene.findings.report('leaves_project', word.text);
    const words = toShellWords(word);
    if (words !== undefined) return words;
    this.#scene.findings.report('unusual_syntax', word.text);
    return [{ kind: 'dynamic', start: '', splits: true, text: word.text }];
  }

  /**
   * The names that the patterns of a word stand for. Where nothing contains what runs, a link among them would lead out: so
   * each is judged like a word that was written, and the line runs with these names. Otherwise the sandbox sees to it.
   */
  #expanded(word: Word, words: readonly ShellWord[], places: Places): readonly ShellWord[] {
    const { root, contained, depth, findings } = this.#scene;
    if (contained || !words.some(({ kind }) => kind === 'pattern')) return words;
    const [place, ...more] = places;
    // Known to the shell alone: where it is, and what a line means that is handed to another shell.
    const isKnown = place !== undefined && more.length === 0 && depth === 0 && isInside(root, place);
    if (!isKnown || words.some(({ kind }) => kind === 'dynamic')) {
      findings.report('unknown_value', word.text);
      return words;
    }
    const expanded: ShellWord[] = [];
    for (const each of words) {
      const names = each.kind === 'pattern' ? this.#namesOf(each, place) : undefined;
      if (names === undefined) expanded.push(each);
      else
        for (const value of names)
          expanded.push({ kind: 'literal', value, text: word.text, matched: word.text });
    }
    const values = expanded.flatMap((each) => valueOf(each) ?? []);
    if (values.length === expanded.length) findings.replaces({ pos: word.pos, end: word.end, names: values });
    return expanded;
  }

  /** Undefined when nobody can say; that was then reported. */
  #namesOf(word: ShellWord & { readonly kind: 'pattern' }, place: string): readonly string[] | undefined {
    const { root, findings } = this.#scene;
    const { glob = '', text, pattern } = word;
    // An earlier command of the line may have made names that are not there yet.
    const made = findings.effects.some(
      (effect) => effect.kind === 'write' && mayConcern(glob, place, effect.path),
    );
    const names = made || mayClimb(word) ? 'too_many' : expandPattern(glob, place, root);
    const folder = touchedBy(word);
    if (folder !== undefined) findings.touches('read', wayTo(folder, place));
    if (typeof names === 'string') {
      findings.report(names === 'leads_outside' ? 'follows_links' : 'unknown_value', text);
      return undefined;
    }
    this.#patterns.push({ glob, place, text });
    // What matches nothing stays as it is written.
    return names.length === 0 ? [pattern] : names;
  }

  /** In a loop a command comes before another one that stands in front of it. */
  #checkLoops(): void {
    if (!this.#looped) return;
    const { effects } = this.#scene.findings;
    for (const { glob, place, text } of this.#patterns) {
      const made = effects.some((effect) => effect.kind === 'write' && mayConcern(glob, place, effect.path));
      if (made) this.#scene.findings.report('unknown_value', text);
    }
  }

  /** Inside syntax that is odd, commands are still looked for: one that is blocked must not pass as a question. */
  #search(node: SyntaxNode, places: Places): void {
    syntax().forEachChild(node, (child) => {
      if (child.type === 'Script' || child.type === 'CompoundList') this.list(child.commands, places);
      else if (commandNodes.has(child.type)) this.#node(child, places);
      else if (child.type === 'Word') this.#words(child, places);
      else this.#search(child, places);
    });
  }

  #textOf({ pos, end }: SyntaxNode): string {
    return this.#source.slice(pos, end);
  }
}

const commandNodes: ReadonlySet<string> = new Set(
  'Command Pipeline Subshell BraceGroup Redirected If While For'.split(' '),
);
