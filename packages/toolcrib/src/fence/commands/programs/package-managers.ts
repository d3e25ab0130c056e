import type { ProgramJudge } from '../judging.ts';
import { valueOf } from '../shell/shell-word.ts';
import { judgeInlineCode } from './inline-code.ts';
import { parseOptions, readArguments } from './options.ts';
import { nodeTools, runsCode } from './project-code.ts';
import { judgeOptions, toJudge } from './rule.ts';
import { bySubcommand, listed, type Subcommand } from './subcommands.ts';

/** Asking for the version or for help does nothing else. */
const general = '-v -V -h -q -s --version --help --quiet --silent --verbose --color? --no-color';
/** What one of them does not know, or takes no value for, would make the value a subcommand. */
const npmOptions = `${general} -C:read -w: --if-present --ignore-scripts --loglevel= --offline --prefix=read --workspace=
  --workspaces`;
const pnpmOptions = `${general} -C:read -r -w --dir=read --filter= --if-present --ignore-scripts --loglevel= --offline
  --parallel --recursive --workspace-root`;
const yarnOptions = `${general} --cwd=read --ignore-scripts --offline`;

const execOptions =
  parseOptions(`-c: -q -w: -y --call= --no --no-install --offline --quiet --silent --workspace= --workspaces
  --version --yes`);

const exec: ProgramJudge = (command, judging) => {
  const given = readArguments(command.words, execOptions, { stopAtOperand: true });
  judging.reportUnlessContained('runs_project_code', command.text);
  judgeOptions(command, given, { judging });
  for (const { name, value } of given.options) {
    if (name !== '-c' && name !== '--call') continue;
    const source = valueOf(value);
    if (source === undefined) judging.report('runs_inline_code', command.text);
    else judging.script(source);
  }
  const [tool] = given.operands;
  const local = given.options.some(({ name }) => name === '--no' || name === '--no-install');
  // What the project has not installed is fetched and run.
  if (tool !== undefined && !local && !nodeTools.includes(valueOf(tool) ?? '')) {
    judging.report('downloads', command.text);
  }
  const name = valueOf(tool);
  if (name !== undefined) judgeInlineCode({ ...command, name, words: given.operands.slice(1) }, judging);
};

/** Before `--` the words are npm's own, and some of its settings name programs. */
const npmScript = toJudge({
  options: `${npmOptions} -u --bail --ci --coverage --fix --production --reporter= --run --runInBand --update --watch?
    --watchAll?`,
  operands: 'text',
  surprises: 'contained',
  asksUnlessContained: 'runs_project_code',
});

/** No setting of where it writes its logs and what it keeps. */
const npmList = toJudge({
  options: `${npmOptions} -a -g -l -p --all --depth= --global --include= --json --link --long --omit= --package-lock-only
    --parseable`,
  operands: 'text',
  surprises: 'contained',
});
const listing = 'ls list ll la why explain root prefix bin query';

const managed: Readonly<Record<string, Subcommand>> = {
  'install i ci add update up upgrade uninstall un remove rm link unlink dedupe rebuild audit outdated':
    'downloads',
  'view info show search create init': 'downloads',
  'publish unpublish deprecate dist-tag owner token login logout adduser access whoami profile team':
    'publishes',
};

const npm = bySubcommand({
  options: npmOptions,
  subcommands: listed({
    ...managed,
    [listing]: npmList,
    pack: runsCode,
    'test t tst run run-script start stop restart': npmScript,
    'exec x': exec,
  }),
});

/** They take any other name for a script of the project, and start the version of themselves that it names. */
const takingScripts = (options: string): ProgramJudge =>
  bySubcommand({
    options,
    subcommands: listed({ ...managed, exec, 'dlx config store env self-update setup patch': 'downloads' }),
    others: runsCode,
    bare: 'downloads',
  });
const bun = bySubcommand({
  options: general,
  subcommands: listed({ ...managed, 'x pm': 'downloads' }),
  others: runsCode,
});

const pip = bySubcommand({
  options: general,
  subcommands: listed({
    'list show freeze check inspect': runsCode,
    'install download wheel uninstall index': 'downloads',
  }),
});
const uv = bySubcommand({
  options: general,
  subcommands: listed({
    'run tree version': runsCode,
    'sync add remove lock pip tool python venv': 'downloads',
  }),
});
const poetry = bySubcommand({
  options: general,
  subcommands: listed({
    'run show check version env': runsCode,
    'install add remove update lock': 'downloads',
    publish: 'publishes',
  }),
});
const bundle = bySubcommand({
  options: general,
  subcommands: listed({ 'exec list show info check': runsCode, 'install update add': 'downloads' }),
  bare: 'downloads',
});
const composer = bySubcommand({
  options: general,
  subcommands: listed({
    'test run run-script exec dump-autoload validate show': runsCode,
    'install update require remove create-project global': 'downloads',
  }),
});

/** Those who run scripts of the project, and fetch what others have written. */
export const packageManagers: Readonly<Record<string, ProgramJudge>> = {
  npm,
  npx: exec,
  pnpm: takingScripts(pnpmOptions),
  pnpx: exec,
  yarn: takingScripts(yarnOptions),
  bun,
  bunx: exec,
  pip,
  pip3: pip,
  uv,
  poetry,
  bundle,
  composer,
};
