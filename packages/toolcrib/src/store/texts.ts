import type { Locale } from '@toolcrib/core';

/** What each trouble of a store knows about itself. */
export interface StoreFacts {
  newer_schema: { readonly found: number; readonly known: number };
  driver_missing: { readonly name: string };
  not_reachable: { readonly place: string; readonly detail: string };
  not_writable: { readonly place: string; readonly detail: string };
  busy: { readonly place: string; readonly seconds: number };
}

type Texts = { readonly [Code in keyof StoreFacts]: (facts: StoreFacts[Code]) => string };

const en: Texts = {
  newer_schema: ({ found, known }) =>
    `The store was written by a newer Toolcrib (schema ${found}; this one knows ${known}). Update Toolcrib, or name another store.`,
  driver_missing: ({ name }) => `The store needs the package "${name}". Install it: npm install ${name}`,
  not_reachable: ({ place, detail }) =>
    `The store at ${place} cannot be reached: ${detail}. Check the address and that the server runs.`,
  not_writable: ({ place, detail }) =>
    `The store at ${place} cannot be written: ${detail}. Free some space or allow writing there, or name another store.`,
  busy: ({ place, seconds }) =>
    `The store at ${place} was held by another process for ${seconds} s. Try again, or see which process holds it.`,
};

const zhCN: Texts = {
  newer_schema: ({ found, known }) =>
    `存储由更新版本的 Toolcrib 写入（结构版本 ${found}，当前程序支持到 ${known}）。请更新 Toolcrib，或改用其他存储。`,
  driver_missing: ({ name }) => `存储需要软件包 "${name}"。请安装：npm install ${name}`,
  not_reachable: ({ place, detail }) =>
    `无法连接位于 ${place} 的存储：${detail}。请检查地址以及服务是否在运行。`,
  not_writable: ({ place, detail }) =>
    `无法写入位于 ${place} 的存储：${detail}。请释放空间或授予写入权限，或改用其他存储。`,
  busy: ({ place, seconds }) =>
    `位于 ${place} 的存储被其他进程占用了 ${seconds} 秒。请重试，或查看是哪个进程占用了它。`,
};

const catalogs: { readonly [L in Locale]: Texts } = { en, 'zh-CN': zhCN };

export function storeText<Code extends keyof StoreFacts>(
  code: Code,
  facts: StoreFacts[Code],
  locale: Locale,
): string {
  return catalogs[locale][code](facts);
}
