import type { Locale } from '@toolcrib/core';
import type { Place } from './answers.ts';

/** What `init` asks and tells. */
export interface SetupTexts {
  readonly sources: string;
  readonly agents: (usual: string) => string;
  readonly place: string;
  readonly badAgents: (given: string) => string;
  readonly badPlace: (given: string) => string;
  readonly next: string;
  readonly steps: (agent: string) => Readonly<Record<Place, readonly string[]>>;
}

const en: SetupTexts = {
  sources:
    '1. What shall it stand in front of? The document of an API (a file or address that ends in .json or .yaml), or the command or address of an MCP server; several with ";" between them. [nothing]',
  agents: (usual) =>
    `2. Which agents may call, and how far? read_only, read_write, execute, admin. [${usual}]`,
  place:
    '3. Where are you asked when a call needs a yes? terminal, console (a web page), or client (the MCP client itself). [terminal]',
  badAgents: (given) =>
    `"${given}" cannot be read. Give names with levels, such as reader=read_only,coder=execute; levels are read_only, read_write, execute and admin.`,
  badPlace: (given) => `"${given}" is none of terminal, console and client.`,
  next: 'What to do next:',
  steps: (agent) => ({
    terminal: [`toolcrib list --agent ${agent}`, 'toolcrib approvals watch', 'toolcrib doctor'],
    console: [`toolcrib list --agent ${agent}`, 'toolcrib serve', 'toolcrib doctor'],
    client: [
      `toolcrib list --agent ${agent}`,
      `toolcrib mcp install claude-code --agent ${agent}`,
      'toolcrib doctor',
    ],
  }),
};

const zhCN: SetupTexts = {
  sources:
    '1. 要把什么接到它后面？API 文档（以 .json 或 .yaml 结尾的文件或地址），或 MCP 服务器的命令或地址；多个以 ";" 分隔。[无]',
  agents: (usual) => `2. 哪些智能体可以调用，权限多大？read_only、read_write、execute、admin。[${usual}]`,
  place:
    '3. 调用需要同意时在哪里询问您？terminal（终端）、console（网页控制台）或 client（MCP 客户端）。[terminal]',
  badAgents: (given) =>
    `无法识别 "${given}"。请给出名称与级别，例如 reader=read_only,coder=execute；级别为 read_only、read_write、execute、admin。`,
  badPlace: (given) => `"${given}" 不是 terminal、console 或 client。`,
  next: '接下来：',
  steps: en.steps,
};

const texts: Readonly<Record<Locale, SetupTexts>> = { en, 'zh-CN': zhCN };

export function setupTexts(locale: Locale): SetupTexts {
  return texts[locale];
}
