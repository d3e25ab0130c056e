import { join } from 'node:path';
import { asObject, foldersUp, packageJsonIn } from './package-json.ts';

/** A command of a line, with the folder that it starts in. */
export interface ScriptCommand {
  readonly command: string;
  readonly args: readonly string[];
  readonly cwd: string;
}

/** The commands of a script of the nearest package, and the file that holds it. Its line is read word by word. */
export function scriptCommands(name: string | undefined, from: string): readonly ScriptCommand[] {
  const folder = foldersUp(from).find((each) => packageJsonIn(each) !== undefined);
  if (name === undefined || folder === undefined) return [];
  const scripts = asObject(packageJsonIn(folder)?.['scripts']);
  const lines = [scripts?.[`pre${name}`], scripts?.[name], scripts?.[`post${name}`]];
  const commands = lines
    .flatMap((line) => (typeof line === 'string' ? line.split(/&&|\|\||[;|&\n]/u) : []))
    .map((line) =>
      line
        .trim()
        .split(/\s+/u)
        .map((word) => word.replaceAll(/["']/gu, '')),
    )
    .flatMap(([command = '', ...args]) => (command === '' ? [] : [{ command, args, cwd: folder }]));
  // Programs of the package's own dependencies are found by name.
  const installed = commands.map(({ command, args, cwd }) => ({
    command: 'npx',
    args: [command, ...args],
    cwd,
  }));
  return [{ command: join(folder, 'package.json'), args: [], cwd: folder }, ...commands, ...installed];
}
