import { createError, parseAgent, type Agent } from '@toolcrib/core';
import type { Path } from './config-place.ts';
import type { ConfigReader, Consequence } from './config-reader.ts';
import { knownKeys } from './known-keys.ts';
import { refuseUnknownInRule } from './parse-rules.ts';

/**
 * Reads the agents. One that cannot be read may call nothing: without this the person at the machine, who needs no
 * entry, would get everything back as soon as their entry is misspelt.
 */
export function parseConfiguredAgents(
  reader: ConfigReader,
  allowLists: readonly string[],
): { readonly [id: string]: Agent } {
  const agents = reader.object('agents', (texts) => texts.agentsClosed);
  if (agents === undefined) return reader.has('agents') ? { user: closed('user') } : {};
  return Object.fromEntries(
    Object.entries(agents).flatMap(([id, value]) => {
      const path = ['agents', id];
      const closes: Consequence = (texts) => texts.agentClosed(id);
      const known = refuseUnknownKeys(reader, path, closes);
      const parse = (): Agent =>
        requireAllowList(parseAgent(id, value, `${reader.source} agents`), allowLists);
      const agent = known && reader.attempt(path, parse, closes);
      // By a name that is a pattern nobody can call: there is nobody to close.
      return agent ? [[id, agent]] : /[*?]/u.test(id) ? [] : [[id, closed(id)]];
    }),
  );
}

function refuseUnknownKeys(reader: ConfigReader, path: Path, consequence: Consequence): boolean {
  const rules = reader.get([...path, 'rules']);
  const places = Array.isArray(rules) ? rules.map((_, index) => [...path, 'rules', index]) : [];
  return [
    reader.refuseUnknown(path, knownKeys.agent, consequence),
    ...places.map((place) => refuseUnknownInRule(reader, place, consequence)),
  ].every(Boolean);
}

function requireAllowList(agent: Agent, known: readonly string[]): Agent {
  const { allowList } = agent;
  if (allowList === undefined || known.includes(allowList)) return agent;
  throw createError('unknown_allow_list', { allowList, known });
}

function closed(id: string): Agent {
  return parseAgent(id, { tools: [] });
}
