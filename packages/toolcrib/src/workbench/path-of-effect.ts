import type { Access } from '../fence/project-files.ts';
import type { Bench } from './bench.ts';

/** Where a path leads, for an effect: rules speak of that. What leads nowhere is left to the fence, which says why. */
export function pathOfEffect({ files }: Pick<Bench, 'files'>, path: string, access: Access): string {
  try {
    return files.locate(path, access).relative;
  } catch {
    return path;
  }
}
