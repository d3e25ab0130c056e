import { toPage } from '@toolcrib/core';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Bench } from './bench.ts';
import { createEditTool } from './edit/edit.ts';
import { createFileBench, type FileBench } from './file-bench.test-support.ts';
import { createReadTool } from './read/read.ts';
import { createWriteTool } from './write/write.ts';

let desk: FileBench;
beforeEach(() => {
  desk = createFileBench({ approver: () => ({ decision: 'allow_once' }) });
});
afterEach(() => desk.project.remove());

// What a definition says does not depend on the bench.
const tools = [createReadTool, createWriteTool, createEditTool].map((create) => create({} as Bench));

describe.each(tools)('$name', (tool) => {
  test('says everything about itself', () => {
    expect(tool).toMatchObject({ type: 'builtin', source: 'workbench', category: 'files', derived: [] });
    expect(tool.aliases).toEqual([tool.name.toLowerCase()]);
    expect(tool.examples.length).toBeGreaterThanOrEqual(3);
    expect(tool.cautions.length).toBeGreaterThan(0);
    expect(toPage(tool)).toContain(`# ${tool.name}\n`);
  });

  test.each(tool.examples)('the example holds: $description', async ({ arguments: given, output }) => {
    const result = await desk.service.execute(tool.name, given);
    expect(result).toMatchObject({ status: 'success', output });
    const check = new Ajv2020({ allowUnionTypes: true }).compile(tool.returns ?? false);
    expect(check(output)).toBe(true);
  });
});
