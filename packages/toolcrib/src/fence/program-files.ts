import { delimiter, isAbsolute, join, resolve, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { codeFileOf } from './program-files/code-files.ts';
import { Findings, type ProgramFiles } from './program-files/findings.ts';
import { addImports } from './program-files/imports.ts';
import { launchesOf } from './program-files/launch.ts';
import { addPythonHome } from './program-files/python.ts';

export type { ProgramFiles };

/** A program as somebody starts it outside the sandbox: a tool server, a language server, a setting of git. */
export interface StartedCommand {
  /** A name that is looked up, or a path. */
  readonly command: string;
  readonly args: readonly string[];
  /** The folder that it starts in, absolute. */
  readonly cwd: string;
  /** The folder whose files count, without links. */
  readonly project: string;
  /** Where names are looked up. @default our own `PATH` */
  readonly searchPath?: string | undefined;
}

/**
 * The files of the project that a started command executes, as far as its command line, relative imports and the packages
 * that it imports tell. What lies outside the project, and what a program computes while it runs, is not among them.
 *
 * @example programFilesOf({ command: 'node', args: ['server.js'], cwd: '/project', project: '/project' }).files // ['/project/server.js']
 */
export function programFilesOf(started: StartedCommand): ProgramFiles {
  const findings = new Findings(started.project);
  for (const { program, loaded, scripts, folder } of launchesOf(started, findings)) {
    addExecutable(program, folder, { findings, searchPath: started.searchPath });
    for (const word of loaded) codeFileOf(pathOf(word), folder, findings);
    scripts.some((word) => codeFileOf(pathOf(word), folder, findings) !== undefined);
  }
  addImports(findings);
  return findings.result();
}

interface Search {
  readonly findings: Findings;
  readonly searchPath: string | undefined;
}

function addExecutable(program: string, folder: string, { findings, searchPath }: Search): void {
  if (program.includes('/') || program.includes(sep) || isAbsolute(program)) {
    const path = resolve(folder, program);
    findings.addFile(path);
    addPythonHome(path, findings);
    return;
  }
  const entries = (searchPath ?? process.env['PATH'] ?? '').split(delimiter);
  // Up to the first that has it; a file that appears before that one would be started instead.
  entries.some((entry) => findings.addFile(join(resolve(folder, entry), program)) !== undefined);
}

/** `--import` takes an address, too. */
function pathOf(script: string): string {
  if (!script.startsWith('file:')) return script;
  try {
    return fileURLToPath(script);
  } catch {
    return script;
  }
}
