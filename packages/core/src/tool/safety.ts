/**
 * Three separate facts about a tool, never mixed: what an agent must hold to call it, whether a person is asked, and
 * what it does. The first two follow from the third unless the definition says otherwise.
 */

/** What an agent must hold, from least to most. */
export const permissions = ['read_only', 'read_write', 'execute', 'admin'] as const;
export type Permission = (typeof permissions)[number];

/** Whether a person is asked: never, before each call, or only after an explicit grant. */
export const approvals = ['safe', 'confirm', 'dangerous'] as const;
export type Approval = (typeof approvals)[number];

export const risks = ['low', 'medium', 'high'] as const;
export type Risk = (typeof risks)[number];

/** Where the risk of a call comes from: what its tool may do in general, or what this call touches. */
export const riskSources = ['annotations', 'effects'] as const;
export type RiskSource = (typeof riskSources)[number];

/** What a tool does. */
export interface Annotations {
  /** Changes nothing. */
  readonly readOnly: boolean;
  /** Can destroy what it touches. */
  readonly destructive: boolean;
  /** Doing it twice is the same as doing it once. */
  readonly idempotent: boolean;
  /** A person should agree before it runs. */
  readonly requiresConfirmation: boolean;
}

export interface Safety {
  readonly annotations: Annotations;
  readonly permission: Permission;
  readonly approval: Approval;
  /** The facts that nobody declared and that were derived here. */
  readonly derived: readonly string[];
}

interface DeclaredSafety {
  readonly name: string;
  readonly category: string;
  /** Somebody else answers for it: what is not said to be harmless can destroy. */
  readonly isForeign?: boolean;
  readonly annotations: Partial<Annotations>;
  readonly permission: Permission | undefined;
  readonly approval: Approval | undefined;
}

/** Completes what a definition declares: annotations from category and name, the two levels from the annotations. */
export function deriveSafety({
  name,
  category,
  isForeign = false,
  annotations,
  permission,
  approval,
}: DeclaredSafety): Safety {
  const terminal = terminalCategory.test(category);
  // What says that it destroys is not believed when it also says that it only reads.
  const readOnly =
    annotations.destructive !== true &&
    (annotations.readOnly ?? (!isForeign && readingCategory.test(category)));
  const destructive =
    annotations.destructive ?? (!readOnly && (isForeign || terminal || destroys(category, name)));
  const facts: Annotations = {
    readOnly,
    destructive,
    idempotent: annotations.idempotent ?? readOnly,
    requiresConfirmation: annotations.requiresConfirmation ?? terminal,
  };
  const levels = {
    permission: permission ?? (facts.readOnly ? 'read_only' : terminal ? 'execute' : 'read_write'),
    approval: approval ?? (facts.requiresConfirmation || facts.destructive ? 'confirm' : 'safe'),
  } as const;
  return {
    annotations: Object.freeze(facts),
    ...levels,
    derived: Object.freeze([
      ...(Object.keys(facts) as (keyof Annotations)[]).filter((fact) => annotations[fact] === undefined),
      ...(permission === undefined ? ['permission'] : []),
      ...(approval === undefined ? ['approval'] : []),
    ]),
  };
}

const readingCategory = /^(search|read|fetch|explore)(_|$)/u;
const terminalCategory = /^(terminal|shell)(_|$)/u;
const changingCategory = /^(code_changes|files|file)(_|$)/u;
const destroyingName = /(^|[_\-.]|(?<=[a-z]))(write|delete|remove|drop|erase|overwrite|truncate)/iu;

function destroys(category: string, name: string): boolean {
  return changingCategory.test(category) && destroyingName.test(name);
}

const rankOf: Readonly<Record<Permission, number>> = { read_only: 0, read_write: 1, execute: 2, admin: 3 };

/** True when `held` reaches `required`. */
export function permits(held: Permission, required: Permission): boolean {
  return rankOf[held] >= rankOf[required];
}

export function higherRisk(one: Risk, other: Risk): Risk {
  return risks.indexOf(one) >= risks.indexOf(other) ? one : other;
}
