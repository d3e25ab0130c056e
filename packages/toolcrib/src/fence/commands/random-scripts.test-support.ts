import { createChance, type Chance } from './chance.test-support.ts';
import {
  characters,
  conditions,
  expansions,
  shellCommands,
  strings,
  variables,
} from './hostile-fragments.test-support.ts';

/** Names of programs that nowhere exist. */
export const programNames: readonly string[] = Array.from({ length: 12 }, (_, index) => `prog${index}`);

/**
 * Scripts for a shell, one after the other, the same ones for the same seed: plain, wild, damaged, and heaps of tokens. No
 * path leads out of the folder they run in, so that running them does no harm.
 */
export function* randomScripts(seed: number): Generator<string, never> {
  const chance = createChance(seed);
  let last = 'prog0';
  for (;;) {
    const kind = chance.below(20);
    const maker = new ScriptMaker(chance, kind < 12 ? 0 : 0.15);
    let script = kind < 2 ? tokenHeap(chance) : maker.script(0);
    if (kind > 14 || kind === 5) script = damaged(script, last, chance);
    if (kind === 6 || kind === 13) script = seamed(script, chance);
    last = script;
    yield script;
  }
}

const blanks = [' ', ' ', ' ', '  ', '\t', ' \\\n'];
const separators = ['; ', ';', '\n', ' && ', ' || ', ' | ', ' & ', '\n\n', ' ;\n', '&&', '||', '|', ' |& '];
const quoted = [
  'a $x b',
  "it's",
  '\\"',
  '\\$(prog1)',
  '$',
  '${x}',
  '\\`prog3\\`',
  '你好',
  '!',
  '$((1+2))',
  '\\\\',
  '\\\n',
];
const single = ['a b', '$(prog4)', '"', '`prog5`', '\\', '# no', '你好', '\n', '${x:-$(prog1)}'];

class ScriptMaker {
  readonly #chance: Chance;
  readonly #wild: number;

  /** How often something is written in a way that is hard to read. */
  constructor(chance: Chance, wild: number) {
    this.#chance = chance;
    this.#wild = wild;
  }

  script(depth: number): string {
    const { below, one, happens } = this.#chance;
    let script = this.#statement(depth);
    for (let more = below(depth > 2 ? 1 : 3); more > 0; more--)
      script += one(separators) + this.#statement(depth);
    if (happens(0.05)) {
      script += `${one([' ', ' ', ';', '\t', ''])}# ${one(['note', "don't", '$(prog8)', '"open', ')', '`prog7`', '说明'])}\n`;
    }
    return script;
  }

  #pick<T>(plain: readonly T[], wild: readonly T[]): T {
    return this.#chance.one(this.#chance.happens(this.#wild) ? wild : plain);
  }

  #statement(depth: number): string {
    if (depth > 3 || this.#chance.happens(0.65)) return this.#command(depth);
    const inner = (): string => this.script(depth + 1);
    const word = (): string => this.#word(depth);
    const gap = this.#chance.one([' ', '\n', '  ']);
    const plain = [
      () => `(${inner()})`,
      () => `{${gap}${inner()};${gap}}`,
      () => `if ${inner()};${gap}then ${inner()}; else ${inner()}; fi`,
      () => `if ${inner()}\nthen ${inner()}\nelif ${inner()}; then ${inner()}\nfi`,
      () => `for x in ${word()} ${word()}; do ${inner()}; done`,
      () => `while ${inner()}; do ${inner()}; break; done`,
      () => `until ${inner()};${gap}do ${inner()}\ndone`,
      () =>
        `[[ ${this.#chance.one(['-f a', '-z $x', `${word()} == ${word()}`, '! -n b', '-f a && -d b'])} ]]`,
      () => `! ${this.#command(depth)}`,
      () => `time ${this.#command(depth)}`,
      () => `(${inner()}) ${this.#redirection(depth)}`,
      () => `{ ${inner()}; } ${this.#redirection(depth)}`,
    ];
    const wild = [
      () => `case ${word()} in a) ${inner()};; *) ${inner()};; esac`,
      () => `fun() { ${inner()}; }; fun`,
      () => `(( ${this.#chance.one(['1', 'x', 'a[$(prog6)]', '1+1'])} ))`,
      () => `coproc ${this.#command(depth)}`,
      () => `[[ 1 -eq ${word()} ]]`,
      () => `time -p ${this.#command(depth)}`,
      () => `for x; do ${inner()}; done`,
      () => `((${inner()}); ${inner()})`,
      () => `select x in ${word()}; do ${inner()}; done`,
      () => `[[ ${this.#chance.one(conditions)} ]]`,
      () => `[[ ${word()} ${this.#chance.one(['=~', '<', '-nt', '-eq', '=', '-a'])} ${word()} ]]`,
      () =>
        `${this.#chance.one(programNames)}${this.#chance.one(['()', ' () '])}${this.#chance.one(['{', '(', '\n{'])} ${inner()}; }`,
      () => `function ${this.#chance.one(programNames)} { ${inner()}; }; ${this.#chance.one(programNames)}`,
      () => `coproc x { ${inner()}; }`,
      () => `for ((x=0; x<1; x++)); do ${inner()}; done`,
      () => `for x in ${word()}; { ${inner()}; }`,
      () => `case a in (a) ${inner()};& b) ${inner()};;& esac`,
      () =>
        `${this.#chance.one(['! !', 'time time', 'time !', '! time', 'time --', 'time ;'])} ${this.#command(depth)}`,
      () => `{ ${inner()}\n}${this.#chance.one([' ', ''])}${this.#redirection(depth)}`,
    ];
    return this.#pick(plain, wild)();
  }

  #command(depth: number): string {
    const { below, one, happens } = this.#chance;
    let text = happens(0.1) ? `${this.#pick(['CI'], variables)}=${this.#word(depth)} ` : '';
    if (happens(0.04)) text += `${this.#redirection(depth)} `;
    text += this.#name();
    for (let more = below(4); more > 0; more--) {
      text += one(blanks) + (happens(0.15) ? this.#redirection(depth) : this.#word(depth));
    }
    return happens(0.06) ? this.#hereDoc(text, depth) : text;
  }

  #name(): string {
    const name = this.#chance.one(programNames);
    if (this.#chance.happens(0.85)) return name;
    const at = 1 + this.#chance.below(name.length - 1);
    const [head, tail] = [name.slice(0, at), name.slice(at)];
    return this.#pick(
      [
        `"${name}"`,
        `'${name}'`,
        `${head}\\${tail}`,
        `${head}'${tail}'`,
        `\\${name}`,
        `${head}""${tail}`,
        'echo',
        'cat',
      ],
      [
        `$'${name}'`,
        `${head}$x${tail}`,
        `$(prog5)${name}`,
        `${head}\\\n${tail}`,
        `\`prog1\``,
        '$x',
        `{${name},prog3}`,
        `${head}{${tail},1}`,
        `${head}*`,
        `./${name}`,
        `${head}?${tail}`,
        this.#chance.one(shellCommands),
      ],
    );
  }

  #redirection(depth: number): string {
    const { one, happens } = this.#chance;
    const operator = this.#pick(
      ['>', '>>', '<', '2>', '&>', '&>>', '>|', '1>', '<<<', '9>'],
      [
        '{fd}>',
        '{fd}<',
        '<>',
        '<&',
        '>&',
        '10<',
        '3<<<',
        '2>&1',
        '>&3',
        '<&0-',
        '{fd}>&1',
        '{x[$(prog4)]}>',
        '100>',
      ],
    );
    if (happens(this.#wild / 2)) return `${operator}(${this.script(depth + 2)})`;
    if (happens(0.2)) {
      return one(['2>&1', '>&2', '<&-', '2>&-']) + this.#pick([''], ["''", '""', '-', 'a', '\\\n', '$x']);
    }
    const target = this.#pick(
      ['out', 'a.txt', '"b c"', '"b\\c"', "'d'", 'e\\ f', 'sub', '0', '-'],
      ['$x', '*', '?', '{a,b}', '~', '>(prog7)', this.#word(depth)],
    );
    return operator + one(['', ' ', '\t']) + target;
  }

  #hereDoc(text: string, depth: number): string {
    const { below, one, happens } = this.#chance;
    const delimiter = this.#pick(
      ['E', "'E'", '"E"', 'EOF', "'EOF'"],
      ['\\E', "E'F'", '$x', "'E F'", '\\\nE', '$(prog2)', "''", '"E\\\n"', "$'E'", 'E\\\nF', 'E)'],
    );
    const end = delimiter.replaceAll(/['"\\]/gu, '');
    const isQuoted = /['"]/u.test(delimiter);
    const always = ['text', "don't", end.toLowerCase(), `\t${end}`, '"', '说明', ` ${end}`, ')', '}', 'done'];
    const live = [
      '$(prog4)',
      '`prog3`',
      '\\$(prog2)',
      "${x:-'$(prog1)'}",
      '$x',
      '\\',
      `${end}\\`,
      `\\\n${end}`,
      '$((a[$(prog5)]))',
      `$(prog6 <<${end}\n${end}\n)`,
      '$\\\n(prog7)',
    ];
    const lines = isQuoted ? [...always, ...live] : always;
    const body = Array.from({ length: below(4) }, () => `${this.#pick(lines, live)}\n`).join('');
    const after = happens(0.3) ? `\n${this.#command(depth + 3)}` : '\n';
    const rest = one([
      '',
      '',
      ' | prog0',
      ' > out',
      ' && prog1',
      '; prog2',
      ' # no',
      ' |',
      ' &&',
      ` <<${delimiter}`,
    ]);
    const again = rest.includes('<<') ? `${body}${end}\n` : '';
    return `${text} ${one(['<<', '<<-', '<< '])}${delimiter}${rest}\n${again}${body}${end}${after}`;
  }

  #word(depth: number): string {
    return this.#chance.happens(0.7) ? this.#piece(depth) : this.#piece(depth) + this.#piece(depth);
  }

  #piece(depth: number): string {
    const { one, below } = this.#chance;
    const inner = (): string => (depth > 3 ? 'prog11' : this.script(depth + 1));
    switch (below(17)) {
      case 0:
        return `$(${inner()})`;
      case 1:
        return `"$(${inner()})"`;
      case 2:
        return this.#pick([() => `"${one(quoted)}"`], [() => `\`${depth > 2 ? 'prog10' : inner()}\``])();
      case 3:
        return `"${this.#pick(quoted, [...expansions, '`prog3`', '$((a))', "${x:-'}'}", '$(prog1', "$'a'", '\\\n$(prog2)'])}"`;
      case 4:
        return `'${one(single)}'`;
      case 5:
        return this.#pick(['$x', '${x}', '$1', '$@', '$?', '${x%.ts}', '${x##*.}', '$#'], expansions);
      case 6:
        return one([
          '\\;',
          '\\(',
          '\\$',
          '\\ ',
          '\\\\',
          '\\"',
          "\\'",
          '\\`',
          '\\\n',
          '\\a',
          '\\#',
          '\\<',
          '\\&',
          '\\|',
          '\\{',
        ]);
      case 7:
        return this.#pick(
          ['*', '?', '[ab]', '[!a]', '*.ts'],
          [
            '[$(prog7)]',
            "['a']",
            '@(a|b)',
            '[[:alpha:]]',
            '!(x)',
            '[a',
            '[]]',
            '[a"b"]',
            '+(<(prog1))',
            '[^!]',
            '**',
          ],
        );
      case 8:
        return this.#pick(
          ['{a,b}', '{}', '{a}', '@{1}', '{,}', '{1..3}'],
          [
            '{01..3}',
            '{a..c}',
            '{a,$(prog8)}',
            '{',
            '}',
            '{a,{b,c}}',
            '-ex{ec,}',
            '{a,b}{c,d}',
            '{a\\,b,c}',
            "{a,'b c'}",
            '{a,"$x"}',
            '${x}{a,b}',
            '{a,b',
            '\\{a,b}',
            '{~,a}',
            '{1..3..2}',
            '{-1..1}',
            '{$(prog1),}',
          ],
        );
      case 9:
        return this.#pick(
          ['$((1+2))', '$((1))'],
          [
            "$((1+'2'))",
            '$((x))',
            '$((a[$(prog9)]))',
            '$[1+2]',
            '$((prog1) )',
            '$(($(prog2)))',
            '$((1+${x:-$(prog3)}))',
            '$((x=`prog4`))',
            '$[a[$(prog5)]]',
            '$(( (1) ))',
            '$((1\\\n+2))',
            '$((prog1); prog2)',
          ],
        );
      case 10:
        return this.#pick([` <(${inner()}) `], [`>(${inner()})`, `<(${inner()})`]);
      case 11:
        return this.#pick(['a', '-n'], strings);
      case 12:
        return one([
          '#',
          'a#b',
          '=',
          'a=b',
          '-x',
          '--',
          '-',
          '!',
          '2',
          '10',
          ',',
          '%',
          '^',
          '+',
          ':',
          ']',
          '[',
          '~',
          '~/a',
          'a=~',
          'a:~',
          '!!',
          '!prog1',
          '^a^b',
          'a2',
          '2a',
          '--a=b',
          '-',
        ]);
      case 13:
        return this.#pick(
          ['x', 'in'],
          ['if', 'then', 'do', 'done', 'fi', 'time', 'case', 'esac', 'for', '[[', ']]', 'function'],
        );
      case 14:
        return this.#pick(['a', 'foo'], characters);
      default:
        return one(['a', 'foo', 'bar.ts', '-n', '--all', 'x', 'y.z', '3']);
    }
  }
}

const tokens = [
  ...programNames.slice(0, 5),
  ...'$( ( ) { } ; & | && || < > << <<< >> >& 2> & ` " \' \\ # $ ${ } $(( )) [[ ]] [ ] ! = x= *'.split(' '),
  ...'if then else fi for in do done while case esac time {fd} 1 - a b E <( >( $x "$x" $\''.split(' '),
  ' ',
  '\n',
  '\t',
  '\\\n',
];

function tokenHeap(chance: Chance): string {
  const glue = chance.one(['', ' ', ' ']);
  return Array.from({ length: 2 + chance.below(10) }, () => chance.one(tokens)).join(glue);
}

const signs = '" \' ` $ ( ) { } < > ; & | \\ # = [ ] ! * \n \t'.split(' ');

/** A seam that the shell does not see, or sees as something else, at one or two places between letters. */
function seamed(script: string, chance: Chance): string {
  let text = script;
  for (let more = 1 + chance.below(2); more > 0; more--) {
    const at = chance.below(text.length + 1);
    text =
      text.slice(0, at) +
      chance.one(['\\\n', '\\\n', '\n', "''", '""', '\\', '#', ' ', '$']) +
      text.slice(at);
  }
  return text;
}

/** Letters lost, added, doubled or exchanged, or a piece of another script. */
function damaged(script: string, other: string, chance: Chance): string {
  let text = script;
  for (let more = 1 + chance.below(3); more > 0; more--) {
    const at = chance.below(text.length + 1);
    const length = 1 + chance.below(3);
    const [head, tail] = [text.slice(0, at), text.slice(at)];
    const from = chance.below(other.length + 1);
    text = chance.one([
      head + tail.slice(length),
      head + chance.one(tokens) + tail,
      head + tail.slice(0, length) + tail,
      head + other.slice(from, from + 1 + chance.below(12)) + tail,
      head + chance.one(signs) + tail.slice(chance.below(2)),
    ]);
  }
  return text;
}
