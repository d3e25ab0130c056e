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
