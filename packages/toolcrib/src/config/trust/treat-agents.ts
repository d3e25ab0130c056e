import type { Permission } from '@toolcrib/core';
import {
  fields,
  grant,
  harmless,
  hasReference,
  isRecord,
  list,
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
  return treatAgentFields(setting, notes);
}

/**
 * `user` is the person at the machine and may be restricted in any way. Any other agent exists by the configuration alone:
 * one that nobody has accepted may only read.
 */
const treatPermission: Treatment = (setting, notes) => {
  const { current, accepted, path } = setting;
  const isUser = path.at(-2) === 'user';
  const limit = isLevel(accepted) ? accepted : isUser ? 'admin' : 'read_only';
  // Without a level an agent may only read; what is no level closes it.
  if (!isLevel(current)) return hasReference(current) ? undefined : current;
  if (levels.indexOf(current) <= levels.indexOf(limit)) return current;
  notes.withhold(setting, accepted === undefined ? 'added' : 'changed');
  return limit;
};

/** Of tools that were accepted there may be fewer; where none were named, naming some takes the others away. */
const treatAgentTools: Treatment = (setting, notes) => {
  const { current, accepted } = setting;
  if (current === undefined) return accepted === undefined ? undefined : restored(setting, notes);
  if (!Array.isArray(current) || accepted === undefined) return harmless(setting, notes);
  return list()(setting, notes);
};

const treatAgentList: Treatment = (setting, notes) => {
  const { current, accepted } = setting;
  if (current === undefined) return accepted === undefined ? undefined : restored(setting, notes);
  return accepted === undefined ? harmless(setting, notes) : grant(setting, notes);
};

const treatAgentFields = fields({
  permission: treatPermission,
  rules: treatRules,
  tools: treatAgentTools,
  allow_list: treatAgentList,
});

/** What is neither `allow` nor readable closes, and so needs no acceptance. */
function isRestrictingRule(rule: unknown): boolean {
  return !isRecord(rule) || rule['decision'] !== 'allow';
}

const levels: readonly Permission[] = ['read_only', 'read_write', 'execute', 'admin'];

function isLevel(value: unknown): value is Permission {
  return levels.some((level) => level === value);
}
