import { writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { visible } from '@toolcrib/core';
import { existingConfig } from '../../config/read-config.ts';
import { exitCodes } from '../exit-codes.ts';
import { firstConfig } from '../first-config.ts';
import type { Session } from '../session.ts';

/** `init`: writes a first configuration. One that is there already is never touched, nor put in the shade. */
export async function init({ terminal, texts, line }: Session): Promise<number> {
  const { project = '.', config } = line.options;
  const file =
    config === undefined
      ? (existingConfig(project) ?? join(project, 'toolcrib.json'))
      : resolve(project, config);
  try {
    await writeFile(file, firstConfig, { flag: 'wx' });
  } catch (error) {
    const { code = String(error) } = error as NodeJS.ErrnoException;
    terminal.tell(visible(code === 'EEXIST' ? texts.exists(file) : texts.notWritten(file, code)));
    return exitCodes.failed;
  }
  await terminal.write(visible(texts.written(file)));
  return exitCodes.success;
}
