import { posix } from 'node:path';
import type { Content, Judging, SimpleCommand } from './judging.ts';
import {
  changed,
  climbs,
  isAtHome,
  isCommonDevice,
  isInside,
  mayClimb,
  namesHidden,
  touchedBy,
  wayTo,
  type Places,
} from './places.ts';
import {
  anyCommand,
  hidesExpressions,
  isWrapper,
  mayStartAny,
  startedByRunner,
  toRuleCommand,
} from './rule-commands.ts';
import { maxDepth, type Scene } from './scene.ts';
import { holdsLinks } from './links-in.ts';
import type { Loss } from './losses.ts';
import { onlyReads } from './programs/reading.ts';
import { mayConcern } from './shell/expand-pattern.ts';
import { valueOf, type ShellWord } from './shell/shell-word.ts';
import { judgeExported } from './variables.ts';

/** Judges a text that a shell would run, from these places. */
export type ScriptJudge = (source: string, scene: Scene, places: Places) => void;

/** Judges one command with its words, the name first, and all that it would start. */
export function judgeCommand(
  words: readonly ShellWord[],
  { text, scene, places, script }: { text: string; scene: Scene; places: Places; script: ScriptJudge },
): void {
  const [first, ...rest] = words;
  const name = valueOf(first);
  if (name === undefined || !/^[\w./+@:[-]+$/u.test(name) || scene.depth > maxDepth) {
    scene.findings.runs(name === undefined ? anyCommand : toRuleCommand(words));
    // What lies deeper is not looked at.
    if (scene.depth > maxDepth) scene.findings.runs(anyCommand);
    scene.findings.report('unusual_syntax', text);
    return;
  }
  scene.findings.starts(name);
  if (!onlyReads(name, rest)) scene.findings.acts();
  const judging = noting({ name, words: rest, text }, createJudging(scene, places, script), scene.findings);
  const before = scene.findings.commands.length;
  scene.judgeOf(name)({ name, words: rest, text }, judging);
  const startsOthers = isWrapper(name) && scene.findings.commands.length > before;
  scene.findings.runs({ ...toRuleCommand(words), ...(startsOthers && { isWrapper: true }) });
  for (const started of startedByRunner(name, rest)) scene.findings.runs(started);
  if (hidesExpressions(name, rest)) scene.findings.runs(anyCommand);
}

/** Notes for the rules when the program may start what nobody sees. */
function noting({ name, words }: SimpleCommand, judging: Judging, findings: Scene['findings']): Judging {
  return {
    ...judging,
    report(word, part) {
      judging.report(word, part);
      if (mayStartAny(name, words, word)) findings.runs(anyCommand);
    },
    passOver(word) {
      // Not the same as one that nobody has thought of: an exact list with this program in it lets it pass.
      if (mayStartAny(name, words, word)) findings.runs({ ...anyCommand });
    },
  };
}

export function createJudging(scene: Scene, places: Places, script: ScriptJudge): Judging {
  const { findings, contained, root } = scene;
  const deeper: Scene = { ...scene, depth: scene.depth + 1 };
  const judging: Judging = {
    contained,
    atRoot: places.every((place) => place === root),
    report: (word, part) => findings.report(word, part),
    passOver: () => undefined,
    usesOwn(program, listed) {
      findings.usesOwn(program);
      if (!listed) findings.report('own_program', program.path);
    },
    reportUnlessContained(word, part) {
      if (!contained) findings.report(word, part);
    },
    touch(kind, word, content = 'overwrite') {
      const path = touchedBy(word);
      if (mayClimb(word) || isAtHome(word)) findings.report('leaves_project', word.text);
      if (word.kind === 'dynamic' && climbs(word)) findings.report('unknown_value', word.text);
      // The fence sees only the folder of a pattern: which names it matches there, nobody has looked at.
      if (kind === 'write' && word.kind === 'pattern' && (!contained || namesHidden(word))) {
        findings.report('unknown_value', word.text);
      }
      // To programs that read, a hyphen is what they are given.
      if (path === undefined || isCommonDevice(path) || (path === '-' && kind === 'read')) return;
      if (/^\/dev\/(?:tcp|udp)\//u.test(path)) findings.report('network_program', word.text);
      else if (kind === 'write' && path.startsWith('/dev/')) findings.report('overwrites_device', word.text);
      for (const place of places) {
        findings.touches(kind, wayTo(path, place));
        if (kind === 'write' && content !== 'keep') findings.loses(lossOf(word, path, content, place));
      }
    },
    scatters(folder) {
      const path = touchedBy(folder) ?? '.';
      for (const place of places)
        findings.loses({ kind: 'overwrite', path: wayTo(path, place), whole: true });
    },
    brings(source, into) {
      for (const place of places) {
        const glob = source.kind === 'pattern' ? source.glob : undefined;
        // Names that an earlier command of the line has made are not there yet.
        const made = findings.effects.some(
          (effect) =>
            effect.kind === 'write' &&
            !isInside(effect.path, place) &&
            mayConcern(glob ?? '*', place, effect.path),
        );
        if (glob !== undefined && !made)
          findings.loses({ kind: 'overwrite', path: place, glob, into: wayTo(into, place) });
        else findings.loses({ kind: 'overwrite', path: wayTo(into, place), whole: true });
      }
    },
    putsBack(word, putBack) {
      judging.touch('write', word, 'keep');
      const path = touchedBy(word) ?? '.';
      for (const place of places) findings.loses({ kind: 'overwrite', path: wayTo(path, place), putBack });
    },
    carries(word) {
      const path = touchedBy(word);
      if (contained || path === undefined) return;
      if (places.some((place) => holdsLinks(wayTo(path, place)))) findings.report('makes_links', word.text);
    },
    moves(word, into, link) {
      const [from, to] = [valueOf(word), valueOf(into)];
      if (from === undefined || to === undefined) return;
      for (const place of places) {
        for (const name of [to, `${to}/${posix.basename(from)}`]) {
          const move = { from: wayTo(from, place), to: wayTo(name, place) };
          findings.moves({ ...move, isLink: link !== undefined });
        }
      }
    },
    showsRepository() {
      findings.showsRepository = true;
    },
    command: (words, text) => judgeCommand(words, { text, scene: deeper, places, script }),
    script(source) {
      if (deeper.depth <= maxDepth) {
        script(source, deeper, places);
        return;
      }
      findings.report('unusual_syntax', source);
      findings.runs(anyCommand);
    },
    variable(name, value) {
      const wrong = judgeExported(name, value);
      if (wrong !== undefined) findings.report(wrong, `${name}=${value.text}`);
    },
    from(directory) {
      const value = valueOf(directory);
      if (value === undefined) {
        findings.report('unknown_value', directory.text);
        return judging;
      }
      judging.touch('read', directory);
      // Programs go through links as the system does: where `..` leads back to from there, the text does not say.
      if (!contained && value.split('/').includes('..')) findings.report('follows_links', directory.text);
      const moved = places.map((place) => changed(value, place));
      if (!moved.every((place) => isInside(root, place))) findings.report('leaves_project', directory.text);
      return createJudging(scene, moved, script);
    },
  };
  return judging;
}

/** Of a pattern, what it matches; of what `find` will find, all that is in the folder. */
function lossOf(word: ShellWord, path: string, kind: Exclude<Content, 'keep'>, place: string): Loss {
  if (word.kind === 'pattern' && word.glob !== undefined) return { kind, path: place, glob: word.glob };
  const whole = word.kind !== 'literal' && ({ whole: true } as const);
  return { kind, path: wayTo(path, place), ...whole };
}
