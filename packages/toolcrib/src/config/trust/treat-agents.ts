import { parseRule, ToolcribError, type Permission } from '@toolcrib/core';
import { knownKeys } from '../known-keys.ts';
import {
  closedByNull,
  fields,
  harmless,
  hasReference,
  isRecord,
  list,
  pinned,
  restored,
  type Treatment,
} from './setting.ts';

/** Rules that deny or ask, of the project or of an agent. */
export const treatRules: Treatment = list({ isRestriction: isRestrictingRule });

/** An agent that is gone may call nothing any more; only `user` would get everything back. */
export function treatAgent(...[setting, notes]: Parameters<Treatment>): unknown {
  const { current, accepted, path } = setting;
  const isUser = path.at(-1) === 'user';
  if (current === undefined) return isUser && accepted !== undefined ? restored(setting, notes) : undefined;
  return fields({
    permission: closedByNull(atMostLevel(isUser && accepted === undefined ? 'admin' : 'read_only')),
    rules: closedByNull(treatRules),
    tools: closedByNull(treatAgentTools),
    allow_list: closedByNull(treatAgentList),
    local_mode: closedByNull(treatLessening),
    exclude_embedding_tools: closedByNull(treatLessening),
  })(setting, notes);
}

/**
 * `user` is the person at the machine and may be restricted in any way. Any other agent exists by the configuration alone:
 * one that nobody has accepted may only read, as may every agent of which no level was accepted.
 */
function atMostLevel(unless: Permission): Treatment {
  return (setting, notes) => {
    const { current, accepted } = setting;
    // Without a level an agent may only read; what is no level closes it.
    if (accepted !== undefined && !isLevel(accepted)) return pinned(setting, notes);
    if (!isLevel(current)) return hasReference(current) ? undefined : current;
    const limit = accepted ?? unless;
    if (levels.indexOf(current) <= levels.indexOf(limit)) return current;
    notes.withhold(setting, accepted === undefined ? 'added' : 'changed');
    return limit;
  };
}

/** Of tools that were accepted there may be fewer; where none were named, naming some takes the others away. */
const treatAgentTools: Treatment = (setting, notes) => {
  const { current, accepted } = setting;
  if (accepted === undefined) return harmless(setting, notes);
  return current === undefined ? restored(setting, notes) : list()(setting, notes);
};

const treatAgentList: Treatment = (setting, notes) =>
  setting.accepted === undefined ? harmless(setting, notes) : pinned(setting, notes);

/** What leaves tools out when it is true, and closes the agent when it is no flag. */
const treatLessening: Treatment = (setting, notes) => {
  const { current, accepted = false } = setting;
  return accepted === false || (accepted === true && current === true)
    ? harmless(setting, notes)
    : pinned(setting, notes);
};

/** What does not allow closes, and so does what the parser cannot read: neither needs acceptance. */
function isRestrictingRule(rule: unknown): boolean {
  return !isRecord(rule) || rule['decision'] !== 'allow' || !isReadableRule(rule);
}

function isReadableRule(rule: { readonly [key: string]: unknown }): boolean {
  const known: readonly string[] = knownKeys.rule;
  try {
    parseRule(rule, '');
    return Object.keys(rule).every((key) => known.includes(key));
  } catch (error) {
    if (!(error instanceof ToolcribError)) throw error;
    return false;
  }
}

const levels: readonly Permission[] = ['read_only', 'read_write', 'execute', 'admin'];

function isLevel(value: unknown): value is Permission {
  return levels.some((level) => level === value);
}
