import type { Locale } from '@toolcrib/core';

/** What is wrong with a server, with the facts that its sentence needs. */
export type Fault =
  | { readonly kind: 'not_found'; readonly program: string }
  | { readonly kind: 'not_started'; readonly program: string; readonly code: string }
  | {
      readonly kind: 'ended';
      readonly exitCode: number | null;
      readonly signal: string | null;
      /** The end of what it said on standard error. */
      readonly said: string;
    }
  | { readonly kind: 'too_long'; readonly bytes: number }
  | { readonly kind: 'no_messages'; readonly bytes: number; readonly sample: string }
  | { readonly kind: 'too_many_messages'; readonly messages: number }
  | { readonly kind: 'no_answer'; readonly milliseconds: number; readonly said: string }
  | { readonly kind: 'failing'; readonly times: number; readonly seconds: number; readonly last: string }
  | { readonly kind: 'endless_list'; readonly pages: number; readonly tools: number }
  | { readonly kind: 'login'; readonly server: string }
  | { readonly kind: 'scope'; readonly server: string; readonly scope: string }
  | { readonly kind: 'unknown_server'; readonly server: string }
  | { readonly kind: 'closed' };

export interface McpTexts {
  fault(fault: Fault): string;
  /** What a tool without a description of its own is described by. */
  noStructuredContent: string;
  wrongStructuredContent(place: string, keyword: string): string;
  /** What a person is told who is asked something by a server. */
  asked(server: string): string;
}

const english: McpTexts = {
  fault(fault) {
    switch (fault.kind) {
      case 'not_found':
        return `there is no program ${fault.program}`;
      case 'not_started':
        return `${fault.program} cannot be started (${fault.code})`;
      case 'ended': {
        const how = fault.signal === null ? `exit code ${fault.exitCode}` : fault.signal;
        return withWords(`the server has ended (${how})`, fault.said);
      }
      case 'too_long':
        return `the server wrote a message of more than ${fault.bytes} bytes, and was ended`;
      case 'no_messages':
        return withWords(
          `the server wrote ${fault.bytes} bytes that are no messages, and was ended`,
          fault.sample,
        );
      case 'too_many_messages':
        return `the server sent ${fault.messages} messages that nobody asked for, and was ended`;
      case 'no_answer':
        return withWords(`the server has not answered within ${fault.milliseconds} ms`, fault.said);
      case 'failing':
        return `the server has failed ${fault.times} times and is tried again in ${fault.seconds} s: ${fault.last}`;
      case 'endless_list':
        return `its list of tools has no end: more than ${fault.pages} pages or ${fault.tools} tools`;
      case 'login':
        return `nobody is logged in; do so with: toolcrib mcp login ${fault.server}`;
      case 'scope':
        return `the login does not reach so far (${fault.scope}); log in again with: toolcrib mcp login ${fault.server}`;
      case 'unknown_server':
        return `there is no MCP server "${fault.server}" in the configuration`;
      case 'closed':
        return 'the connection was closed';
    }
  },
  noStructuredContent: 'it promises structured content and gave none',
  wrongStructuredContent: (place, keyword) =>
    `its structured content is not what it promises: ${place} (${keyword})`,
  asked: (server) =>
    `The MCP server ${server} asks this, not Toolcrib. Give it nothing that it has no business to know.`,
};

const chinese: McpTexts = {
  fault(fault) {
    switch (fault.kind) {
      case 'not_found':
        return `没有程序 ${fault.program}`;
      case 'not_started':
        return `无法启动 ${fault.program}（${fault.code}）`;
      case 'ended': {
        const how = fault.signal === null ? `退出码 ${fault.exitCode}` : fault.signal;
        return withWords(`服务器已结束（${how}）`, fault.said);
      }
      case 'too_long':
        return `服务器写出超过 ${fault.bytes} 字节的消息，已被终止`;
      case 'no_messages':
        return withWords(`服务器写出 ${fault.bytes} 字节非消息内容，已被终止`, fault.sample);
      case 'too_many_messages':
        return `服务器发送了 ${fault.messages} 条无人请求的消息，已被终止`;
      case 'no_answer':
        return withWords(`服务器在 ${fault.milliseconds} 毫秒内没有应答`, fault.said);
      case 'failing':
        return `服务器已失败 ${fault.times} 次，${fault.seconds} 秒后重试：${fault.last}`;
      case 'endless_list':
        return `工具列表没有尽头：超过 ${fault.pages} 页或 ${fault.tools} 个工具`;
      case 'login':
        return `尚未登录；请运行：toolcrib mcp login ${fault.server}`;
      case 'scope':
        return `登录权限不足（${fault.scope}）；请重新登录：toolcrib mcp login ${fault.server}`;
      case 'unknown_server':
        return `配置中没有 MCP 服务器"${fault.server}"`;
      case 'closed':
        return '连接已关闭';
    }
  },
  noStructuredContent: '它承诺结构化内容，却没有给出',
  wrongStructuredContent: (place, keyword) => `其结构化内容与承诺不符：${place}（${keyword}）`,
  asked: (server) => `这是 MCP 服务器 ${server} 的提问，而非 Toolcrib 的提问。请勿提供它无权知道的内容。`,
};

function withWords(sentence: string, words: string): string {
  return words === '' ? sentence : `${sentence}: ${words}`;
}

export function mcpTexts(locale: Locale): McpTexts {
  return locale === 'zh-CN' ? chinese : english;
}
