import { editJson } from '../../config/edit-config.ts';
import { usualAgents, type Answers, type NamedAgent } from './answers.ts';

/** What `toolcrib init` writes: a configuration that works and shows what there is. */
export const firstConfig = `{
  "$schema": "./node_modules/toolcrib/schema/toolcrib.schema.json",

  // Tools. Kinds: builtin, internal, mock, rest.
  "tools": [
    {
      "name": "ping",
      "description": "Answers with a fixed greeting, to see that everything works.",
      "category": "text",
      "type": "function",
      "handler": "ping",
      "parameters": { "type": "object", "properties": {} },
      "implementation": { "type": "mock", "mock_response": { "message": "pong" } }
    }
  ],

  // Who may call. An agent that is not here may call nothing; you yourself are the agent "user".
  "agents": {
    "explore": { "permission": "read_only", "allow_list": "explore" },
    "coder": { "permission": "execute", "allow_list": "code_gen" }
  },

  // Decisions about calls: deny wins over ask, ask wins over allow.
  "rules": [
    { "tool": "ping", "agent": "coder", "decision": "ask", "reason": "shows what being asked is like" }
  ],

  "defaults": { "timeout": 10000 }
}
`;

/** The same with other agents, and with the place where a person is asked. */
export async function configFor({ agents, ask }: Pick<Answers, 'agents' | 'ask'>): Promise<string> {
  let text = firstConfig;
  const [first] = agents;
  const last = agents.at(-1);
  if (!isUsual(agents) && last !== undefined) {
    const entries = agents.map(({ name, permission }) => [name, { permission }] as const);
    text = await editJson(text, ['agents'], Object.fromEntries(entries));
    text = await editJson(text, ['rules', 0, 'agent'], last.name);
  }
  if (ask === undefined || first === undefined) return text;
  // Only who says that the client shows forms to a person lets its answers approve calls.
  return editJson(text, ['gateway'], { agent: first.name, approver: ask === 'client' });
}

function isUsual(agents: readonly NamedAgent[]): boolean {
  return agents.map(({ name, permission }) => `${name}=${permission}`).join(',') === usualAgents;
}
