import type { CompileContext } from './compile-context.ts';
import { isObject, ownValue, type PlainObject, typeBits } from './json-type.ts';
import { listKeys } from './object-keys.ts';
import { annotations, typeOnlyMask } from './type-only.ts';
import { type Check, descendQuietly, isQuiet, type Run, spend } from './validation-run.ts';

/**
 * Most tools take an object of typed properties. For those the first, yes-or-no run is one loop that reads
 * each declared name once; `general` reports when that says no, and takes over for anything unusual.
 */
export function simpleObject(
  schema: PlainObject,
  general: Check,
  fillDefaults: Check | undefined,
  context: CompileContext,
): Check {
  const plan = planMembers(schema, context);
  if (plan === undefined) return general;
  return (value, run) => {
    if (!isQuiet(run) || !isPlain(value)) return general(value, run);
    if (fillDefaults !== undefined) fillDefaults(value, run);
    return acceptsMembers(value, run, plan);
  };
}

interface MemberPlan {
  readonly members: readonly PlannedMember[];
  readonly declared: ReadonlySet<string>;
  readonly isClosed: boolean;
}

interface PlannedMember {
  readonly name: string;
  readonly isRequired: boolean;
  /** The types it may have; 0 where `check` must be asked. */
  readonly mask: number;
  readonly check: Check;
}

function acceptsMembers(value: PlainObject, run: Run, plan: MemberPlan): boolean {
  const { members } = plan;
  spend(run, 1 + members.length);
  let present = 0;
  for (let index = 0; index < members.length; index += 1) {
    const planned = members[index];
    if (planned === undefined) break;
    const member = value[planned.name];
    if (member === undefined) {
      if (planned.isRequired) return false;
      continue;
    }
    present += 1;
    if (planned.mask !== 0) {
      if ((typeBits(member) & planned.mask) === 0) return false;
    } else if (!descendQuietly(run, planned.check, member)) return false;
  }
  return !plan.isClosed || hasNoOther(value, run, plan, present);
}

function hasNoOther(value: PlainObject, run: Run, plan: MemberPlan, present: number): boolean {
  let count = 0;
  for (const _ in value) if (++count > plan.members.length) return false;
  // As many names as were found among the declared ones: then there is no other.
  if (count === present) return true;
  for (const name of listKeys(value, run)) {
    spend(run, 2 + (name.length >> 4));
    if (!plan.declared.has(name)) return false;
  }
  return true;
}

const simpleKeywords: ReadonlySet<string> = new Set([
  'type',
  'properties',
  'required',
  'additionalProperties',
]);

function planMembers(schema: PlainObject, context: CompileContext): MemberPlan | undefined {
  const isSimple = Object.keys(schema).every(
    (keyword) => simpleKeywords.has(keyword) || annotations.has(keyword),
  );
  const properties = ownValue(schema, 'properties') ?? {};
  const additional = ownValue(schema, 'additionalProperties');
  if (!isSimple || schema.type !== 'object' || !isObject(properties)) return undefined;
  if (additional !== undefined && typeof additional !== 'boolean') return undefined;

  const required = ownValue(schema, 'required');
  const requiredNames = new Set<string>(Array.isArray(required) ? required : []);
  const declaredNames = Object.keys(properties);
  const names = [...requiredNames, ...declaredNames.filter((name) => !requiredNames.has(name))];
  // An inherited name would be found in every object.
  if (names.some((name) => name in Object.prototype)) return undefined;
  const isClosed = additional === false;
  const declared = new Set(declaredNames);
  if (isClosed && [...requiredNames].some((name) => !declared.has(name))) return undefined;
  const members = names.map((name) => ({
    name,
    isRequired: requiredNames.has(name),
    mask: typeOnlyMask(ownValue(properties, name)),
    check: context.compile(declared.has(name) ? properties[name] : true),
  }));
  return { members, declared, isClosed };
}

function isPlain(value: unknown): value is PlainObject {
  if (!isObject(value)) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}
