import { compareVersions } from '@toolcrib/core';
import type { Find, Finding } from './finding.ts';

export function examineNode(found: string, needed: string, find: Find): Finding[] {
  return compareVersions(found, needed) < 0 ? [find('error', 'node_too_old', { found, needed })] : [];
}

/** The oldest Node that this package is for. */
export async function neededNode(): Promise<string> {
  const { default: description } = (await import('toolcrib/package.json', { with: { type: 'json' } })) as {
    default: { engines: { node: string } };
  };
  const [, major = '0', minor = '0'] = /(\d+)(?:\.(\d+))?/u.exec(description.engines.node) ?? [];
  return `${major}.${minor}.0`;
}
