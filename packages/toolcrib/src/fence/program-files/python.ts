import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Findings } from './findings.ts';

/** A program in a virtual environment takes its modules, and what it runs at the start, from there. */
export function addPythonHome(program: string, findings: Findings): void {
  const home = dirname(dirname(program));
  if (!existsSync(join(home, 'pyvenv.cfg'))) return;
  findings.addFile(join(home, 'pyvenv.cfg'));
  findings.guard(home);
}
