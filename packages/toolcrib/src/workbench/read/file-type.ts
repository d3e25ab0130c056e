/** How files that are not text begin. */
const signatures: readonly (readonly [mediaType: string, start: string])[] = [
  ['image/png', '\x89PNG\r\n\x1A\n'],
  ['image/jpeg', '\xFF\xD8\xFF'],
  ['image/gif', 'GIF87a'],
  ['image/gif', 'GIF89a'],
  ['application/pdf', '%PDF-'],
  ['application/zip', 'PK\x03\x04'],
  ['application/gzip', '\x1F\x8B'],
  ['application/x-xz', '\xFD7zXZ\0'],
  ['application/zstd', '\x28\xB5\x2F\xFD'],
  ['application/wasm', '\0asm'],
  ['application/x-elf', '\x7FELF'],
  ['application/vnd.sqlite3', 'SQLite format 3\0'],
];

/** Images that models can look at. */
export const shownImages: ReadonlySet<string> = new Set([
  'image/png',
  'image/jpeg',
  'image/gif',
  'image/webp',
]);

/** What a file is by its first bytes; undefined when it looks like text, which has no NUL in it. */
export function binaryTypeOf(start: Buffer): string | undefined {
  const text = start.toString('latin1', 0, 16);
  if (text.startsWith('RIFF') && text.startsWith('WEBP', 8)) return 'image/webp';
  const known = signatures.find(([, signature]) => text.startsWith(signature));
  return known?.[0] ?? (start.includes(0) ? 'application/octet-stream' : undefined);
}
