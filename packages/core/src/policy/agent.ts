import { FieldReader } from '../tool/field-reader.ts';
import { permissions, type Permission } from '../tool/safety.ts';
import { parseRules } from './parse-rule.ts';
import type { Rule, RuleInput } from './rule.ts';

/** An agent as the operator has configured it. What is not configured does not exist, and may call nothing. */
export interface Agent {
  readonly id: string;
  /** What it holds. @default 'read_only' */
  readonly permission: Permission;
  /** The named set of tools it is given. */
  readonly allowList: string | undefined;
  /** A set of its own, by name, for an agent without an allow-list. Neither means every tool. */
  readonly tools: readonly string[] | undefined;
  readonly rules: readonly Rule[];
  /** The agent works on the user's own machine: decides the conditions of allow-lists. @default false */
  readonly localMode: boolean;
  /** Leaves out tools that need embeddings. @default false */
  readonly excludeEmbeddingTools: boolean;
}

/** An agent as it is written. */
export interface AgentInput {
  /** What it holds. @default 'read_only' */
  readonly permission?: Permission;
  /** The named set of tools it is given. @default every tool */
  readonly allowList?: string;
  /** A set of its own, by name, instead of an allow-list. */
  readonly tools?: readonly string[];
  /** Rules for this agent alone. @default none */
  readonly rules?: readonly RuleInput[];
  /** The agent works on the user's own machine. @default false */
  readonly localMode?: boolean;
  /** Leaves out tools that need embeddings. @default false */
  readonly excludeEmbeddingTools?: boolean;
}

/** Reads an agent in TypeScript's or a configuration's spelling. Its rules apply to it alone. */
export function parseAgent(id: string, value: unknown, source = 'agents'): Agent {
  const fields = new FieldReader(value, `${source}.${id}.`);
  fields.refuseUnknown(agentFields);
  // Its rules apply to it alone, and rules take these for patterns.
  if (/[*?]/u.test(id)) fields.fault({ kind: 'bad_name', field: 'id', value: id });
  const rules = fields.get('rules');
  const agent: Agent = {
    id,
    permission: fields.oneOf('permission', permissions) ?? 'read_only',
    allowList: fields.text(fields.spelling('allowList', 'allow_list'), 128),
    tools: fields.optionalTexts('tools'),
    rules:
      rules === undefined
        ? []
        : parseRules(rules, `${source}.${id}.rules`).map((rule) => ({ ...rule, agent: id })),
    localMode: fields.flag(fields.spelling('localMode', 'local_mode')) ?? false,
    excludeEmbeddingTools:
      fields.flag(fields.spelling('excludeEmbeddingTools', 'exclude_embedding_tools')) ?? false,
  };
  if (agent.allowList !== undefined && agent.tools !== undefined) {
    fields.fault({ kind: 'wrong_type', field: 'tools', expected: 'absent_beside_allow_list' });
  }
  fields.finish(id);
  return Object.freeze(agent);
}

const agentFields = [
  'id',
  'permission',
  'allowList',
  'allow_list',
  'tools',
  'rules',
  'localMode',
  'local_mode',
  'excludeEmbeddingTools',
  'exclude_embedding_tools',
];
