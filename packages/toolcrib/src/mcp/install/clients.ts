import { join } from 'node:path';
import type { JsonValue } from '@toolcrib/core';

/** A program as clients start it. */
export interface StartedBy {
  readonly command: string;
  readonly args: readonly string[];
}

/** Where clients keep their files. */
interface Places {
  readonly project: string;
  readonly home: string;
  readonly platform: NodeJS.Platform;
  readonly environment: { readonly [name: string]: string | undefined };
}

/** A client that starts servers by an entry of its own configuration. */
export interface KnownClient {
  readonly file: (places: Places) => string;
  readonly format: 'json' | 'toml';
  /** Where in the file the entries stand, by their names. */
  readonly section: string;
  /** What it wants besides the command and its arguments. @default nothing */
  readonly more?: { readonly [key: string]: JsonValue };
  /** Its documentation says that it shows the forms of servers to its person. @default false */
  readonly showsForms?: boolean;
}

export const clientNames = [
  'claude-code',
  'claude-desktop',
  'cursor',
  'vscode',
  'gemini',
  'codex',
  'windsurf',
  'zed',
] as const;
export type ClientName = (typeof clientNames)[number];

export const knownClients: Readonly<Record<ClientName, KnownClient>> = {
  'claude-code': {
    file: ({ project }) => join(project, '.mcp.json'),
    format: 'json',
    section: 'mcpServers',
    showsForms: true,
  },
  'claude-desktop': {
    file: (places) => join(applicationsOf(places), 'Claude', 'claude_desktop_config.json'),
    format: 'json',
    section: 'mcpServers',
  },
  cursor: {
    file: ({ project }) => join(project, '.cursor', 'mcp.json'),
    format: 'json',
    section: 'mcpServers',
    showsForms: true,
  },
  vscode: {
    file: ({ project }) => join(project, '.vscode', 'mcp.json'),
    format: 'json',
    section: 'servers',
    more: { type: 'stdio' },
    showsForms: true,
  },
  gemini: {
    file: ({ project }) => join(project, '.gemini', 'settings.json'),
    format: 'json',
    section: 'mcpServers',
  },
  codex: {
    file: ({ home, environment }) => join(environment['CODEX_HOME'] || join(home, '.codex'), 'config.toml'),
    format: 'toml',
    section: 'mcp_servers',
  },
  windsurf: {
    file: ({ home }) => join(home, '.codeium', 'windsurf', 'mcp_config.json'),
    format: 'json',
    section: 'mcpServers',
  },
  zed: {
    file: ({ home, environment }) =>
      join(environment['XDG_CONFIG_HOME'] || join(home, '.config'), 'zed', 'settings.json'),
    format: 'json',
    section: 'context_servers',
    more: { source: 'custom' },
  },
};

function applicationsOf({ platform, home, environment }: Places): string {
  switch (platform) {
    case 'darwin':
      return join(home, 'Library', 'Application Support');
    case 'win32':
      return environment['APPDATA'] || join(home, 'AppData', 'Roaming');
    default:
      return environment['XDG_CONFIG_HOME'] || join(home, '.config');
  }
}
