import { fileURLToPath } from 'node:url';
import type { Call } from '../calls.ts';
import type { Testbed } from '../testbed/testbed.ts';
import { noteUnanswered } from './execute-tool.ts';

export interface LibraryInput {
  readonly calls: readonly Call[];
  /** Set by the application: `off` leaves the checks alone to hold the project back. */
  readonly sandbox: 'best_effort' | 'off';
}

const file = fileURLToPath(new URL('library-process.ts', import.meta.url));

/** A program of the user, started in the project, opens it with the library and makes calls. */
export async function openByLibrary(testbed: Testbed, input: LibraryInput): Promise<string> {
  const { stdout, stderr, code } = await testbed.run(process.execPath, ['--no-warnings', file], {
    input: JSON.stringify(input),
    isData: true,
  });
  const answered = stdout.split('\n').filter((line) => line.startsWith('{')).length;
  noteUnanswered(testbed, 'library', { code, asked: input.calls.length, answered });
  return stdout + stderr;
}
