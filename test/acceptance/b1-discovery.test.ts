import { toDescriptor, toPage } from '@toolcrib/core';
import { expect, test } from 'vitest';
import { run } from '../command.ts';
import { temporaryProject } from '../project.ts';
import { openProject } from './workbench.ts';

const names = ['Read', 'Write', 'Edit', 'Glob', 'Grep', 'Bash', 'LSP', 'Git', 'Search', 'Terminal'];

test('B1.1 ten tools are there at start, also by their lower-case names', async () => {
  const { service } = await openProject({});

  const listed = service.listTools().map(({ name }) => name);
  expect(names.filter((name) => listed.includes(name))).toEqual(names);
  for (const name of names) expect(service.getTool(name.toLowerCase())?.name).toBe(name);
});

test('B1.2 list_tools gives name, description, schema, examples and permission of each', async () => {
  const { code, stdout } = await run(['list_tools'], { cwd: temporaryProject() });

  expect(code).toBe(0);
  const tools = JSON.parse(stdout) as { readonly name: string }[];
  for (const name of names) {
    expect(tools.find((tool) => tool.name === name)).toMatchObject({
      description: expect.stringMatching(/\w/u),
      parameters: { type: 'object' },
      examples: expect.any(Array),
      permission: expect.stringMatching(/^(?:read_only|read_write|execute|admin)$/u),
    });
  }
});

test.each(names)(
  'B1.3 get_tool_descriptor %s tells parameters, return value, examples and cautions',
  async (name) => {
    const { service } = await openProject({});
    const tool = service.getTool(name);
    if (tool === undefined) throw new Error(`no ${name}`);

    expect(toDescriptor(tool)).toMatchObject({
      parameters: { type: 'object', required: expect.any(Array) },
      returns: expect.any(Object),
      cautions: expect.any(Array),
    });
    expect(tool.examples.length).toBeGreaterThanOrEqual(3);
    expect(tool.cautions.length).toBeGreaterThanOrEqual(1);
  },
);

test('B1.3 the parameters of Read are told with type, need and default', async () => {
  const { stdout } = await run(['describe', 'Read'], { cwd: temporaryProject() });

  expect(stdout).toMatch(/\| `file_path` \| string \| yes \|/u);
  expect(stdout).toMatch(/\| `offset` \| \w+ \| no \|/u);
});

test.each(names)('B2.2 the page of %s has every part', async (name) => {
  const { service } = await openProject({});
  const tool = service.getTool(name);
  if (tool === undefined) throw new Error(`no ${name}`);

  const headings = toPage(tool)
    .split('\n')
    .filter((line) => line.startsWith('## '));
  expect(headings).toEqual([
    '## Description',
    '## Parameters',
    '## Return value',
    '## Examples',
    '## Cautions',
  ]);
});
