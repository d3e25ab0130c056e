import type { Locale } from '@toolcrib/core';

/** What each danger knows about itself. */
export interface DangerFacts {
  no_sandbox: Nothing;
  runs_as_root: Nothing;
  open_without_tls: { readonly host: string };
  config_writable: { readonly path: string };
}

type Nothing = { readonly [name: string]: never };

interface Said {
  readonly message: string;
  readonly remedy: string;
}

type Texts = { readonly [Code in keyof DangerFacts]: (facts: DangerFacts[Code]) => Said };

const en: Texts = {
  no_sandbox: () => ({
    message: 'No sandbox of the operating system holds the programs that agents run: they are only checked.',
    remedy: 'Install bubblewrap ("toolcrib doctor" says what is missing), or set sandbox.mode to "required".',
  }),
  runs_as_root: () => ({
    message: 'The service runs as root: what gets past its checks may do everything on this machine.',
    remedy: 'Run it as a user of its own.',
  }),
  open_without_tls: ({ host }) => ({
    message: `The service listens at ${host} without TLS: tokens can be read on the way.`,
    remedy: 'Listen at 127.0.0.1 behind a proxy that speaks TLS.',
  }),
  config_writable: ({ path }) => ({
    message: `Other users can change ${path}, where the configuration stands.`,
    remedy: `Let only its owner write there: chmod go-w "${path}".`,
  }),
};

const zhCN: Texts = {
  no_sandbox: () => ({
    message: '智能体运行的程序没有操作系统沙箱的隔离，只经过检查。',
    remedy: '请安装 bubblewrap（缺少的部分见 "toolcrib doctor"），或将 sandbox.mode 设为 "required"。',
  }),
  runs_as_root: () => ({
    message: '服务以 root 身份运行：一旦绕过检查，便可在本机上做任何事。',
    remedy: '请以专用用户身份运行。',
  }),
  open_without_tls: ({ host }) => ({
    message: `服务在 ${host} 上以未加密方式监听：令牌可能在传输途中被读取。`,
    remedy: '请在 127.0.0.1 上监听，并在前面放置支持 TLS 的代理。',
  }),
  config_writable: ({ path }) => ({
    message: `其他用户可以修改配置所在的 ${path}。`,
    remedy: `请只允许所有者写入：chmod go-w "${path}"。`,
  }),
};

const catalogs: { readonly [L in Locale]: Texts } = { en, 'zh-CN': zhCN };

export function dangerText<Code extends keyof DangerFacts>(
  code: Code,
  facts: DangerFacts[Code],
  locale: Locale,
): Said {
  return catalogs[locale][code](facts);
}
