import type { Locale } from '@toolcrib/core';
import { fileTexts, type FileProblem } from '../files/texts.ts';
import type { ImportNotice } from './import-notice.ts';
import { openApiTexts, type DocumentProblem } from './openapi/texts.ts';
import { cleanText, type SuspicionKind } from './untrusted-text.ts';
import type { PluginProblem } from './wasm/plugin-problem.ts';
import { pluginTexts } from './wasm/texts.ts';

/** What keeps a source from being used, with the facts that its sentence needs. Each connector adds its own. */
export type SourceProblem =
  | { readonly kind: 'source_name_taken' }
  | { readonly kind: 'source_unknown'; readonly known: readonly string[] }
  | { readonly kind: 'source_required' }
  | { readonly kind: 'source_program'; readonly files: readonly string[] }
  | { readonly kind: 'source_unreachable'; readonly detail: string }
  | { readonly kind: 'source_timeout'; readonly milliseconds: number }
  | { readonly kind: 'source_invalid'; readonly detail: string }
  /** `toolcrib.lock` cannot be read as a file. */
  | { readonly kind: 'lock_unreadable'; readonly problem: FileProblem }
  | DocumentProblem
  | PluginProblem;

export interface ConnectorTexts {
  problem(source: string, problem: SourceProblem): string;
  notice(notice: Omit<ImportNotice, 'in'>): string;
  suspicion: Readonly<Record<SuspicionKind, string>>;
}

const en: ConnectorTexts = {
  problem(source, problem) {
    switch (problem.kind) {
      case 'source_name_taken':
        return `Two sources of tools are called "${source}". Give one of them another name.`;
      case 'source_unknown':
        return `No source of tools is called "${source}".${problem.known.length > 0 ? ` There are: ${problem.known.join(', ')}.` : ''}`;
      case 'source_required':
        return `"${source}" is required, and nobody has accepted it on this machine. Do so with: toolcrib tools accept ${source}`;
      case 'source_program':
        return `Files that "${source}" is started from have changed since they were accepted: ${some(problem.files)}. Look at them, and accept them with: toolcrib tools accept ${source}`;
      case 'source_unreachable':
        return `"${source}" cannot be reached: ${problem.detail}`;
      case 'source_timeout':
        return `"${source}" has not answered within ${problem.milliseconds} ms.`;
      case 'source_invalid':
        return `What "${source}" says cannot be used: ${problem.detail}`;
      case 'lock_unreadable':
        return `${source}: ${fileTexts('en')(problem.problem)} Until then no imported tool can be used.`;
      default:
        return isOfPlugin(problem)
          ? pluginTexts('en').problem(source, problem)
          : openApiTexts('en').document(source, problem);
    }
  },
  notice: ({ source, reason, tools, files }) =>
    `${source}: ${noticeEn[reason](reason === 'program' ? files : tools)}`,
  suspicion: {
    hidden_characters: 'hidden characters',
    escape_sequence: 'a sequence that terminals obey',
    addresses_the_model: 'gives orders to the model',
    asks_for_secrets: 'asks for secrets',
    hides_from_the_user: 'wants to be kept from the user',
    speaks_of_other_tools: 'gives orders about other tools',
    long_code: 'a long text that nobody can read',
  },
};

const zhCN: ConnectorTexts = {
  problem(source, problem) {
    switch (problem.kind) {
      case 'source_name_taken':
        return `有两个工具来源都叫"${source}"。请给其中一个改名。`;
      case 'source_unknown':
        return `没有名为"${source}"的工具来源。${problem.known.length > 0 ? `现有：${problem.known.join('、')}。` : ''}`;
      case 'source_required':
        return `"${source}"是必需的，但本机尚未有人接受它。接受请运行：toolcrib tools accept ${source}`;
      case 'source_program':
        return `启动"${source}"所用的文件在接受之后已改变：${some(problem.files, '、')}。请查看后接受：toolcrib tools accept ${source}`;
      case 'source_unreachable':
        return `无法连接"${source}"：${problem.detail}`;
      case 'source_timeout':
        return `"${source}"在 ${problem.milliseconds} 毫秒内没有应答。`;
      case 'source_invalid':
        return `"${source}"给出的内容无法使用：${problem.detail}`;
      case 'lock_unreadable':
        return `${source}：${fileTexts('zh-CN')(problem.problem)}在此之前无法使用任何导入的工具。`;
      default:
        return isOfPlugin(problem)
          ? pluginTexts('zh-CN').problem(source, problem)
          : openApiTexts('zh-CN').document(source, problem);
    }
  },
  notice: ({ source, reason, tools, files }) =>
    `${source}：${noticeZh[reason](reason === 'program' ? files : tools)}`,
  suspicion: {
    hidden_characters: '含有隐藏字符',
    escape_sequence: '含有终端控制序列',
    addresses_the_model: '向模型下达指令',
    asks_for_secrets: '索要机密',
    hides_from_the_user: '要求对用户隐瞒',
    speaks_of_other_tools: '对其他工具下达指令',
    long_code: '含有无法阅读的长文本',
  },
};

function isOfPlugin(problem: DocumentProblem | PluginProblem): problem is PluginProblem {
  return problem.kind.startsWith('plugin_');
}

/** Of tools, or of files. */
type Notices = Readonly<Record<ImportNotice['reason'], (names: readonly string[]) => string>>;

const noticeEn: Notices = {
  source: () => 'nobody has accepted it on this machine. See toolcrib tools diff.',
  program: (files) =>
    `files that it is started from have changed since they were accepted: ${some(files)}. See toolcrib tools diff.`,
  new: (tools) => `new tools wait for acceptance: ${some(tools)}. See toolcrib tools diff.`,
  changed: (tools) => `changed tools wait for acceptance: ${some(tools)}. See toolcrib tools diff.`,
  gone: (tools) => `tools are gone: ${some(tools)}.`,
  unusable: (tools) => `definitions that cannot be used: ${some(tools)}. See toolcrib tools diff.`,
  taken: (tools) => `another tool has the name already: ${some(tools)}.`,
};

const noticeZh: Notices = {
  source: () => '本机尚未有人接受该来源。请运行 toolcrib tools diff 查看。',
  program: (files) =>
    `启动它所用的文件在接受之后已改变：${some(files, '、')}。请运行 toolcrib tools diff 查看。`,
  new: (tools) => `有新工具等待接受：${some(tools, '、')}。请运行 toolcrib tools diff 查看。`,
  changed: (tools) => `有改动的工具等待接受：${some(tools, '、')}。请运行 toolcrib tools diff 查看。`,
  gone: (tools) => `工具已不存在：${some(tools, '、')}。`,
  unusable: (tools) => `定义无法使用：${some(tools, '、')}。请运行 toolcrib tools diff 查看。`,
  taken: (tools) => `名称已被其他工具占用：${some(tools, '、')}。`,
};

function some(names: readonly string[], comma = ', '): string {
  const shown = names.slice(0, 5).map(cleanText).join(comma);
  return names.length > 5 ? `${shown}${comma}… (${names.length})` : shown;
}

export function connectorTexts(locale: Locale): ConnectorTexts {
  return locale === 'zh-CN' ? zhCN : en;
}
