/** A document with as many operations as wanted, that share a few schemas. */
export function manyOperations(count: number): object {
  const thing = { $ref: '#/components/schemas/Thing' };
  const content = { 'application/json': { schema: thing } };
  const paths = Object.fromEntries(
    Array.from({ length: count / 2 }, (_, at) => [
      `/things/${at}/{id}`,
      {
        parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'string' } }],
        get: {
          operationId: `getThing${at}`,
          summary: `Get thing ${at}`,
          responses: { 200: { description: 'ok', content } },
        },
        put: {
          operationId: `putThing${at}`,
          summary: `Put thing ${at}`,
          requestBody: { required: true, content },
        },
      },
    ]),
  );
  return { openapi: '3.1.0', info: { title: 'Many', version: '1' }, paths, components: { schemas } };
}

const schemas = {
  Thing: {
    type: 'object',
    required: ['name'],
    properties: {
      name: { type: 'string', description: 'What it is called' },
      owner: { $ref: '#/components/schemas/Owner' },
      parts: { type: 'array', items: { $ref: '#/components/schemas/Thing' } },
    },
  },
  Owner: {
    type: 'object',
    properties: { id: { type: 'integer' }, email: { type: 'string', format: 'email' } },
  },
};
