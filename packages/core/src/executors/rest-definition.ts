import type { DefinitionProblem } from '../messages/facts.ts';
import { createError } from '../tool/errors.ts';
import { addressArguments, restAddress } from '../tool/rest-address.ts';
import type { RestImplementation } from '../tool/rest.ts';

/** Throws when no arguments at all could make a request of this definition. */
export function checkRest(tool: string, rest: RestImplementation): void {
  const problems = [...addressProblems(rest), ...headerProblems(rest)].map((problem) => ({
    ...problem,
    field: `implementation.${problem.field}`,
  }));
  if (problems.length > 0) throw createError('invalid_definition', { tool, problems });
}

function addressProblems(rest: RestImplementation): DefinitionProblem[] {
  const { baseUrl, path } = rest;
  const base = baseUrl === undefined ? undefined : URL.parse(baseUrl);
  // A path would be joined to the end of the query.
  if (base === null || base?.search || base?.hash)
    return [wrong('baseUrl', 'an http or https address without query and fragment')];
  if (path === undefined) return [];
  const anything = Object.fromEntries(addressArguments(rest).map((name) => [name, 'x']));
  if ('url' in restAddress(rest, anything)) return [];
  if (base === undefined) return [{ kind: 'missing', field: 'baseUrl' }];
  return [wrong('path', `a path, or an address at ${base.origin}`)];
}

function headerProblems({
  headers,
  headerArguments,
  idempotencyHeader,
  auth,
}: RestImplementation): DefinitionProblem[] {
  const problems: DefinitionProblem[] = [];
  if (!fitsHeaders(headers)) problems.push(wrong('headers', 'names and values that a request can carry'));
  const named = Object.fromEntries(Object.keys(headerArguments).map((name) => [name, 'x']));
  if (!fitsHeaders(named)) problems.push(wrong('headerArguments', 'names of headers'));
  if (idempotencyHeader !== undefined && !fitsHeaders({ [idempotencyHeader]: 'x' }))
    problems.push(wrong('idempotencyHeader', 'the name of a header'));
  if (auth?.type === 'api_key' && auth.in === 'header' && !fitsHeaders({ [auth.name]: 'x' }))
    problems.push(wrong('auth.name', 'the name of a header'));
  // RFC 7617: the server takes what follows the first colon for the password.
  if (auth?.type === 'basic' && auth.username.includes(':'))
    problems.push(wrong('auth.username', 'a name without a colon'));
  return problems;
}

function fitsHeaders(headers: { readonly [name: string]: string }): boolean {
  try {
    return new Headers(headers) instanceof Headers;
  } catch {
    return false;
  }
}

function wrong(field: string, expected: string): DefinitionProblem {
  return { kind: 'wrong_type', field, expected };
}
