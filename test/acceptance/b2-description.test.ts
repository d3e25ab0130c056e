import { defineTool, toDescriptor, toPage, ToolService, type Locale } from '@toolcrib/core';
import { expect, test } from 'vitest';
import { run } from '../command.ts';
import { temporaryProject } from '../project.ts';

/** The parameters of Read, as the specification writes them. */
const parameters = {
  type: 'object',
  properties: {
    file_path: { type: 'string', description: '要读取的文件路径（绝对路径）' },
    offset: { type: 'number', description: '起始行号（可选）' },
    limit: { type: 'number', description: '读取行数（可选）', default: 2000 },
  },
  required: ['file_path'],
} as const;

const read = defineTool({
  name: 'Read',
  description: 'Read a file. Lines are numbered.',
  whenToUse: 'Before a file is changed.',
  category: 'read',
  parameters,
  returns: { type: 'string', description: 'The lines' },
  examples: [
    { description: 'A whole file', arguments: { file_path: '/p/a.ts' }, output: '1\tlet x;' },
    { description: 'From a line', arguments: { file_path: '/p/a.ts', offset: 10 } },
    { description: 'A few lines', arguments: { file_path: '/p/a.ts', offset: 10, limit: 5 } },
  ],
  cautions: ['Reads at most 10 MB.', 'Only inside the project.'],
  run: ({ file_path }) => file_path,
});

test('B2.1 parameters are JSON Schema, and what was written is what is shown', () => {
  const service = new ToolService({ builtins: false });
  service.registerTool(read);

  expect(service.getTool('Read')?.parameters).toEqual(parameters);
  expect(toDescriptor(read).parameters).toEqual(parameters);
});

test('B2.1 the command shows the JSON Schema of a tool', async () => {
  const configured = {
    name: 'Read',
    description: 'Read a file.',
    type: 'function',
    handler: 'read',
    parameters,
    implementation: { type: 'mock', mock_response: '' },
  };

  const { code, stdout } = await run(['get_tool_descriptor', 'Read'], {
    cwd: temporaryProject({ 'toolcrib.json': { tools: [configured] } }),
  });

  expect(code).toBe(0);
  expect(JSON.parse(stdout)).toMatchObject({ name: 'Read', parameters });
});

const headings: Record<Locale, string[]> = {
  en: ['Description', 'Parameters', 'Return value', 'Examples', 'Cautions'],
  'zh-CN': ['描述', '参数', '返回值', '示例', '注意事项'],
};

test.each(['en', 'zh-CN'] as const)(
  'B2.2 a page in %s has description, parameters, return value, examples and cautions',
  (locale) => {
    const page = toPage(read, locale);
    const [head, ...sections] = page.split(/^## /mu);
    const [description, table, returns, examples, cautions] = sections.map((section) =>
      section.split('\n').slice(1).join('\n').trim(),
    );

    expect(head).toMatch(/^# Read\n/u);
    expect(sections.map((section) => section.split('\n', 1)[0])).toEqual(headings[locale]);
    expect(description).toBe('Read a file. Lines are numbered.\n\nBefore a file is changed.');
    const yes = locale === 'en' ? 'yes' : '是';
    const no = locale === 'en' ? 'no' : '否';
    expect(table?.split('\n').slice(2)).toEqual([
      `| \`file_path\` | string | ${yes} |  | 要读取的文件路径（绝对路径） |`,
      `| \`offset\` | number | ${no} |  | 起始行号（可选） |`,
      `| \`limit\` | number | ${no} | 2000 | 读取行数（可选） |`,
    ]);
    expect(returns).toBe('```json\n{\n  "type": "string",\n  "description": "The lines"\n}\n```');
    for (const { description: title, arguments: given } of read.examples) {
      expect(examples).toContain(`${title}:\n\n\`\`\`json\n${JSON.stringify(given, null, 2)}\n\`\`\``);
    }
    expect(examples).toContain('```json\n"1\\tlet x;"\n```');
    expect(cautions).toBe('- Reads at most 10 MB.\n- Only inside the project.');
  },
);

test('B2.2 every built-in tool has a page with at least three examples and a caution', async () => {
  const cwd = temporaryProject();
  for (const tool of new ToolService().listTools()) {
    expect(tool.examples.length, tool.name).toBeGreaterThanOrEqual(3);
    expect(tool.cautions.length, tool.name).toBeGreaterThanOrEqual(1);
  }

  expect(await run(['describe', 'calculator'], { cwd, env: { TOOLCRIB_LOCALE: 'zh-CN' } })).toMatchObject({
    code: 0,
    stdout: expect.stringMatching(
      /^# calculator\n[^]*\n## 描述\n[^]*\n## 参数\n[^]*\n## 返回值\n[^]*\n## 示例\n[^]*\n## 注意事项\n/u,
    ),
  });
});
