import { existsSync, readdirSync, readFileSync, realpathSync, statSync } from 'node:fs';
import { basename, dirname, isAbsolute, join } from 'node:path';
import { isInside } from '../is-inside.ts';
import { isOfSystem } from './trusted-programs.ts';

/** What a program that the user has installed needs to run. */
export interface Needs {
  /** Its installation, to be read. */
  readonly reads: readonly string[];
  /** Where its parts are, for programs that look for them in the home folder. */
  readonly environment: { readonly [name: string]: string };
}

type Environment = Readonly<Record<string, string | undefined>>;

/** What a program needs that is called by this path: its installation, and that of the interpreter that runs it. */
export function needsOf(path: string, environment: Environment): Needs {
  const { HOME: home } = environment;
  const installations = installationsOf(environment);
  const wanted = new Set<Installation>();
  const reads = new Set<string>();
  for (const each of chainOf(path)) {
    const real = realpathSync(each);
    const parts = installations.filter(
      ({ name, place }) =>
        (each === path && name === basename(path)) || isInside(place, each) || isInside(place, real),
    );
    for (const part of parts) wanted.add(part);
    reads.add(each);
    for (const read of parts.some(({ place }) => isInside(place, real)) ? [real] : surroundings(real, home))
      reads.add(read);
    // A script or a link in an environment of its own is run with what stands around it there.
    for (const read of isInEnvironment(each) ? surroundings(each, home) : []) reads.add(read);
  }
  for (const { needs = [] } of wanted)
    for (const each of installations) if (needs.includes(each.name)) wanted.add(each);
  for (const { place, parts } of wanted) for (const name of parts) reads.add(join(place, name));
  const variables = [...wanted].flatMap(({ variable, place, value = '' }) =>
    variable === undefined ? [] : [[variable, join(place, value)] as const],
  );
  return {
    reads: outermost([...reads].filter((each) => existsSync(each))),
    environment: Object.fromEntries(variables),
  };
}

/** Without what lies in another of them: mounted by itself, a link would stand in the way of what it leads to. */
export function outermost(paths: readonly string[]): string[] {
  return paths.filter((path) => !paths.some((other) => other !== path && isInside(other, path)));
}

/** Longer ways nobody sets up who means well. */
const maxChain = 4;

/** The program and what runs it: the interpreter of a script, and the one that an environment of Python was made from. */
function chainOf(path: string): readonly string[] {
  const chain = [path];
  for (const each of chain) {
    if (chain.length >= maxChain) break;
    for (const next of [interpreterOf(each), pythonOf(each)])
      if (next !== undefined && !chain.includes(next) && !isOfSystem(dirname(next)) && existsSync(next))
        chain.push(next);
  }
  return chain;
}

const maxHead = 4096;

function interpreterOf(path: string): string | undefined {
  const head = headOf(path);
  const [, interpreter] = /^#! *(\/[^\s]+)/u.exec(head) ?? [];
  return interpreter;
}

function isInEnvironment(path: string): boolean {
  return existsSync(join(dirname(dirname(path)), 'pyvenv.cfg'));
}

/** Of an environment, `pyvenv.cfg` says where its Python comes from. */
function pythonOf(path: string): string | undefined {
  if (!isInEnvironment(path)) return undefined;
  const [, home] = /^home *= *(\/.*?) *$/mu.exec(headOf(join(dirname(dirname(path)), 'pyvenv.cfg'))) ?? [];
  return home === undefined ? undefined : join(home, 'python3');
}

function headOf(file: string): string {
  return statSync(file).isFile() ? readFileSync(file).subarray(0, maxHead).toString('latin1') : '';
}

interface Installation {
  readonly name: string;
  readonly place: string;
  /** What of it is read: never what holds keys. */
  readonly parts: readonly string[];
  /** What tells its programs where it is, as their home is another one. */
  readonly variable?: string | undefined;
  /** Which part of it the variable names. @default itself */
  readonly value?: string | undefined;
  readonly needs?: readonly string[] | undefined;
}

interface Toolchain extends Omit<Installation, 'name' | 'place'> {
  /** Where it usually is. */
  readonly usual: string;
  /** The variable by which the user says where it is, when that is not the one above. */
  readonly said?: string | undefined;
}

const whole = ['.'];

/** Where language tools install themselves below the home folder. */
const toolchains: Readonly<Record<string, Toolchain>> = {
  // Beside these lie the keys for registries.
  cargo: { usual: '.cargo', parts: ['bin', 'registry', 'git'], variable: 'CARGO_HOME', needs: ['rustup'] },
  rustup: { usual: '.rustup', parts: whole, variable: 'RUSTUP_HOME' },
  pyenv: { usual: '.pyenv', parts: whole, variable: 'PYENV_ROOT' },
  rbenv: { usual: '.rbenv', parts: whole, variable: 'RBENV_ROOT' },
  nodenv: { usual: '.nodenv', parts: whole, variable: 'NODENV_ROOT' },
  goenv: { usual: '.goenv', parts: whole, variable: 'GOENV_ROOT', needs: ['go'] },
  go: { usual: 'go', parts: ['bin', 'pkg'], said: 'GOPATH', variable: 'GOMODCACHE', value: 'pkg/mod' },
  nvm: { usual: '.nvm', parts: ['versions'], said: 'NVM_DIR' },
  volta: { usual: '.volta', parts: whole, variable: 'VOLTA_HOME' },
  asdf: { usual: '.asdf', parts: whole, variable: 'ASDF_DATA_DIR' },
  mise: { usual: '.local/share/mise', parts: whole, variable: 'MISE_DATA_DIR' },
  sdkman: { usual: '.sdkman', parts: ['candidates'], said: 'SDKMAN_DIR' },
  bun: { usual: '.bun', parts: ['bin', 'install'], said: 'BUN_INSTALL' },
  deno: { usual: '.deno', parts: ['bin'], said: 'DENO_INSTALL' },
  ghcup: { usual: '.ghcup', parts: ['bin', 'ghc'] },
  pipx: { usual: '.local/share/pipx', parts: whole, said: 'PIPX_HOME' },
  uv: { usual: '.local/share/uv', parts: ['tools', 'python'] },
  pnpm: { usual: '.local/share/pnpm', parts: whole, said: 'PNPM_HOME' },
  // Packages that `pip install --user` has put there, with the programs beside them.
  python: { usual: '.local', parts: ['bin'], variable: 'PYTHONUSERBASE', needs: ['pipx', 'uv'] },
};

function installationsOf(environment: Environment): readonly Installation[] {
  const { HOME: home } = environment;
  return Object.entries(toolchains).flatMap(([name, { usual, said, ...toolchain }]) => {
    const told = environment[said ?? toolchain.variable ?? ''];
    const place = told !== undefined && isAbsolute(told) ? told : home && join(home, usual);
    // One that holds the home folder would bring all of it along.
    if (!place || !existsSync(place) || (home && isInside(place, home))) return [];
    const parts = name === 'python' ? [...toolchain.parts, ...pythonsIn(place)] : toolchain.parts;
    return [{ ...toolchain, name, place, parts }];
  });
}

function pythonsIn(place: string): string[] {
  const lib = join(place, 'lib');
  if (!existsSync(lib)) return [];
  return readdirSync(lib).flatMap((name) => (/^python3\.\d+$/u.test(name) ? [join('lib', name)] : []));
}

/** What belongs to an installation, and not to somebody who has a folder `bin` beside other things. */
const installed = `bin lib lib64 libexec share include pkg src conf jmods modules pyvenv.cfg VERSION go.env release`;

/** The program, and the installation that it belongs to: never a home folder, and nothing that a home lies in. */
function surroundings(real: string, home: string | undefined): string[] {
  const folder = dirname(real);
  const above = dirname(folder);
  const isHome = home !== undefined && (isInside(above, home) || above === join(home, '.local'));
  if (basename(folder) !== 'bin' || isHome || above.split('/').length <= 2) return [real];
  return [real, ...installed.split(' ').map((name) => join(above, name))];
}
