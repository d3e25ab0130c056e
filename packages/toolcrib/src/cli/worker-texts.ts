import type { Locale } from '@toolcrib/core';

/** What `worker` says. */
export interface WorkerTexts {
  working(name: string, place: string): string;
  stopping: string;
  stopped: string;
  badConcurrency(given: string): string;
  badName(given: string): string;
  engineIsLocal: string;
}

const en: WorkerTexts = {
  working: (name, place) => `"${name}" works on the plans at ${place}. Ctrl-C stops it.`,
  stopping: 'Stopping: calls under way may end, the rest goes on in other workers. Ctrl-C ends at once.',
  stopped: 'Stopped.',
  badConcurrency: (given) => `--concurrency takes a whole number from 1 to 1000, not "${given}".`,
  badName: (given) => `--name takes up to 60 letters, digits, ".", "_" and "-", not "${given}".`,
  engineIsLocal:
    'Plans run in the process that submits them ("plans.engine" is "local"), so there is nothing to work on. Set "plans.engine" to "dbos", with a PostgreSQL as "store.url".',
};

const zhCN: WorkerTexts = {
  working: (name, place) => `“${name}” 正在执行 ${place} 的计划，按 Ctrl-C 停止。`,
  stopping: '正在停止：进行中的调用可以完成，其余由其他工作进程继续。按 Ctrl-C 立即结束。',
  stopped: '已停止。',
  badConcurrency: (given) => `--concurrency 接受 1 到 1000 的整数，不能是 "${given}"。`,
  badName: (given) => `--name 最多 60 个字母、数字、"."、"_" 和 "-"，不能是 "${given}"。`,
  engineIsLocal:
    '计划在提交它的进程中运行（"plans.engine" 为 "local"），没有可执行的工作。请将 "plans.engine" 设为 "dbos"，并将 "store.url" 设为 PostgreSQL。',
};

export function workerTexts(locale: Locale): WorkerTexts {
  return locale === 'zh-CN' ? zhCN : en;
}
