import type { JsonSchemaObject, JsonValue } from '@toolcrib/core';
import { operationList } from './contract.ts';
import type { Operation } from './operation.ts';
import { schemas } from './schemas.ts';

/** The contract as an OpenAPI 3.1 document. */
export function toOpenApi({
  version,
  address,
}: {
  readonly version: string;
  readonly address: string;
}): object {
  const paths: { [path: string]: { [method: string]: object } } = {};
  for (const [name, operation] of operationList)
    (paths[operation.path] ??= {})[operation.method] = toOperation(name, operation);
  return {
    openapi: '3.1.0',
    info: {
      title: 'Toolcrib',
      version,
      description: 'The tool registry and runtime for AI agents.',
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: address }],
    security: [{ token: [] }],
    tags: [...new Set(operationList.map(([, { tag }]) => tag))].map((name) => ({ name })),
    paths,
    components: {
      schemas,
      responses: {
        Problem: {
          description: 'Why the request was not answered.',
          content: { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } },
        },
      },
      securitySchemes: { token: { type: 'http', scheme: 'bearer' } },
    },
  };
}

function toOperation(operationId: string, operation: Operation): object {
  const {
    summary,
    tag,
    scope,
    people,
    body,
    response,
    media = 'application/json',
    otherMedia = [],
  } = operation;
  const parameters = [...pathParameters(operation), ...queryParameters(operation)];
  return {
    operationId,
    summary,
    description:
      scope === 'open' ? 'Needs no token.' : `Needs the scope "${scope}"${people ? ' and a person' : ''}.`,
    tags: [tag],
    ...(scope === 'open' && { security: [] }),
    ...(parameters.length > 0 && { parameters }),
    ...(body && { requestBody: { required: true, content: { 'application/json': { schema: body } } } }),
    responses: {
      '200': {
        description: 'The answer.',
        content: Object.fromEntries([
          [media, { schema: response }],
          ...otherMedia.map((other) => [other, { schema: { type: 'string' } }] as const),
        ]),
      },
      default: { $ref: '#/components/responses/Problem' },
    },
  };
}

function pathParameters({ path }: Operation): object[] {
  return [...path.matchAll(/\{(\w+)\}/gu)].map(([, name]) => ({
    name,
    in: 'path',
    required: true,
    schema: { type: 'string' },
  }));
}

function queryParameters({ query }: Operation): object[] {
  return Object.entries(query?.properties ?? {}).map(([name, said]) => {
    const { description, ...schema } = said as JsonSchemaObject & { readonly description?: JsonValue };
    return { name, in: 'query', ...(description !== undefined && { description }), schema };
  });
}
