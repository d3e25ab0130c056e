import { operationList } from '../../packages/toolcrib/src/http/contract/contract.ts';
import type { Operation } from '../../packages/toolcrib/src/http/contract/operation.ts';
import { schemas } from '../../packages/toolcrib/src/http/contract/schemas.ts';
import { problemStatuses } from '../../packages/toolcrib/src/http/problem.ts';
import { problemText, type ProblemCode, type ProblemFacts } from '../../packages/toolcrib/src/http/texts.ts';
import { code, row, table, typeWords, type Described } from './schema-words.ts';

/** Every resource of the service, from the contract that requests are checked by. */
export function httpReference(): string {
  const tags = [...new Set(operationList.map(([, { tag }]) => tag))];
  const parts = tags.flatMap((tag) => [
    `## ${tag[0]?.toUpperCase()}${tag.slice(1)}`,
    ...operationList
      .filter(([, operation]) => operation.tag === tag)
      .flatMap(([name, operation]) => operationSection(name, operation)),
  ]);
  const shapes = Object.entries(schemas).flatMap(([name, schema]) => [
    `### ${name}`,
    ...shape(schema as Described),
  ]);
  return [
    '# HTTP',
    'What can be asked of `toolcrib serve`. How it is used, and what tokens are: [the HTTP service](../serve.md). `GET /openapi.json` says the same to programs, and `toolcrib/client` has the names below as its operations.',
    ...parts,
    '## Problems',
    'A request that is not answered is told so by RFC 9457, with one of these codes, in the language of `Accept-Language`. A call that failed or was refused is no problem: it was answered, with [a code of its own](errors/).',
    problemTable(),
    '## Shapes',
    'What goes over the wire more than once. Fields that are always there are marked with a star.',
    ...shapes,
  ]
    .join('\n\n')
    .concat('\n');
}

function operationSection(name: string, operation: Operation): string[] {
  const { method, path, summary, scope, people, query, body, response, media, otherMedia = [] } = operation;
  const needs =
    scope === 'open' ? 'Needs no token.' : `Scope \`${scope}\`${people ? ', for people alone' : ''}.`;
  const given = [
    ...[...path.matchAll(/\{(\w+)\}/gu)].map(([, place = '']) => row(code(place), 'path', 'string', '', '')),
    ...fields(query as Described | undefined, 'query'),
    ...fields(body as Described | undefined, 'body'),
  ];
  const told = answerFields(response as Described);
  const answer = [
    ...(told.length === 0 ? [typeWords(response as Described, link)] : []),
    ...[media ?? [], otherMedia].flat().map((one) => code(one)),
  ];
  return [
    `### ${code(`${method.toUpperCase()} ${path}`)} · ${name}`,
    `${summary} ${needs}`,
    ...(given.length === 0 ? [] : [table(['name', 'in', 'type', 'default', 'meaning'], given)]),
    ...(answer.length === 0 ? ['Answers with:'] : [`Answers with: ${answer.join(', ')}.`]),
    ...told,
  ];
}

function fields(schema: Described | undefined, where: string): string[] {
  if (schema?.$ref !== undefined) return [row('', where, typeWords(schema, link), '', '')];
  return Object.entries(schema?.properties ?? {}).map(([name, described]) =>
    row(
      code(name) + (schema?.required?.includes(name) ? ' (required)' : ''),
      where,
      typeWords(described, link),
      described.default === undefined ? '' : code(described.default),
      described.description ?? '',
    ),
  );
}

/** What an answer holds that has no name of its own. */
function answerFields(response: Described): string[] {
  return response.$ref === undefined && response.properties !== undefined ? shape(response) : [];
}

function shape(schema: Described): string[] {
  const rows = fieldRows(schema, '');
  return [
    ...(schema.description === undefined ? [] : [schema.description]),
    ...(rows.length === 0 ? [] : [table(['field', 'type', ''], rows)]),
  ];
}

/** Fields of what lies inside have no table of their own. */
function fieldRows({ properties = {}, required = [] }: Described, before: string): string[] {
  return Object.entries(properties).flatMap(([name, described]) => {
    const path = before + name;
    return [
      row(
        code(path) + (required.includes(name) ? ' *' : ''),
        typeWords(described, link),
        described.description ?? '',
      ),
      ...fieldRows(described, `${path}.`),
      ...(described.items === undefined ? [] : fieldRows(described.items, `${path}[].`)),
    ];
  });
}

function link(name: string): string | undefined {
  return Object.hasOwn(schemas, name) ? `[${name}](#${name.toLowerCase()})` : undefined;
}

/** One of everything that a problem may know about itself, to show its sentences with. */
const sample = {
  path: '/toolz',
  method: 'PUT',
  allowed: ['GET'],
  scope: 'admin',
  agent: 'coder',
  as: 'user',
  scopes: ['approve'],
  known: ['user'],
  host: 'elsewhere.example',
  origin: 'http://elsewhere.example',
  detail: 'unexpected end',
  media: 'text/plain',
  bytes: 1_048_576,
  depth: 220,
  limit: 64,
  seconds: 600,
  id: 'x7',
  status: 'used',
  by: 'ann',
  tool: 'Bash',
  name: 'files',
  codes: ['timed_out'],
  until: '2027-01-01T00:00:00.000Z',
};

function problemTable(): string {
  const rows = Object.entries(problemStatuses).map(([name, status]) => {
    const { detail, remedy } = problemText(
      name as ProblemCode,
      sample as unknown as ProblemFacts[ProblemCode],
      'en',
    );
    return row(code(name), String(status), detail, remedy);
  });
  return table(['code', 'status', 'for example', 'what to do'], rows);
}
