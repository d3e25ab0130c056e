import type { Locale } from '@toolcrib/core';
import { fileTexts, type FileProblem } from '../../files/texts.ts';
import type { OperationProblem } from './operation-error.ts';
import { documentLimits } from './document-limits.ts';

/** What keeps a whole document from being used. */
export type DocumentProblem =
  | { readonly kind: 'document_unreadable'; readonly file: string; readonly problem: FileProblem }
  | { readonly kind: 'document_too_large' }
  | { readonly kind: 'document_syntax'; readonly detail: string }
  | { readonly kind: 'document_unknown' }
  | { readonly kind: 'document_empty' }
  | { readonly kind: 'document_moved'; readonly location: string }
  | { readonly kind: 'document_status'; readonly status: number };

export interface OpenApiTexts {
  document(source: string, problem: DocumentProblem): string;
  operation(problem: OperationProblem): string;
}

const { bytes, depth, values, operations } = documentLimits;

const en: OpenApiTexts = {
  document(source, problem) {
    switch (problem.kind) {
      case 'document_unreadable':
        return `The document of "${source}", ${problem.file}, is not used. ${fileTexts('en')(problem.problem)}`;
      case 'document_too_large':
        return `The document of "${source}" is larger than ${bytes} bytes (a fifth of that as YAML), nested deeper than ${depth} levels, or holds more than ${values} values or ${operations} operations, or too much for each of these.`;
      case 'document_syntax':
        return `The document of "${source}" is neither JSON nor YAML: ${problem.detail}`;
      case 'document_unknown':
        return `The document of "${source}" is no description of an API: it says neither "openapi": "3.…" nor "swagger": "2.0".`;
      case 'document_empty':
        return `Nothing in the document of "${source}" can become a tool.`;
      case 'document_moved':
        return `The document of "${source}" has moved. Name its new address instead: ${problem.location}`;
      case 'document_status':
        return `The document of "${source}" is not there: the server answers ${problem.status}.`;
    }
  },
  operation(problem) {
    switch (problem.kind) {
      case 'reference':
        return `its reference ${JSON.stringify(problem.reference)} ${whyEn[problem.why]}`;
      case 'method':
        return `no request can be made with the method ${problem.method}`;
      case 'path':
        return 'its path leads out of the API';
      case 'no_server':
        return 'the document does not say where the API is: give base_url';
      case 'bad_server':
        return `the server ${JSON.stringify(problem.address)} is no plain address: give base_url`;
      case 'private_server':
        return `the server ${problem.address} is a private one, which only you can name: give base_url`;
    }
  },
};

const whyEn = {
  missing: 'leads nowhere',
  outside: 'leads out of the folder or the host of the document, and is not followed',
  unreadable: 'leads to what cannot be read',
  circle: 'leads back to itself',
} as const;

const zhCN: OpenApiTexts = {
  document(source, problem) {
    switch (problem.kind) {
      case 'document_unreadable':
        return `"${source}"的文档 ${problem.file} 未被使用。${fileTexts('zh-CN')(problem.problem)}`;
      case 'document_too_large':
        return `"${source}"的文档超过 ${bytes} 字节（YAML 为其五分之一）、嵌套超过 ${depth} 层，包含超过 ${values} 个值或 ${operations} 个操作，或每个操作的内容过多。`;
      case 'document_syntax':
        return `"${source}"的文档既不是 JSON 也不是 YAML：${problem.detail}`;
      case 'document_unknown':
        return `"${source}"的文档不是 API 描述：其中既没有 "openapi": "3.…" 也没有 "swagger": "2.0"。`;
      case 'document_empty':
        return `"${source}"的文档中没有可以成为工具的内容。`;
      case 'document_moved':
        return `"${source}"的文档已移动。请改用新地址：${problem.location}`;
      case 'document_status':
        return `"${source}"的文档不存在：服务器返回 ${problem.status}。`;
    }
  },
  operation(problem) {
    switch (problem.kind) {
      case 'reference':
        return `其引用 ${JSON.stringify(problem.reference)} ${whyZh[problem.why]}`;
      case 'method':
        return `无法以方法 ${problem.method} 发出请求`;
      case 'path':
        return '其路径指向 API 之外';
      case 'no_server':
        return '文档没有说明 API 的位置：请给出 base_url';
      case 'bad_server':
        return `服务器 ${JSON.stringify(problem.address)} 不是普通地址：请给出 base_url`;
      case 'private_server':
        return `服务器 ${problem.address} 是私有地址，只能由您指定：请给出 base_url`;
    }
  },
};

const whyZh = {
  missing: '没有指向任何内容',
  outside: '指向文档所在文件夹或主机之外，不予读取',
  unreadable: '指向无法读取的内容',
  circle: '指回自身',
} as const;

export function openApiTexts(locale: Locale): OpenApiTexts {
  return locale === 'zh-CN' ? zhCN : en;
}
