import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { openToolcrib, type OpenOptions, type Toolcrib } from 'toolcrib';
import { onTestFinished } from 'vitest';

export interface OpenedProject extends Toolcrib {
  readonly project: string;
  /** Beside the project: nothing of it is the project's business. */
  readonly outside: string;
  /** The state folder of the user. */
  readonly state: string;
}

/** A project with these files and the whole of Toolcrib over it, gone when the test is over. */
export async function openProject(
  files: { readonly [path: string]: string },
  options: OpenOptions = {},
): Promise<OpenedProject> {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'toolcrib-acceptance-')));
  const [project, outside] = [join(folder, 'project'), join(folder, 'outside')];
  const state = join(folder, 'state');
  mkdirSync(outside);
  mkdirSync(project);
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(project, path)), { recursive: true });
    writeFileSync(join(project, path), text);
  }
  const environment = { TOOLCRIB_STATE: state, TOOLCRIB_LOG: 'off' };
  const opened = await openToolcrib({ trust: 'always', project, environment, ...options });
  onTestFinished(async () => {
    await opened.close();
    rmSync(folder, { recursive: true, force: true });
  });
  return { ...opened, project, outside, state };
}
