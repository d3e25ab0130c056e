import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { exitCodes } from '../exit-codes.ts';
import type { Session } from '../session.ts';
import { firstConfig } from '../first-config.ts';

/** `init`: writes a first configuration. One that is there already is never touched. */
export async function init({ terminal, texts, line }: Session): Promise<number> {
  const file = join(line.options.project ?? '.', 'toolcrib.json');
  try {
    await writeFile(file, firstConfig, { flag: 'wx' });
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    terminal.tell(code === 'EEXIST' ? texts.exists(file) : message);
    return exitCodes.failed;
  }
  await terminal.write(texts.written(file));
  return exitCodes.success;
}
