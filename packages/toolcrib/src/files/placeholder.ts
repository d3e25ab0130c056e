import { lstatSync, readdirSync } from 'node:fs';

/**
 * Whether an empty folder stands in the place of a file. Where the sandbox has no broker, such a folder keeps the name of a
 * protected file free while a command runs: for everybody else there is no file.
 */
export function isPlaceholder(file: string): boolean {
  try {
    return lstatSync(file).isDirectory() && readdirSync(file).length === 0;
  } catch {
    return false;
  }
}
