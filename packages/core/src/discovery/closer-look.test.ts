import { expect, test } from 'vitest';
import { ToolService } from '../call/tool-service.ts';
import { Discovery } from './discovery.ts';

const number = { type: 'number' } as const;

function discoveryOf(tools: Readonly<Record<string, Readonly<Record<string, object>>>>): Discovery {
  const service = new ToolService({ builtins: false });
  for (const [name, properties] of Object.entries(tools))
    service.registerTool({
      name,
      description: 'The area of a triangle.',
      parameters: { type: 'object', properties, required: Object.keys(properties) },
      run: () => 0,
    });
  return new Discovery(service);
}

const triangles = discoveryOf({
  triangle_area_there: { email: { type: 'string', format: 'email' } },
  triangle_area_here: { a: number, b: number, c: number },
});

test.each([
  ['the area of a triangle of 3, 4 and 5', 'triangle_area_here'],
  ['the area of a triangle for ann@example.com', 'triangle_area_there'],
])('of tools that were found alike the one goes first that the request fills: %s', (request, tool) => {
  expect(triangles.find(request)[0]?.tool.name).toBe(tool);
});

test('scores fall from place to place, and no tool is lost or doubled', () => {
  const found = triangles.find('the area of a triangle of 3, 4 and 5');
  const scores = found.map(({ score }) => score);
  expect(scores).toEqual(scores.toSorted((one, other) => other - one));
  expect(new Set(found.map(({ tool }) => tool.name)).size).toBe(2);
  expect(triangles.find('area of a triangle', { limit: 1 })).toHaveLength(1);
});
