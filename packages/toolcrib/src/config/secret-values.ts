import { isSecretName, type NamedSecret } from '@toolcrib/core';
import { holdsSecret } from '../connectors/mcp/secret-naming.ts';
import { secretsOf } from '../connectors/mcp/server-secrets.ts';
import type { Config } from './config.ts';
import { variable, variablesIn, type Environment } from './environment.ts';

/**
 * What nobody may read in records and events: the values of variables with the name of a secret, of those that the
 * configuration puts where a secret stands, of those that its REST tools and its APIs authenticate with, and what MCP servers
 * are given.
 */
export function secretValues(
  environment: Environment,
  {
    secretVariables,
    tools,
    openapi,
    mcpServers,
    recommend,
  }: Pick<Config, 'secretVariables' | 'tools' | 'openapi' | 'mcpServers' | 'recommend'>,
): NamedSecret[] {
  const byName = Object.keys(environment).filter(holdsSecret);
  const sent = tools.flatMap(({ tool: { implementation } }) =>
    implementation.kind === 'rest' ? implementation.auth.flat().map(({ secret }) => secret) : [],
  );
  const bound = openapi.flatMap(({ secrets = {}, auth }) => [
    ...Object.values(secrets),
    ...(auth === undefined ? [] : [auth.secret]),
  ]);
  const { model, embeddings } = recommend;
  const asked = [model?.secret, embeddings && 'url' in embeddings ? embeddings.secret : undefined];
  const names = new Set([
    ...byName,
    ...secretVariables,
    ...sent,
    ...bound,
    ...asked.flatMap((name) => name ?? []),
  ]);
  return [
    ...[...names].flatMap((name) => {
      const value = variable(environment, name);
      return value === undefined ? [] : [{ name, value }];
    }),
    ...mcpServers.flatMap(secretsOf),
  ];
}

/** The variables that a document refers to under the name of a secret, such as `{"token": "${TRACKER}"}`. */
export function secretVariablesIn(document: unknown, secret = false): string[] {
  if (typeof document === 'string') return secret ? variablesIn(document) : [];
  if (typeof document !== 'object' || document === null) return [];
  return Object.entries(document).flatMap(([key, held]) =>
    secretVariablesIn(held, secret || isSecretName(key)),
  );
}
