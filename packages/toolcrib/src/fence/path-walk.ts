import { lstatSync, readlinkSync, type Stats } from 'node:fs';
import { dirname, parse, sep } from 'node:path';
import type { PathFault } from '@toolcrib/core';

/** Where a path leads. */
export interface Walked {
  /** Absolute, without links. */
  readonly path: string;
  /** Undefined when nothing is there. */
  readonly stats: Stats | undefined;
  /** The links on the way, each by its own path without links. */
  readonly links: readonly string[];
}

/** A path that leads nowhere that could be judged. */
export class PathProblem extends Error {
  readonly fault: PathFault;

  constructor(fault: PathFault, options?: ErrorOptions) {
    super(fault, options);
    this.fault = fault;
  }
}

/** As many links as Linux follows, and more names than any honest path has. */
const maxLinks = 40;
const maxLookups = 4096;

/**
 * Follows a path as the kernel does, component by component: a link is replaced by where it points, and `..` goes up from
 * where the link led. What does not exist yet is kept by name.
 */
export function walkPath(start: string, path: string): Walked {
  let { root: current, parts: pending } = take(path);
  current ||= start;
  const links: string[] = [];
  let lookups = 0;
  pending.reverse();
  for (let part = pending.pop(); part !== undefined; part = pending.pop()) {
    if (part === '' || part === '.') continue;
    if (++lookups > maxLookups) throw new PathProblem('too_long');
    if (part === '..') {
      current = dirname(current);
      continue;
    }
    const next = current.endsWith(sep) ? current + part : current + sep + part;
    if (look(next)?.isSymbolicLink() !== true) {
      current = next;
      continue;
    }
    const target = targetOf(next);
    if (target === undefined) {
      pending.push(part);
      continue;
    }
    links.push(next);
    if (links.length > maxLinks) throw new PathProblem('too_many_links');
    const { root, parts } = take(target);
    current = root || current;
    pending = [...pending, ...parts.toReversed()];
  }
  return { path: current, stats: look(current), links };
}

function look(path: string): Stats | undefined {
  try {
    return lstatSync(path, { throwIfNoEntry: false });
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    // Below a file there is nothing.
    if (code === 'ENOTDIR') return undefined;
    throw new PathProblem(code === 'ENAMETOOLONG' ? 'too_long' : 'unreadable', { cause: error });
  }
}

/** Undefined when it has just stopped being a link. */
function targetOf(link: string): string | undefined {
  try {
    return readlinkSync(link);
  } catch {
    return undefined;
  }
}

function take(path: string): { root: string; parts: string[] } {
  const { root } = parse(path);
  return { root, parts: path.slice(root.length).split(sep === '/' ? '/' : /[\\/]/u) };
}

/** Whether a path can only be that of a folder: `src/`, `src/.`. */
export function isFolderSpelling(path: string): boolean {
  return sep === '/' ? /\/\.?$/u.test(path) : /[\\/]\.?$/u.test(path);
}

/** What is wrong with a path as text, before anything is looked at. */
export function faultOf(path: string): PathFault | undefined {
  // The kernel would cut at NUL, and a half of a surrogate pair would become another character on the way to it.
  if (path === '' || path.includes('\0') || !path.isWellFormed()) return 'malformed';
  if (path.length > maxPathLength) return 'too_long';
  if (/^(?:[a-z][a-z\d+.-]+:\/\/|file:\/)/iu.test(path)) return 'url';
  if (sep === '/') return /^(?:[a-z]:[\\/]|\\\\)/iu.test(path) ? 'malformed' : undefined;
  // Windows: streams behind a colon, and names that lose their last character.
  const { root, parts } = take(path);
  const plain = /^(?:[a-z]:[\\/])?$/iu.test(root) || /^[\\/]$/u.test(root);
  return plain && parts.every((part) => /^\.{0,2}$|^[^:]*[^:. ]$/u.test(part)) ? undefined : 'malformed';
}

const maxPathLength = 4096;
