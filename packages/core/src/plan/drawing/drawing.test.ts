import { expect, test } from 'vitest';
import { definePlan } from '../parse-plan.ts';
import { drawingOfPlan, type Drawing } from './drawing.ts';
import { toLayers } from './layers.ts';
import { toMermaid } from './to-mermaid.ts';
import { toSvg } from './to-svg.ts';

const plan = definePlan({
  name: 'audit',
  nodes: [
    { id: 'report', tool: 'Write', arguments: { content: '{{nodes.grep.output}}' }, after: ['check'] },
    { id: 'grep', tool: 'Grep', arguments: { path: '{{item}}' }, for_each: '{{nodes.glob.output.files}}' },
    { id: 'glob', tool: 'Glob', arguments: { pattern: '*' } },
    { id: 'check', tool: 'Bash', arguments: { command: 'ls' }, when: '{{nodes.glob.output.total}}' },
  ],
});

test('a plan is a flowchart: outputs flow along solid lines, waiting along dotted ones', () => {
  expect(toMermaid(drawingOfPlan(plan)).split('\n')).toEqual([
    'flowchart TD',
    '  n0["report<br/>Write"]',
    '  n1[["grep<br/>Grep"]]',
    '  n2["glob<br/>Glob"]',
    '  n3{{"check<br/>Bash"}}',
    '  n1 --> n0',
    '  n3 -.-> n0',
    '  n2 --> n1',
    '  n2 --> n3',
  ]);
});

test('every node stands below all that it waits for', () => {
  const { rows } = toLayers(drawingOfPlan(plan));
  expect(rows.map((row) => row.toSorted())).toEqual([['glob'], ['check', 'grep'], ['report']]);
});

test('a line over several rows goes around what stands there', () => {
  const node = (id: string, ...before: string[]): object => ({ id, tool: 't', after: before });
  const long = definePlan({ name: 'n', nodes: [node('a'), node('b', 'a'), node('c', 'a', 'b')] });
  const { rows, bendsOf } = toLayers(drawingOfPlan(long));
  expect(rows.map((row) => row.length)).toEqual([1, 2, 1]);
  expect(rows[1]).toEqual(expect.arrayContaining(['b', ...bendsOf('a', 'c')]));
});

test('a plan of ten thousand nodes is drawn, however long its lines are', () => {
  const nodes = Array.from({ length: 10_000 }, (_, at) => ({
    id: `n${at}`,
    tool: 't',
    after: at === 0 ? [] : ['n0', `n${at - 1}`],
  }));
  expect(
    toSvg(drawingOfPlan(definePlan({ name: 'long', nodes }))).match(/<text class="tool"/gu),
  ).toHaveLength(10_000);
});

test('in a layer, nodes stand where few lines cross', () => {
  const node = (id: string, ...before: string[]): object => ({ id, tool: 't', after: before });
  const crossed = definePlan({
    name: 'n',
    nodes: [node('a'), node('b'), node('c'), node('of_c', 'c'), node('of_b', 'b'), node('of_a', 'a')],
  });
  expect(toLayers(drawingOfPlan(crossed)).rows[1]).toEqual(['of_a', 'of_b', 'of_c']);
});

test('what names say can neither leave the picture nor give it orders', () => {
  const evil = '"]\n</text><script>alert(1)</script>\u202e%%{init}%%`';
  const drawing: Drawing = {
    name: evil,
    nodes: [{ id: 'a', tool: evil, state: 'failed', isFanOut: false, isConditional: false, dependsOn: [] }],
  };
  const svg = toSvg(drawing);
  expect(svg).not.toContain('<script>');
  expect(svg).not.toContain('\u202e');
  expect(svg.match(/<title>/gu)).toHaveLength(2);
  const mermaid = toMermaid(drawing);
  expect(mermaid.split('\n')).toHaveLength(11);
  expect(mermaid).not.toMatch(/<script>|%%/u);
});
