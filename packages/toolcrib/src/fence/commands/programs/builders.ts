import type { ProgramJudge } from '../judging.ts';
import { nodeTools, otherTools, runsCode } from './project-code.ts';
import { bySubcommand, listed, type Subcommand } from './subcommands.ts';

const general = '-h -q -v -V --help --quiet --verbose --version';

const cargoBuilds: Readonly<Record<string, Subcommand>> = {
  'build b check c test t run r clippy fmt doc d bench clean tree metadata version nextest rustc miri llvm-cov':
    runsCode,
};
/** Even its version depends on what the project names as its toolchain. */
const cargo = bySubcommand({
  options: `${general} --offline --locked --frozen --color=`,
  bare: runsCode,
  subcommands: listed({
    ...cargoBuilds,
    'add install update fetch remove rm search vendor init new': 'downloads',
    'publish login logout owner yank': 'publishes',
    '+nightly +stable +beta': bySubcommand({ options: general, subcommands: listed(cargoBuilds) }),
  }),
});

const go = bySubcommand({
  options: '',
  subcommands: listed({
    'build test vet fmt run list version doc generate clean tool env': runsCode,
    'get install': 'downloads',
    mod: bySubcommand({
      options: '',
      subcommands: listed({ 'graph verify why edit init vendor': runsCode, 'tidy download': 'downloads' }),
    }),
    work: bySubcommand({ options: '', subcommands: listed({ 'init use edit sync': runsCode }) }),
  }),
});

const dotnet = bySubcommand({
  options: `${general} --info --list-sdks --list-runtimes`,
  subcommands: listed({
    'build test run clean format msbuild vstest': runsCode,
    'restore add tool workload new': 'downloads',
    'nuget publish': 'publishes',
  }),
});

const deno = bySubcommand({
  options: general,
  subcommands: listed({
    'run test check fmt lint task bench doc info types': runsCode,
    'install add remove upgrade cache outdated': 'downloads',
    'eval repl': 'runs_inline_code',
    'publish deploy': 'publishes',
  }),
});

const swift = bySubcommand({
  options: general,
  subcommands: listed({ 'build test run': runsCode, package: 'downloads' }),
});

const rimraf: ProgramJudge = ({ text }, judging) => judging.report('recursive_delete', text);

/** Programs that compile, check and test the project. */
export const builders: Readonly<Record<string, ProgramJudge>> = {
  ...Object.fromEntries([...nodeTools, ...otherTools].map((name) => [name, runsCode])),
  cargo,
  go,
  dotnet,
  deno,
  swift,
  rimraf,
};
