import { targetOf, visible, type ApprovalQuestion, type Locale, type Risk } from '@toolcrib/core';

/** What clients, and the people and models behind them, are told. */
export interface GatewayTexts {
  unknownTool(name: string, suggestions: readonly string[]): string;
  badCursor: string;
  notJson: string;
  notAMessage: string;
  tooLong(bytes: number): string;
  /** What a person is asked about a call. */
  question(question: ApprovalQuestion): string;
  /** What a tool asks a person. */
  form(question: ApprovalQuestion): string;
  decision: string;
  decisions: Readonly<Record<'allow_once' | 'reject_once', string>>;
  note: string;
  waits(tool: string): string;
}

const risks: Readonly<Record<Locale, Readonly<Record<Risk, string>>>> = {
  en: { high: 'high', medium: 'medium', low: 'low' },
  'zh-CN': { high: '高', medium: '中', low: '低' },
};

const english: GatewayTexts = {
  unknownTool: (name, suggestions) =>
    `No tool "${visible(name)}".${suggestions.length > 0 ? ` Did you mean ${suggestions.map((one) => `"${one}"`).join(', ')}?` : ''}`,
  badCursor: 'This cursor is none of ours. Begin again without one.',
  notJson: 'This line is not JSON.',
  notAMessage: 'This is no message of JSON-RPC 2.0.',
  tooLong: (bytes) => `A message of more than ${bytes} bytes is not read.`,
  question: (question) =>
    [
      `May ${visible(question.agent ?? 'the application')} call ${visible(question.tool)} ${visible(question.version)}?`,
      ...dangerOf(question),
      ...factsOf(question, { arguments: 'Arguments', effects: 'Effects', risk: 'Risk' }, risks.en),
    ].join('\n'),
  form: ({ tool, description, warning }) =>
    `${visible(tool)} asks: ${visible(description)}\n${visible(warning)}`,
  decision: 'Your answer',
  decisions: { allow_once: 'Yes, this once', reject_once: 'No' },
  note: 'A word for the model, with a no',
  waits: (tool) => `${visible(tool)} waits for a person: toolcrib approvals`,
};

const chinese: GatewayTexts = {
  unknownTool: (name, suggestions) =>
    `没有工具 "${visible(name)}"。${suggestions.length > 0 ? `您是否想用 ${suggestions.map((one) => `"${one}"`).join('、')}？` : ''}`,
  badCursor: '该游标无效，请从头开始。',
  notJson: '该行不是 JSON。',
  notAMessage: '这不是 JSON-RPC 2.0 消息。',
  tooLong: (bytes) => `超过 ${bytes} 字节的消息不予读取。`,
  question: (question) =>
    [
      `是否允许 ${visible(question.agent ?? '应用程序')} 调用 ${visible(question.tool)} ${visible(question.version)}？`,
      ...dangerOf(question),
      ...factsOf(question, { arguments: '参数', effects: '影响', risk: '风险' }, risks['zh-CN']),
    ].join('\n'),
  form: ({ tool, description, warning }) =>
    `${visible(tool)} 询问：${visible(description)}\n${visible(warning)}`,
  decision: '您的回答',
  decisions: { allow_once: '允许这一次', reject_once: '拒绝' },
  note: '拒绝时给模型的说明',
  waits: (tool) => `${visible(tool)} 正在等待人工确认：toolcrib approvals`,
};

/** What it would run, and what is bad about that. */
function dangerOf({ effects, warning }: ApprovalQuestion): string[] {
  const commands = effects.flatMap((effect) =>
    effect.kind === 'run' ? [`  ${visible(effect.command)}`] : [],
  );
  return [...commands, visible(warning)];
}

/** All of it: what is not shown cannot be said yes to. */
function factsOf(
  { arguments: given, effects, risk, reasons }: ApprovalQuestion,
  words: Readonly<Record<'arguments' | 'effects' | 'risk', string>>,
  levels: Readonly<Record<Risk, string>>,
): string[] {
  return [
    `${words.arguments}:`,
    ...Object.entries(given).map(([name, value]) => `  ${visible(name)} = ${visible(JSON.stringify(value))}`),
    ...(effects.length === 0 ? [] : [`${words.effects}:`]),
    ...effects.flatMap((effect) => [
      `  ${visible(`${effect.kind} ${targetOf(effect)}`)}`,
      ...(effect.preview?.split('\n').map((line) => `    ${visible(line)}`) ?? []),
    ]),
    `${words.risk}: ${levels[risk]} (${reasons.map(visible).join(', ')})`,
  ];
}

export function gatewayTexts(locale: Locale): GatewayTexts {
  return locale === 'zh-CN' ? chinese : english;
}
