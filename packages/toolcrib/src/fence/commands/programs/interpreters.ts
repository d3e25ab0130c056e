import type { ProgramJudge } from '../judging.ts';
import { valueOf } from '../shell/shell-word.ts';
import { isModuleOfProject, isStream } from './inline-code.ts';
import { parseOptions, readArguments } from './options.ts';
import { packageManagers } from './package-managers.ts';
import { judgeOptions, toJudge } from './rule.ts';

interface Interpreter {
  readonly options: string;
  /** Options that need no file. */
  readonly alone: readonly string[];
  /** Options whose value is code unless it has this form. */
  readonly plain?: readonly (readonly [names: RegExp, isPlain: (value: string | undefined) => boolean])[];
}

/** Options that only say something about the program itself. */
const tells = /^(?:-[vVh]|--version|--help)$/u;

/** Code that is written into the command asks; a file is code of the project. */
const interpreters: Readonly<Record<string, Interpreter>> = {
  node: {
    options: `-c -v -h -e:!runs_inline_code -p:!runs_inline_code -r: --check --conditions= --enable-source-maps --env-file=read
      --eval=!runs_inline_code --experimental-strip-types --experimental-test-coverage --experimental-vm-modules --help
      --import= --loader= --max-old-space-size= --no-deprecation --no-warnings --print=!runs_inline_code --require=
      --stack-trace-limit= --test --test-concurrency= --test-name-pattern= --test-only --test-reporter= --test-timeout=
      --throw-deprecation --trace-deprecation --trace-warnings --unhandled-rejections= --version --watch`,
    alone: ['-v', '-h', '--version', '--help', '--test'],
    // `data:text/javascript,…` is a program in an address.
    plain: [[/^(?:--import|--loader|--require|-r|--test-reporter)$/u, isModuleOfProject]],
  },
  python: {
    options: `-b -B -c:!runs_inline_code -d -E -h -I -m: -O -q -s -S -u -v -V -W: -X: --help --version`,
    alone: ['-V', '-h', '--version', '--help'],
  },
  ruby: {
    options: '-c -e:!runs_inline_code -h -I:read -r: -v -w -W? --help --version --yjit',
    alone: ['-v', '-h', '--version', '--help'],
  },
  perl: {
    options: '-c -e:!runs_inline_code -E:!runs_inline_code -I:read -M: -T -v -w',
    alone: ['-v'],
    // Perl puts the value into its program as it is.
    plain: [[/^-M$/u, (value) => /^-?[\w:]+(?:=[\w,:]*)?$/u.test(value ?? '')]],
  },
  php: {
    options: '-d: -f:read -l -m -r:!runs_inline_code -v --version',
    alone: ['-v', '-m', '--version', '-f'],
    // Among the settings is one for code that runs first.
    plain: [
      [
        /^-d$/u,
        (value) =>
          /^(?:memory_limit|display_errors|error_reporting|max_execution_time|xdebug\.mode)(?:=\w*)?$/u.test(
            value ?? '',
          ),
      ],
    ],
  },
  lua: { options: '-e:!runs_inline_code -l: -v -W', alone: ['-v'] },
  Rscript: { options: '-e:!runs_inline_code --vanilla --version', alone: ['--version'] },
};

/** Modules that test, check or format the project. */
const modules =
  /^(?:pytest|unittest|doctest|json\.tool|py_compile|compileall|mypy|black|ruff|flake8|isort|pylint|pyright|coverage|build|venv|tox|nox|cProfile|django|flask)$/u;

function interpreter({ options, alone, plain = [] }: Interpreter): ProgramJudge {
  const table = parseOptions(options);
  return (command, judging) => {
    const given = readArguments(command.words, table, { stopAtOperand: true });
    judgeOptions(command, given, { judging });
    // With a file behind it, some run that too.
    if (
      given.operands.length === 0 &&
      given.options.length > 0 &&
      given.options.every(({ name }) => tells.test(name))
    )
      return;
    for (const { name, value } of given.options) {
      const form = plain.find(([names]) => names.test(name));
      if (form?.[1](valueOf(value)) === false) judging.report('runs_inline_code', command.text);
    }
    judging.reportUnlessContained('runs_project_code', command.text);
    const [file] = given.operands;
    const streams = [file, ...given.options.map(({ value }) => value)].map((word) => valueOf(word));
    if (streams.some((path) => isStream(path))) judging.report('runs_inline_code', command.text);
    if (file !== undefined && valueOf(file) !== '-') judging.touch('read', file);
    else if (!given.options.some(({ name }) => alone.includes(name))) {
      judging.report('runs_inline_code', command.text);
    }
  };
}

const plainPython = interpreter(interpreters['python'] as Interpreter);
const pythonOptions = parseOptions((interpreters['python'] as Interpreter).options);

/** Its second file is the one that it writes. */
const jsonTool = toJudge({
  options: '-h --compact --help --indent= --json-lines --no-ensure-ascii --no-indent --sort-keys --tab',
  operands: 'in_out',
  surprises: 'contained',
});

/** `-m` ends the options: what follows belongs to the module. */
const python: ProgramJudge = (command, judging) => {
  const at = command.words.findIndex((word) => valueOf(word) === '-m');
  const before = readArguments(command.words.slice(0, Math.max(at, 0)), pythonOptions, {
    stopAtOperand: true,
  });
  const module = at < 0 || before.operands.length > 0 ? undefined : command.words[at + 1];
  if (module === undefined) {
    plainPython(command, judging);
    return;
  }
  const name = valueOf(module) ?? '';
  const pip = packageManagers['pip'];
  judgeOptions(command, before, { judging });
  if (name === 'pip' && pip !== undefined) pip({ ...command, words: command.words.slice(at + 2) }, judging);
  else if (name === 'json.tool') jsonTool({ ...command, words: command.words.slice(at + 2) }, judging);
  else if (name === 'timeit') judging.report('runs_inline_code', command.text);
  else if (!modules.test(name)) judging.report('unknown_subcommand', command.text);
  const told = command.words.slice(at + 2).map((word) => valueOf(word));
  if (told.some((path) => isStream(path))) judging.report('runs_inline_code', command.text);
  // The folder of a new environment is emptied first; an option may be shortened.
  if (name === 'venv' && told.some((word) => word?.startsWith('--cl')))
    judging.report('recursive_delete', command.text);
  judging.reportUnlessContained('runs_project_code', command.text);
};

export const interpreterJudges: Readonly<Record<string, ProgramJudge>> = {
  ...Object.fromEntries(Object.entries(interpreters).map(([name, rule]) => [name, interpreter(rule)])),
  nodejs: interpreter(interpreters['node'] as Interpreter),
  python,
  python3: python,
  pypy3: python,
};
