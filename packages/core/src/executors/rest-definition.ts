import type { Expectation } from '../messages/expectation.ts';
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
  if (problems.length > 0) throw createError('invalid_definition', { subject: tool, problems });
}

function addressProblems(rest: RestImplementation): DefinitionProblem[] {
  const { baseUrl, path } = rest;
  const base = baseUrl === undefined ? undefined : URL.parse(baseUrl);
  // A path would be joined to the end of the query.
  if (base === null || base?.search || base?.hash) return [wrong('baseUrl', 'plain_web_address')];
  if (path === undefined) return [];
  const anything = Object.fromEntries(addressArguments(rest).map((name) => [name, 'x']));
  if ('url' in restAddress(rest, anything)) return [];
  if (base === undefined) return [{ kind: 'missing', field: 'baseUrl' }];
  return [wrong('path', 'path_below_base')];
}

function headerProblems({ headers, idempotencyHeader, auth }: RestImplementation): DefinitionProblem[] {
  const problems: DefinitionProblem[] = [];
  if (!fitsHeaders(headers)) problems.push(wrong('headers', 'headers'));
  if (idempotencyHeader !== undefined && !fitsHeaders({ [idempotencyHeader]: 'x' }))
    problems.push(wrong('idempotencyHeader', 'header_name'));
  for (const credential of auth.flat()) {
    const { type } = credential;
    if (type === 'api_key' && credential.in === 'header' && !fitsHeaders({ [credential.name]: 'x' }))
      problems.push(wrong('auth.name', 'header_name'));
    // RFC 7617: the server takes what follows the first colon for the password.
    if (type === 'basic' && credential.username?.includes(':'))
      problems.push(wrong('auth.username', 'name_without_colon'));
  }
  return problems;
}

function fitsHeaders(headers: { readonly [name: string]: string }): boolean {
  try {
    return new Headers(headers) instanceof Headers;
  } catch {
    return false;
  }
}

function wrong(field: string, expected: Expectation): DefinitionProblem {
  return { kind: 'wrong_type', field, expected };
}
