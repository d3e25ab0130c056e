import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { findProgram } from './trusted-programs.ts';

/** The program that holds a command and everything that comes from it, run by the system's Perl. */
export interface Supervisor {
  readonly perl: string;
  /** Its whole text: what lies on the disk could be changed by what it is to hold. */
  readonly text: string;
  /** The part of it that holds a command in its own process. */
  readonly confineText: string;
}

/** Undefined where it cannot run: it speaks to Linux directly, on the machines that it knows. */
export function findSupervisor(): Supervisor | undefined {
  if (process.platform !== 'linux' || (process.arch !== 'x64' && process.arch !== 'arm64')) return undefined;
  const perl = findProgram('perl');
  if (perl === undefined) return undefined;
  const confineText = readPart('confine.pl');
  const others = ['broker.pl', 'protected.pl', 'git-index.pl', 'supervisor.pl'].map(readPart).join('');
  return { perl, text: confineText + others, confineText };
}

/** Lies beside the sources and beside what is built from them. */
function readPart(name: string): string {
  for (let folder = import.meta.dirname; ; folder = dirname(folder)) {
    try {
      return readFileSync(join(folder, 'supervisor', name), 'utf8');
    } catch (error) {
      if (folder === dirname(folder)) throw error;
    }
  }
}
