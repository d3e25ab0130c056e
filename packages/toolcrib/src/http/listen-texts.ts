import type { Locale } from '@toolcrib/core';

/** What each reason for not listening knows about itself. */
export interface ListenFacts {
  port_taken: { readonly host: string; readonly port: number };
  port_forbidden: { readonly host: string; readonly port: number };
  host_unknown: { readonly host: string };
  beyond_loopback: { readonly host: string };
  not_listening: { readonly host: string; readonly port: number; readonly detail: string };
}

type Texts = { readonly [Code in keyof ListenFacts]: (facts: ListenFacts[Code]) => string };

const en: Texts = {
  port_taken: ({ host, port }) =>
    `Somebody listens at ${host}:${port} already. Stop that, or take another port: toolcrib serve --port 0 takes any that is free.`,
  port_forbidden: ({ host, port }) =>
    `Listening at ${host}:${port} is not allowed. Take a port above 1023: toolcrib serve --port 4180`,
  host_unknown: ({ host }) =>
    `"${host}" is no address of this machine. Use 127.0.0.1, or an address that it has.`,
  beyond_loopback: ({ host }) =>
    `Listening at ${host} lets other machines in. If that is meant, name the hosts by which they reach this one: toolcrib serve --host ${host} --allow-host NAME, or server.allow_hosts. The service speaks plain HTTP: put something that speaks TLS in front of it.`,
  not_listening: ({ host, port, detail }) =>
    `Cannot listen at ${host}:${port}: ${detail}. Try another address or port.`,
};

const zhCN: Texts = {
  port_taken: ({ host, port }) =>
    `${host}:${port} 已被占用。请停止占用者，或换用其他端口：toolcrib serve --port 0 会选用任一空闲端口。`,
  port_forbidden: ({ host, port }) =>
    `不允许在 ${host}:${port} 监听。请使用 1023 以上的端口：toolcrib serve --port 4180`,
  host_unknown: ({ host }) => `"${host}" 不是本机的地址。请使用 127.0.0.1 或本机拥有的地址。`,
  beyond_loopback: ({ host }) =>
    `在 ${host} 监听会让其他机器也能访问。若确需如此，请写明它们访问本机所用的主机名：toolcrib serve --host ${host} --allow-host 名称，或 server.allow_hosts。本服务使用明文 HTTP，请在其前面放置支持 TLS 的代理。`,
  not_listening: ({ host, port, detail }) => `无法在 ${host}:${port} 监听：${detail}。请换用其他地址或端口。`,
};

const catalogs: { readonly [L in Locale]: Texts } = { en, 'zh-CN': zhCN };

export function listenText<Code extends keyof ListenFacts>(
  code: Code,
  facts: ListenFacts[Code],
  locale: Locale,
): string {
  return catalogs[locale][code](facts);
}
