import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';

/** Writes a file and the folders above it. Anything but text and bytes is written as JSON. */
export function writeFile(file: string, content: unknown, mode = 0o644): void {
  mkdirSync(dirname(file), { recursive: true });
  const isRaw = typeof content === 'string' || content instanceof Uint8Array;
  writeFileSync(file, isRaw ? content : JSON.stringify(content, null, 2), { mode });
}
