import { devNull } from 'node:os';
import { join } from 'node:path';
import { writeFile } from './write-file.ts';

/** The folders of a user's machine, all in one scratch folder. */
export interface Places {
  readonly project: string;
  readonly home: string;
  /** Another project of the same user. */
  readonly neighbour: string;
  /** Where the payload leaves its trace when it runs outside the sandbox. */
  readonly outside: string;
}

export function placesIn(base: string): Places {
  const at = (name: string): string => join(base, name);
  return { project: at('cloned'), home: at('home'), neighbour: at('neighbour'), outside: at('outside') };
}

/** The script of the project whose runs are noticed. */
export const payloadOf = ({ project }: Places): string => join(project, 'payload.sh');
/** The files of the user that hold a secret. */
export const privateFilesOf = ({ home, neighbour }: Places): string[] => [
  join(home, '.ssh/id_ed25519'),
  join(neighbour, 'private.txt'),
];
/** Names of the traces that a run of the payload leaves. */
export const traces = { outside: 'executed', inside: 'executed-inside' };
/** A file of the project that exists nowhere else. */
export const workFile = 'src/work.txt';

/** Writes the files that every machine has: secrets and settings at home, work in the project and beside it, the payload. */
export function furnish(places: Places, secret: string): void {
  const { project, home, outside } = places;
  for (const file of privateFilesOf(places)) writeFile(file, `${secret}\n`, 0o600);
  writeFile(join(home, '.bashrc'), '# settings of the user\n');
  writeFile(join(outside, 'probe'), 'probe\n');
  writeFile(join(project, 'README.md'), 'A project to try out. TODO: everything.\n');
  writeFile(join(project, workFile), 'work that is nowhere else\n');
  writeFile(join(project, 'src/main.ts'), 'export const answer: number = 42;\n');
  const leave = (trace: string): string => `echo "$0 $*" >> "${trace}"\n`;
  const payload = [join(outside, traces.outside), join(project, traces.inside)].map(leave).join('');
  writeFile(payloadOf(places), `#!/bin/sh\n${payload}`, 0o755);
}

/** What the user's shell passes on to the programs that it starts. */
export function environmentOf({ home }: Places, variable: string): Record<string, string> {
  const { PATH = '', NODE_COMPILE_CACHE = '' } = process.env;
  return {
    PATH,
    HOME: home,
    LANG: 'C.UTF-8',
    API_TOKEN: variable,
    TOOLCRIB_LOG: 'off',
    GIT_CONFIG_SYSTEM: devNull,
    GIT_AUTHOR_NAME: 'x',
    GIT_COMMITTER_NAME: 'x',
    GIT_AUTHOR_EMAIL: 'x@x',
    GIT_COMMITTER_EMAIL: 'x@x',
    ...(NODE_COMPILE_CACHE && { NODE_COMPILE_CACHE }),
  };
}
