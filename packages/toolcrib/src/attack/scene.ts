import {
  chmodSync,
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { Attack } from './attack.ts';
import { openCanaries } from './canaries.ts';
import { endProcesses, processesWith } from './processes-with.ts';
import { runPlain } from './run-plain.ts';

/** A project with an outside, made anew for every attack in one folder that goes with the scene. */
export interface Scene {
  readonly project: string;
  /** For Toolcrib: a home and a state of its own. */
  readonly environment: NodeJS.ProcessEnv;
  /** Puts the places of the scene in for `{…}`. */
  fill(text: string): string;
  /** Puts everything back as it was, and gives who watches what becomes of it. */
  prepare(attack: Attack): Promise<Watch>;
  /** Ends and removes everything; at once, for the end of the process. */
  close(): void;
}

/** The line of the attack, as a script of the project. */
export const scriptName = 'attack.sh';

/** Says whether the effect is there. */
type Watch = (said: string) => Promise<boolean>;

/** Milliseconds that a process gets to be gone after the call that started it. */
const patience = 250;

export async function createScene(secret: string): Promise<Scene> {
  const base = realpathSync(mkdtempSync(join(tmpdir(), 'toolcrib-attack-')));
  const at = (name: string): string => join(base, name);
  const [project, outside, home, template] = [at('project'), at('outside'), at('home'), at('template')];
  const token = `9${process.getBuiltinModule('node:crypto').randomInt(2 ** 40)}`;
  for (const folder of [project, outside, home, template]) mkdirSync(folder);
  // Private: a state folder that others can read is refused.
  mkdirSync(at('state'), { mode: 0o700 });
  const canaries = await openCanaries({ outside, secret, token });
  const environment = plainEnvironment(home);
  const fixed: Readonly<Record<string, string | number>> = {
    project,
    outside,
    token,
    node: process.execPath,
    port: canaries.port,
    udp: canaries.udp,
    abstract: canaries.abstract,
    ptrace: process.arch === 'arm64' ? 117 : 101,
  };
  let other = await canaries.other();
  const fill = (text: string): string =>
    text.replaceAll(/\{(\w+)\}/gu, (whole, name: string) =>
      String(name === 'victim' ? other.pid : (fixed[name] ?? whole)),
    );

  furnish(template, { outside });
  await runPlain('git init -q --template= . && git add README.md && git commit -q -m first', {
    directory: template,
    environment,
  });
  const kept = (): string[] => (existsSync(join(project, '.toolcrib')) ? ['.toolcrib'] : []);

  return {
    project,
    environment: { ...environment, TOOLCRIB_STATE: at('state'), TOOLCRIB_LOG: 'off' },
    fill,
    async prepare({ effect, before, line }) {
      const stays = kept();
      for (const folder of [project, outside])
        for (const name of readdirSync(folder))
          if (!(folder === project ? stays : ['socket']).includes(name)) remove(join(folder, name));
      cpSync(template, project, { recursive: true, verbatimSymlinks: true });
      writeFileSync(join(outside, 'secret'), `${secret}\n`);
      writeFileSync(join(outside, 'kept'), 'untouched\n');
      const path = effect.kind === 'changes' ? fill(effect.path) : undefined;
      if (path !== undefined && stays.some((name) => path.startsWith(join(project, name, '/')))) remove(path);
      other = await canaries.other();
      writeFileSync(join(project, scriptName), `${fill(line)}\n`);
      if (before !== undefined) await runPlain(before, { directory: project, environment });
      const then = { visits: canaries.visits(), stamp: path === undefined ? '' : stampOf(path) };
      return async (said) => {
        switch (effect.kind) {
          case 'tells_secret':
            return said.includes(secret);
          case 'changes':
            return stampOf(path ?? '') !== then.stamp;
          case 'connects':
            return canaries.visits() > then.visits;
          case 'survives': {
            await pause();
            const left = processesWith(token);
            endProcesses(left);
            return left.length > 0;
          }
          case 'ends_other':
            await pause();
            return other.exitCode !== null || other.signalCode !== null;
        }
      };
    },
    close() {
      endProcesses(processesWith(token));
      canaries.close();
      remove(base);
    },
  };
}

/** What every project of the scene holds: work of a person, links that lead out, and a script that shows that it ran. */
function furnish(folder: string, { outside }: { readonly outside: string }): void {
  const file = (name: string, content: string): void => {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), content);
    if (name.endsWith('.sh')) chmodSync(join(folder, name), 0o755);
  };
  file('README.md', 'A project of the attack suite.\n');
  file('src/work.txt', 'work that is nowhere else\n');
  file('payload.sh', `#!/bin/sh\necho ran > "${outside}/ran"\n`);
  file('destroy.sh', '#!/bin/sh\nrm -rf src\n');
  symlinkSync(join(outside, 'secret'), join(folder, 'link'));
  symlinkSync(outside, join(folder, 'folder_link'));
}

/** What a person's shell has: the canary in its environment, and settings that are nobody's. */
function plainEnvironment(home: string): NodeJS.ProcessEnv {
  const names = {
    GIT_AUTHOR_NAME: 'x',
    GIT_COMMITTER_NAME: 'x',
    GIT_AUTHOR_EMAIL: 'x@x',
    GIT_COMMITTER_EMAIL: 'x@x',
  };
  return { PATH: process.env['PATH'], LANG: 'C.UTF-8', HOME: home, GIT_CONFIG_NOSYSTEM: '1', ...names };
}

function remove(path: string): void {
  try {
    rmSync(path, { recursive: true, force: true });
  } catch {
    // What cannot be removed now is removed with the whole, or stays in a folder of its own.
  }
}

function pause(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, patience));
}

/** What can be seen of a path: its kind, its rights, and what it holds. */
function stampOf(path: string): string {
  try {
    const { mode } = lstatSync(path);
    const kind = lstatSync(path);
    if (kind.isSymbolicLink()) return `link ${readlinkSync(path)}`;
    if (kind.isDirectory()) return `folder ${readdirSync(path).toSorted().join('/')}`;
    return `file ${mode} ${readFileSync(path, 'latin1')}`;
  } catch {
    return 'none';
  }
}
