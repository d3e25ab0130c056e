import type { CompileContext } from './compile-context.ts';
import { noteProperty } from './note-evaluated.ts';
import { isObject, ownValue, type PlainObject } from './json-type.ts';
import { listKeys } from './object-keys.ts';
import { type Pattern, readPattern } from './pattern.ts';
import { apply, attempt, type Check, descend, noteProblem, spend } from './validation-run.ts';

/** The keywords about the members of an object, but for unevaluatedProperties and defaults. */
export function compileObjectKeywords(schema: PlainObject, context: CompileContext, checks: Check[]): void {
  const required = ownValue(schema, 'required');
  if (Array.isArray(required) && required.length > 0) checks.push(requiredCheck(required));

  const properties = ownValue(schema, 'properties');
  const patterns = ownValue(schema, 'patternProperties');
  const additional = ownValue(schema, 'additionalProperties');
  const patternChecks = isObject(patterns) ? compilePatterns(patterns, context) : [];
  if (isObject(properties)) checks.push(propertiesCheck(properties, context));
  if (patternChecks.length > 0) checks.push(patternPropertiesCheck(patternChecks));
  if (additional !== undefined) {
    const declared = new Set(isObject(properties) ? Object.keys(properties) : []);
    checks.push(additionalCheck(additional, declared, patternChecks, context));
  }

  const names = ownValue(schema, 'propertyNames');
  if (names !== undefined) checks.push(propertyNamesCheck(context.compile(names)));
  const fewest = ownValue(schema, 'minProperties');
  if (typeof fewest === 'number') checks.push(sizeCheck('minProperties', fewest));
  const most = ownValue(schema, 'maxProperties');
  if (typeof most === 'number') checks.push(sizeCheck('maxProperties', most));

  compileDependencies(schema, context, checks);
}

function requiredCheck(names: readonly string[]): Check {
  return (value, run) => {
    if (!isObject(value)) return true;
    spend(run, names.length);
    let valid = true;
    for (const name of names) {
      if (ownValue(value, name) !== undefined) continue;
      valid = noteProblem(run, 'required', name.slice(0, 200), value);
      if (run.problems === undefined) return false;
    }
    return valid;
  };
}

function propertiesCheck(properties: PlainObject, context: CompileContext): Check {
  const names = Object.keys(properties);
  const checks = names.map((name) => context.compile(properties[name]));
  return (value, run) => {
    if (!isObject(value)) return true;
    spend(run, names.length);
    let valid = true;
    for (let index = 0; index < names.length; index += 1) {
      const name = names[index];
      const check = checks[index];
      if (name === undefined || check === undefined) continue;
      const member = ownValue(value, name);
      if (member === undefined) continue;
      if (run.evaluated !== undefined) noteProperty(run.evaluated, name, run);
      if (descend(run, name, check, member)) continue;
      valid = false;
      if (run.problems === undefined) return false;
    }
    return valid;
  };
}

interface PatternCheck {
  readonly pattern: Pattern;
  readonly check: Check;
}

function compilePatterns(patterns: PlainObject, context: CompileContext): PatternCheck[] {
  const checks: PatternCheck[] = [];
  for (const source of Object.keys(patterns)) {
    const pattern = readPattern(source);
    if (!('fault' in pattern)) checks.push({ pattern, check: context.compile(patterns[source]) });
  }
  return checks;
}

function patternPropertiesCheck(patternChecks: readonly PatternCheck[]): Check {
  return (value, run) => {
    if (!isObject(value)) return true;
    let valid = true;
    for (const name of listKeys(value, run)) {
      for (const { pattern, check } of patternChecks) {
        spend(run, 1 + pattern.cost(name.length));
        if (!pattern.matches(name)) continue;
        if (run.evaluated !== undefined) noteProperty(run.evaluated, name, run);
        if (descend(run, name, check, value[name])) continue;
        valid = false;
        if (run.problems === undefined) return false;
      }
    }
    return valid;
  };
}

function additionalCheck(
  schema: unknown,
  declared: ReadonlySet<string>,
  patternChecks: readonly PatternCheck[],
  context: CompileContext,
): Check {
  const check = context.compile(schema);
  return (value, run) => {
    if (!isObject(value)) return true;
    let valid = true;
    for (const name of listKeys(value, run)) {
      spend(run, 2 + (name.length >> 4));
      if (declared.has(name)) continue;
      const isMatched = patternChecks.some(({ pattern }) => {
        spend(run, pattern.cost(name.length));
        return pattern.matches(name);
      });
      if (isMatched) continue;
      if (run.evaluated !== undefined) noteProperty(run.evaluated, name, run);
      if (schema === false) valid = noteProblem(run, 'additionalProperties', name.slice(0, 200), value);
      else if (!descend(run, name, check, value[name])) valid = false;
      if (!valid && run.problems === undefined) return false;
    }
    return valid;
  };
}

function propertyNamesCheck(check: Check): Check {
  return (value, run) => {
    if (!isObject(value)) return true;
    let valid = true;
    for (const name of listKeys(value, run)) {
      spend(run, 1);
      const evaluated = run.evaluated;
      run.evaluated = undefined;
      const accepted = attempt(run, check, name);
      run.evaluated = evaluated;
      if (accepted) continue;
      valid = noteProblem(run, 'propertyNames', name.slice(0, 200), value);
      if (run.problems === undefined) return false;
    }
    return valid;
  };
}

function sizeCheck(keyword: 'minProperties' | 'maxProperties', bound: number): Check {
  return (value, run) => {
    if (!isObject(value)) return true;
    spend(run, 1);
    const size = listKeys(value, run).length;
    return (
      (keyword === 'minProperties' ? size >= bound : size <= bound) || noteProblem(run, keyword, bound, value)
    );
  };
}

function compileDependencies(schema: PlainObject, context: CompileContext, checks: Check[]): void {
  const keywords =
    context.dialect === 'draft-07'
      ? ['dependencies']
      : ['dependentRequired', 'dependentSchemas', 'dependencies'];
  for (const keyword of keywords) {
    const dependencies = ownValue(schema, keyword);
    if (!isObject(dependencies)) continue;
    for (const name of Object.keys(dependencies)) {
      const needed = dependencies[name];
      const check = Array.isArray(needed) ? requiredCheck(needed) : context.compile(needed);
      checks.push((value, run) => {
        spend(run, 1);
        if (!isObject(value) || ownValue(value, name) === undefined) return true;
        return apply(run, check, value);
      });
    }
  }
}
