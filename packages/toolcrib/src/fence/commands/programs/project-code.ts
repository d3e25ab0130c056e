import type { ProgramJudge } from '../judging.ts';
import { valueOf } from '../shell/shell-word.ts';
import { judgeInlineCode } from './inline-code.ts';
import { toJudge } from './rule.ts';

const always = toJudge({ anything: true, asksUnlessContained: 'runs_project_code' });

/** Those that look at nothing of the project when they are asked for their version; many others start a local copy. */
const selfContained = /^(?:tsc|gcc|g\+\+|cc|c\+\+|clang|clang\+\+|ld|make|gmake|cmake|ninja|java|javac)$/u;

/**
 * It runs code of the project, so what else it is told matters little, unless that is code itself: a person is asked unless
 * the operating system contains it.
 */
export const runsCode: ProgramJudge = (command, judging) => {
  judgeInlineCode(command, judging);
  const [only, ...more] = command.words;
  const asksVersion = more.length === 0 && /^(?:--version|-version|-v)$/u.test(valueOf(only) ?? '');
  if (!asksVersion || !selfContained.test(command.name)) always(command, judging);
};

const list = (names: string): readonly string[] => names.split(/\s+/u);

/** Compilers, linters and test runners that come as packages for Node. */
export const nodeTools: readonly string[] =
  list(`tsc tsx ts-node tsgo vitest jest mocha ava c8 nyc tap eslint oxlint oxfmt
  prettier biome stylelint knip publint typedoc rollup rolldown vite webpack esbuild swc parcel next nuxt astro svelte-check
  vue-tsc playwright cypress nx turbo lerna tsup tsdown unbuild markdownlint cspell pyright`);

/** The same for other languages. */
export const otherTools: readonly string[] =
  list(`pytest py.test tox nox mypy ruff black flake8 isort pylint basedpyright
  coverage bandit pre-commit rustc rustfmt gcc g++ cc c++ clang clang++ clang-format clang-tidy ld ar make gmake ninja cmake
  ctest meson bazel bazelisk just task javac java kotlinc scalac sbt mvn gradle ant rspec rubocop rake rails phpunit phpstan
  mix ghc stack cabal zig gofmt goimports golangci-lint staticcheck dart swiftc xcodebuild shfmt hadolint`);
