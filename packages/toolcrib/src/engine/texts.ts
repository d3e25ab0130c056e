import type { Locale } from '@toolcrib/core';

/** What each trouble of the distributed engine knows about itself. */
export interface EngineFacts {
  engine_missing: { readonly name: string };
  engine_needs_postgres: { readonly found: string };
  engine_taken: { readonly place: string };
  engine_not_started: { readonly detail: string };
  too_many_plans: { readonly running: number; readonly limit: number };
  no_worker: { readonly place: string };
  worker_given_up: { readonly name: string };
}

type Texts = { readonly [Code in keyof EngineFacts]: (facts: EngineFacts[Code]) => string };

const en: Texts = {
  engine_missing: ({ name }) =>
    `Working on plans together needs the package "${name}". Install it: npm install ${name}`,
  engine_needs_postgres: ({ found }) =>
    `The engine "dbos" shares its plans through PostgreSQL, and the store is ${found}. Set "store.url" to a PostgreSQL, or "plans.engine" to "local".`,
  engine_taken: ({ place }) =>
    `This process works on the plans at ${place} already, and DBOS runs once in a process. Start another process for other plans.`,
  engine_not_started: ({ detail }) =>
    `The engine "dbos" could not start: ${detail}. Check the address of the store and the rights of its user.`,
  too_many_plans: ({ running, limit }) =>
    `${running} plans are under way, and no more than ${limit} may be. Submit it again later, start more workers, or raise "plans.limit".`,
  no_worker: ({ place }) =>
    `No worker is running for the plans at ${place}, so they wait. Start one: toolcrib worker`,
  worker_given_up: ({ name }) =>
    `The other workers have not heard of "${name}" for too long and do its work. It begins anew.`,
};

const zhCN: Texts = {
  engine_missing: ({ name }) => `协同执行计划需要软件包 "${name}"。请安装：npm install ${name}`,
  engine_needs_postgres: ({ found }) =>
    `引擎 "dbos" 通过 PostgreSQL 共享计划，而当前存储是 ${found}。请将 "store.url" 设为 PostgreSQL，或将 "plans.engine" 设为 "local"。`,
  engine_taken: ({ place }) =>
    `本进程已在执行 ${place} 的计划，而 DBOS 在一个进程中只能运行一次。其他计划请另启进程。`,
  engine_not_started: ({ detail }) => `引擎 "dbos" 无法启动：${detail}。请检查存储的地址及其用户的权限。`,
  too_many_plans: ({ running, limit }) =>
    `已有 ${running} 个计划在进行中，上限为 ${limit}。请稍后再提交，或启动更多工作进程，或调高 "plans.limit"。`,
  no_worker: ({ place }) => `没有工作进程在执行 ${place} 的计划，计划只能等待。请启动一个：toolcrib worker`,
  worker_given_up: ({ name }) =>
    `其他工作进程已很久没有收到 "${name}" 的消息，并接手了它的工作。它将重新开始。`,
};

const catalogs: { readonly [L in Locale]: Texts } = { en, 'zh-CN': zhCN };

export function engineText<Code extends keyof EngineFacts>(
  code: Code,
  facts: EngineFacts[Code],
  locale: Locale,
): string {
  return catalogs[locale][code](facts);
}
