import { posix } from 'node:path';
import type { ShellWord } from './shell/shell-word.ts';

/** The directories in which a command may find itself; several, when an earlier `cd` may have failed. */
export type Places = readonly string[];

/** Where a command may be after another one succeeded, and after it failed. */
export interface After {
  readonly succeeded: Places;
  readonly failed: Places;
}

export function stay(places: Places): After {
  return { succeeded: places, failed: places };
}

export function either(...all: readonly [Places, ...Places[]]): Places {
  const [first] = all;
  if (all.every((places) => places === first)) return first;
  return [...new Set(all.flat())];
}

export function isInside(root: string, path: string): boolean {
  return path === root || path.startsWith(root.endsWith('/') ? root : `${root}/`);
}

/** The way to a path. One with `..` is left as it is: behind a link it leads elsewhere than the text says. */
export function wayTo(path: string, directory: string): string {
  const way = path.startsWith('/') ? path : `${directory}/${path}`;
  if (way.split('/').includes('..')) return way;
  const clean = posix.normalize(way);
  return clean.length > 1 && clean.endsWith('/') ? clean.slice(0, -1) : clean;
}

/** Where `cd` goes: it takes `..` off the text, unlike the kernel. */
export function changed(path: string, directory: string): string {
  return posix.resolve(directory, path);
}

const devices = /^\/dev\/(?:null|zero|full|random|urandom|stdin|stdout|stderr|fd\/\d+)$/u;

/** Files that are always there for everybody. */
export function isCommonDevice(path: string): boolean {
  return devices.test(path);
}

/** What a word touches for certain: the file, or the folder that all the files it may stand for are in. */
export function touchedBy(word: ShellWord): string | undefined {
  if (word.kind === 'literal') return word.value === '' ? undefined : word.value;
  const slash = word.start.lastIndexOf('/');
  if (slash > 0) return word.start.slice(0, slash);
  if (slash === 0) return '/';
  return word.kind === 'pattern' ? '.' : undefined;
}

/** Whether the files of a pattern may lie above the folder it begins in. Older shells match `..` with `.*`. */
export function mayClimb(word: ShellWord): boolean {
  if (word.kind !== 'pattern') return false;
  const behind = word.pattern.slice(word.start.lastIndexOf('/') + 1).split('/');
  return behind.some((name) => name === '..' || (name.length > 1 && name.startsWith('.') && isAllWild(name)));
}

/** Whether nothing of a name is fixed but its dots. */
export function isAllWild(name: string): boolean {
  return name.replaceAll(/\[[^[\]]*\]|[*?.]/gu, '') === '';
}

/** Whether a pattern names hidden files: what others rely on is kept in such. */
export function namesHidden(word: ShellWord): boolean {
  return word.kind === 'pattern' && /(?:^|\/)\.(?!\/|\.\/|$)/u.test(word.pattern);
}

/** Whether a path of unknown start goes up again. */
export function climbs(word: ShellWord): boolean {
  return /(?:^|\/)\.\.(?:\/|$)/u.test(word.text.replaceAll('"', ''));
}

export function isAtHome(word: ShellWord): boolean {
  return word.kind === 'dynamic' && /^"?\$(?:HOME\b|\{HOME\})/u.test(word.text);
}
