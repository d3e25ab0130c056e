import type { Locale } from '@toolcrib/core';
import type { PrivacyFault } from './private-place.ts';

/** What each trouble of a store knows about itself. */
export interface StoreFacts {
  newer_schema: { readonly found: number; readonly known: number };
  driver_missing: { readonly name: string };
  not_reachable: { readonly place: string; readonly detail: string };
  timed_out: { readonly place: string; readonly seconds: number };
  not_writable: { readonly place: string; readonly detail: string };
  damaged: { readonly place: string; readonly detail: string };
  in_use: { readonly place: string; readonly processes: string };
  not_private: { readonly place: string; readonly fault: PrivacyFault };
  busy: { readonly place: string; readonly seconds: number };
  not_written: { readonly place: string; readonly detail: string };
  records_lost: { readonly place: string; readonly count: number; readonly detail: string };
  journal_unreadable: { readonly file: string };
  bad_cursor: { readonly cursor: string };
  not_a_store: { readonly place: string; readonly detail: string };
}

type Texts = { readonly [Code in keyof StoreFacts]: (facts: StoreFacts[Code]) => string };

const en: Texts = {
  newer_schema: ({ found, known }) =>
    `The store was written by a newer Toolcrib (schema ${found}; this one knows ${known}). Update Toolcrib, or name another store.`,
  driver_missing: ({ name }) => `The store needs the package "${name}". Install it: npm install ${name}`,
  not_reachable: ({ place, detail }) =>
    `The store at ${place} cannot be reached: ${detail}. Check the address and that the server runs.`,
  timed_out: ({ place, seconds }) =>
    `The store at ${place} did not answer within ${seconds} s. See whether the server hangs or is overloaded, or raise store.query_timeout.`,
  not_writable: ({ place, detail }) =>
    `The store at ${place} cannot be written: ${detail}. Free some space or allow writing there, or name another store.`,
  damaged: ({ place, detail }) =>
    `${place} is no store, or a damaged one: ${detail}. Put a copy of it back, or recover the records that can still be read: toolcrib store salvage.`,
  in_use: ({ place, processes }) =>
    `Other processes use ${place} (${processes}). End them first, then try again.`,
  not_private: ({ place, fault }) =>
    ({
      link: `${place} is a link, and a store is never opened through one. Name the file that it leads to, or remove the link.`,
      kind: `${place} is no regular file, and no store. Move it away, or name another store.`,
      owner: `${place} belongs to another user, who could give out grants in it. Run as that user, or name another store.`,
      writable: `Other users can write ${place}, and may have put grants into it. See who did; then shut them out: chmod go-rwx, or name another store.`,
      readable: `Other users can read ${place}. Shut them out: chmod go-rwx.`,
    })[fault],
  busy: ({ place, seconds }) =>
    `The store at ${place} was held by another process for ${seconds} s. Try again, or see which process holds it.`,
  not_written: ({ place, detail }) =>
    `The store at ${place} did not take what was recorded: ${detail}. It is tried again; nothing is lost until then.`,
  records_lost: ({ place, count, detail }) =>
    `${count} records of calls are lost: neither the store at ${place} nor the state folder takes them (${detail}). Free some space or allow writing there.`,
  journal_unreadable: ({ file }) =>
    `Records that waited for the store cannot be read. They are kept in ${file}; look at the file, or remove it.`,
  bad_cursor: ({ cursor }) =>
    `"${cursor}" is not where a page ended. Use the "next" of the page before, or leave it out.`,
  not_a_store: ({ place, detail }) =>
    `${place} cannot be read as a store: ${detail}. Name the file of a store, such as .toolcrib/store.db.`,
};

const zhCN: Texts = {
  newer_schema: ({ found, known }) =>
    `存储由更新版本的 Toolcrib 写入（结构版本 ${found}，当前程序支持到 ${known}）。请更新 Toolcrib，或改用其他存储。`,
  driver_missing: ({ name }) => `存储需要软件包 "${name}"。请安装：npm install ${name}`,
  not_reachable: ({ place, detail }) =>
    `无法连接位于 ${place} 的存储：${detail}。请检查地址以及服务是否在运行。`,
  timed_out: ({ place, seconds }) =>
    `位于 ${place} 的存储在 ${seconds} 秒内没有响应。请检查服务器是否挂起或过载，或调高 store.query_timeout。`,
  not_writable: ({ place, detail }) =>
    `无法写入位于 ${place} 的存储：${detail}。请释放空间或授予写入权限，或改用其他存储。`,
  damaged: ({ place, detail }) =>
    `${place} 不是存储文件，或已损坏：${detail}。请用备份恢复，或用 toolcrib store salvage 抢救仍可读取的记录。`,
  in_use: ({ place, processes }) => `其他进程正在使用 ${place}（${processes}）。请先结束这些进程，然后重试。`,
  not_private: ({ place, fault }) =>
    ({
      link: `${place} 是一个链接；存储从不通过链接打开。请指定它所指向的文件，或删除该链接。`,
      kind: `${place} 不是普通文件，也不是存储。请将其移走，或改用其他存储。`,
      owner: `${place} 属于另一个用户，该用户可以在其中写入授权。请以该用户身份运行，或改用其他存储。`,
      writable: `其他用户可以写入 ${place}，其中的授权可能并非您所给。请先查明情况，再用 chmod go-rwx 禁止他人访问，或改用其他存储。`,
      readable: `其他用户可以读取 ${place}。请用 chmod go-rwx 禁止他人访问。`,
    })[fault],
  busy: ({ place, seconds }) =>
    `位于 ${place} 的存储被其他进程占用了 ${seconds} 秒。请重试，或查看是哪个进程占用了它。`,
  not_written: ({ place, detail }) =>
    `位于 ${place} 的存储未能写入记录：${detail}。系统会继续重试；在此之前不会丢失任何记录。`,
  records_lost: ({ place, count, detail }) =>
    `${count} 条调用记录已丢失：位于 ${place} 的存储和状态文件夹均无法写入（${detail}）。请释放空间或授予写入权限。`,
  journal_unreadable: ({ file }) =>
    `等待写入存储的记录无法读取。它们保存在 ${file}；请查看该文件或将其删除。`,
  bad_cursor: ({ cursor }) => `"${cursor}" 不是上一页结束的位置。请使用上一页的 "next"，或将其省略。`,
  not_a_store: ({ place, detail }) =>
    `${place} 无法作为存储读取：${detail}。请指定存储文件，例如 .toolcrib/store.db。`,
};

const catalogs: { readonly [L in Locale]: Texts } = { en, 'zh-CN': zhCN };

export function storeText<Code extends keyof StoreFacts>(
  code: Code,
  facts: StoreFacts[Code],
  locale: Locale,
): string {
  return catalogs[locale][code](facts);
}
