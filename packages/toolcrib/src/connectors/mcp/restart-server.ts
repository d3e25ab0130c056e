import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { restartMarkOf } from './mcp-connector.ts';
import type { McpServerConfig } from './mcp-server-config.ts';
import { OldServer } from './old-servers.ts';

/** Has a server started anew by everybody who uses it. */
export function restartServer({ name, way }: McpServerConfig, stateFolder: string): void {
  const mark = restartMarkOf(stateFolder, name);
  if (way.type === 'stdio') new OldServer(stateFolder, { name, way }).forget();
  mkdirSync(dirname(mark), { recursive: true, mode: 0o700 });
  writeFileSync(mark, '');
}
