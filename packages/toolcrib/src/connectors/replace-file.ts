import { mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';

/** Writes a file so that whoever reads it meets the old one or the new one, and never half of either. */
export function replaceFile(
  file: string,
  text: string | Uint8Array,
  { mode = 0o644 }: { readonly mode?: number } = {},
): void {
  mkdirSync(dirname(file), { recursive: true });
  const part = `${file}.${process.pid}.part`;
  try {
    writeFileSync(part, text, { mode, flush: true });
    renameSync(part, file);
  } catch (error) {
    rmSync(part, { force: true });
    throw error;
  }
}
