import type { Locale } from '../messages/catalog.ts';
import { visible } from '../messages/wording.ts';
import { describeParameters } from './descriptor.ts';
import type { Tool } from './tool.ts';

interface Headings {
  readonly description: string;
  readonly parameters: string;
  readonly columns: readonly [
    name: string,
    type: string,
    required: string,
    fallback: string,
    meaning: string,
  ];
  readonly none: string;
  readonly yes: string;
  readonly no: string;
  readonly returns: string;
  readonly anyValue: string;
  readonly examples: string;
  readonly output: string;
  readonly cautions: string;
  readonly permission: string;
  readonly approval: string;
}

const headings: Readonly<Record<Locale, Headings>> = {
  en: {
    description: 'Description',
    parameters: 'Parameters',
    columns: ['name', 'type', 'required', 'default', 'meaning'],
    none: 'None.',
    yes: 'yes',
    no: 'no',
    returns: 'Return value',
    anyValue: 'Any JSON value.',
    examples: 'Examples',
    output: 'gives',
    cautions: 'Cautions',
    permission: 'permission',
    approval: 'approval',
  },
  'zh-CN': {
    description: '描述',
    parameters: '参数',
    columns: ['名称', '类型', '必需', '默认值', '含义'],
    none: '无。',
    yes: '是',
    no: '否',
    returns: '返回值',
    anyValue: '任意 JSON 值。',
    examples: '示例',
    output: '返回',
    cautions: '注意事项',
    permission: '权限',
    approval: '确认级别',
  },
};

/** A tool's page in Markdown: description, parameters, return value, examples, cautions. */
export function toPage(tool: Tool, locale: Locale = 'en'): string {
  const words = headings[locale];
  const sections = [
    `# ${tool.name}`,
    `${tool.id} · ${tool.category} · ${words.permission} ${tool.permission} · ${words.approval} ${tool.approval}`,
    `## ${words.description}`,
    [tool.description, ...(tool.whenToUse === undefined ? [] : [tool.whenToUse])].map(prose).join('\n\n'),
    `## ${words.parameters}`,
    parameterTable(tool, words),
    `## ${words.returns}`,
    tool.returns === undefined ? words.anyValue : fenced(tool.returns),
    `## ${words.examples}`,
    ...tool.examples.flatMap(({ description, arguments: given, output }) => [
      `${prose(description)}:`,
      fenced(given),
      ...(output === undefined ? [] : [words.output, fenced(output)]),
    ]),
    ...(tool.examples.length === 0 ? [words.none] : []),
    `## ${words.cautions}`,
    tool.cautions.length === 0
      ? words.none
      : tool.cautions.map((caution) => `- ${prose(caution)}`).join('\n'),
  ];
  return `${sections.join('\n\n')}\n`;
}

function parameterTable(tool: Tool, words: Headings): string {
  const rows = describeParameters(tool.parameters).map(
    ({ name, type, required, default: fallback, description }) =>
      [
        `\`${name}\``,
        cell(type),
        required ? words.yes : words.no,
        fallback === undefined ? '' : cell(JSON.stringify(fallback)),
        cell(description ?? ''),
      ].join(' | '),
  );
  if (rows.length === 0) return words.none;
  const head = [words.columns.join(' | '), words.columns.map(() => '---').join(' | ')];
  return [...head, ...rows].map((row) => `| ${row} |`).join('\n');
}

/** Text of whoever wrote the tool: lines stay lines, what cannot be seen is shown. */
function prose(text: string): string {
  return text.split('\n').map(visible).join('\n');
}

function cell(text: string): string {
  return prose(text).replaceAll('|', '\\|').replaceAll('\n', ' ');
}

function fenced(value: unknown): string {
  return `\`\`\`json\n${JSON.stringify(value, null, 2)}\n\`\`\``;
}
