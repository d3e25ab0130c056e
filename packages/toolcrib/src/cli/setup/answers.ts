import type { AgentInput } from '@toolcrib/core';

/** What a first setup is made of. */
export interface Answers {
  /** Documents of APIs, and commands or addresses of MCP servers. */
  readonly sources: readonly string[];
  /** Who may call, and how far: the first is whom a client of MCP speaks for. */
  readonly agents: readonly NamedAgent[];
  /** Where a person is asked; undefined leaves it as it is. */
  readonly ask: Place | undefined;
}

export interface NamedAgent {
  readonly name: string;
  readonly permission: NonNullable<AgentInput['permission']>;
}

export const places = ['terminal', 'console', 'client'] as const;
export type Place = (typeof places)[number];

const permissions = ['read_only', 'read_write', 'execute', 'admin'] as const;

export const usualAgents = 'explore=read_only,coder=execute';

/** `reader=read_only,coder=execute`; undefined when it cannot be read. */
export function parseAgents(text: string): readonly NamedAgent[] | undefined {
  const agents = text.split(',').map((pair) => {
    const [, name, level = 'read_only'] = /^\s*([\w-]{1,60})(?:=(\w+))?\s*$/u.exec(pair) ?? [];
    const permission = permissions.find((one) => one === level);
    return name === undefined || permission === undefined ? undefined : { name, permission };
  });
  const names = agents.map((agent) => agent?.name);
  return agents.includes(undefined) || new Set(names).size < names.length
    ? undefined
    : (agents as NamedAgent[]);
}

export function parsePlace(text: string): Place | undefined {
  return places.find((place) => place === text.trim());
}
