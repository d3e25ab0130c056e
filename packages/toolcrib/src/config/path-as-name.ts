/** A path as the name of a file or folder: readable, and unique. Of one that is too long, the beginning and a digest. */
export function pathAsName(path: string): string {
  const name = encodeURIComponent(path);
  if (name.length <= maxLength) return name;
  // Loaded only for long paths: loading it takes a tenth of the time of a start.
  const { createHash } = process.getBuiltinModule('node:crypto');
  const digest = createHash('sha256').update(path).digest('hex').slice(0, 16);
  return `${name.slice(0, maxLength - digest.length - 1)}-${digest}`;
}

/** Disks take 255 bytes; room is left for an extension. */
const maxLength = 200;
