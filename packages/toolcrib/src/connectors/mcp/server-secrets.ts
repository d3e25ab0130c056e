import { isSecretName } from '@toolcrib/core';
import type { McpServerConfig } from './mcp-server-config.ts';

/** Headers that say what is sent and wanted, and by whom. */
const plainHeaders = /^(?:accept(?:-.+)?|content-type|user-agent|mcp-.+|x-[a-z-]*version)$/iu;

/** Whether a header holds nothing that must be kept to ourselves. */
export function isPlainHeader(name: string): boolean {
  return plainHeaders.test(name);
}

/** What a server is given that nobody else may read: its headers, and what its environment holds under secret names. */
export function secretsOf({ way }: McpServerConfig): string[] {
  if (way.type === 'stdio')
    return Object.entries(way.env).flatMap(([name, value]) => (isSecretName(name) ? [value] : []));
  const values = Object.entries(way.headers).flatMap(([name, value]) =>
    isPlainHeader(name) ? [] : [value.replace(/^\w+ +/u, '')],
  );
  const { username, password, searchParams } = new URL(way.url);
  const clientSecret = way.oauth?.clientSecret ?? '';
  const inAddress = [...searchParams].flatMap(([name, value]) => (isSecretName(name) ? [value] : []));
  return [...values, username, password, clientSecret, ...inAddress].filter((value) => value !== '');
}
