import { isSecretName, type NamedSecret } from '@toolcrib/core';
import type { McpServerConfig } from './mcp-server-config.ts';

/** Headers that say what is sent and wanted, and by whom. */
const plainHeaders = /^(?:accept(?:-.+)?|content-type|user-agent|mcp-.+|x-[a-z-]*version)$/iu;

/** Whether a header holds nothing that must be kept to ourselves. */
export function isPlainHeader(name: string): boolean {
  return plainHeaders.test(name);
}

/** What a server is given that nobody else may read: its headers, and what its environment holds under secret names. */
export function secretsOf({ name: server, way }: McpServerConfig): NamedSecret[] {
  const named = (name: string, value: string): NamedSecret => ({ name: `${server}.${name}`, value });
  if (way.type === 'stdio')
    return Object.entries(way.env).flatMap(([name, value]) =>
      isSecretName(name) ? [named(name, value)] : [],
    );
  const values = Object.entries(way.headers).flatMap(([name, value]) =>
    isPlainHeader(name) ? [] : [named(name, value.replace(/^\w+ +/u, ''))],
  );
  const { username, password, searchParams } = new URL(way.url);
  const inAddress = [...searchParams].flatMap(([name, value]) =>
    isSecretName(name) ? [named(name, value)] : [],
  );
  return [
    ...values,
    named('username', username),
    named('password', password),
    named('client_secret', way.oauth?.clientSecret ?? ''),
    ...inAddress,
  ].filter(({ value }) => value !== '');
}
