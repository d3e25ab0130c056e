import { lstatSync, mkdirSync, readdirSync, renameSync, rmdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';

/**
 * Writes a file so that whoever reads it meets the old one or the new one, and never half of either. An empty folder in its
 * place gives way.
 */
export function replaceFile(
  file: string,
  text: string | Uint8Array,
  { mode = 0o644 }: { readonly mode?: number } = {},
): void {
  mkdirSync(dirname(file), { recursive: true });
  const part = `${file}.${process.pid}.part`;
  try {
    writeFileSync(part, text, { mode, flush: true });
    if (isPlaceholder(file)) rmdirSync(file);
    renameSync(part, file);
  } catch (error) {
    rmSync(part, { force: true });
    throw error;
  }
}

/** Where the sandbox has no broker, an empty folder keeps the name of a file free while a command runs. */
export function isPlaceholder(file: string): boolean {
  try {
    return lstatSync(file).isDirectory() && readdirSync(file).length === 0;
  } catch {
    return false;
  }
}
