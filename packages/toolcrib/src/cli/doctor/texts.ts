import type { Locale } from '@toolcrib/core';
import type { HostSystem } from './host-system.ts';

/** What each finding knows about itself. */
export interface FindingFacts {
  not_accepted: { readonly file: string; readonly entries: readonly string[] };
  node_too_old: { readonly found: string; readonly needed: string };
  clock_behind: { readonly seconds: number };
  records_missing: { readonly lost: number; readonly waiting: number };
  store_trouble: { readonly detail: string };
  store_not_writable: { readonly path: string };
  space_low: { readonly folder: string; readonly megabytes: number };
  sandbox_missing: { readonly parts: readonly string[]; readonly system: HostSystem };
  sandbox_weak: { readonly parts: readonly string[]; readonly system: HostSystem };
  sandbox_windows: { readonly required: boolean };
  sandbox_wsl1: { readonly required: boolean };
  project_on_windows_disk: { readonly project: string };
  source_waits: { readonly source: string };
  program_changed: { readonly source: string; readonly files: readonly string[] };
  tools_held_back: { readonly source: string; readonly count: number };
  source_unreachable: { readonly source: string; readonly detail: string };
  host_unreachable: { readonly host: string; readonly tool: string; readonly detail: string };
  secret_missing: { readonly secret: string; readonly by: string };
  port_taken: { readonly host: string; readonly port: number };
  client_points_nowhere: { readonly client: string; readonly file: string; readonly path: string };
}

export type FindingCode = keyof FindingFacts;

interface Said {
  readonly message: string;
  readonly remedy: string;
}

type Texts = { readonly [Code in FindingCode]: (facts: FindingFacts[Code]) => Said };

const en: Texts = {
  not_accepted: ({ file, entries }) => ({
    message: `The project runs restricted: ${entries.join(', ')} of ${file} ${entries.length === 1 ? 'is' : 'are'} not accepted on this machine and without effect.`,
    remedy: 'Review and accept the configuration with "toolcrib trust".',
  }),
  node_too_old: ({ found, needed }) => ({
    message: `This is Node ${found}; Toolcrib needs ${needed} or newer.`,
    remedy: 'Install a newer Node: https://nodejs.org',
  }),
  clock_behind: ({ seconds }) => ({
    message: `The newest record of the store lies ${seconds} s in the future: this clock is behind, or another one ahead.`,
    remedy:
      'Set the clocks of all machines by the network (NTP). Expiries and the order of history depend on them.',
  }),
  records_missing: ({ lost, waiting }) => ({
    message: `${lost + waiting} calls have no record: ${lost} are lost, ${waiting} wait until the store can be written.`,
    remedy:
      'Free some space, or allow writing there. "toolcrib history verify" shows when it happened; history.required says which calls need a record.',
  }),
  store_trouble: ({ detail }) => ({
    message: detail,
    remedy:
      'Until then calls that must be recorded (history.required) or need a stored yes are refused, and nothing is kept of the others.',
  }),
  store_not_writable: ({ path }) => ({
    message: `The store cannot be written: ${path} is not ours to write.`,
    remedy: 'Allow writing there, or name another place under "store".',
  }),
  space_low: ({ folder, megabytes }) => ({
    message: `Only ${megabytes} MB are free at ${folder}, where the store is.`,
    remedy:
      'Free some space, keep less (store.keep_mb, store.keep_days), or name another place under "store".',
  }),
  sandbox_missing: ({ parts, system }) => ({
    message: `sandbox is "required", and this machine has none that works (${parts.join(', ')}).`,
    remedy: `${getSandbox(system)} Or set sandbox to best_effort and know what that means.`,
  }),
  sandbox_weak: ({ parts, system }) => ({
    message: `Processes are checked and ended as a group, but the system does not contain them (${parts.join(', ')}).`,
    remedy: getSandbox(system),
  }),
  sandbox_windows: ({ required }) => ({
    message: `${required ? 'sandbox is "required", and there is none for Windows: only' : 'On Windows only'} the checks hold, and nothing contains a process.`,
    remedy:
      'Run Toolcrib inside WSL 2, with the project on its Linux disk: see "Windows" in docs/sandbox.md.',
  }),
  sandbox_wsl1: ({ required }) => ({
    message: `${required ? 'sandbox is "required", and there is none in WSL 1' : 'This is WSL 1'}: without a Linux kernel there are no namespaces and no Landlock, and only the checks hold.`,
    remedy: 'Convert the distribution, in PowerShell: wsl --set-version <distribution> 2',
  }),
  project_on_windows_disk: ({ project }) => ({
    message: `${project} lies on a Windows disk. Owners, permissions and case are not those of Linux there, and programs of Windows obey what is written to it.`,
    remedy: 'Keep the project on the Linux disk of WSL, such as ~/projects.',
  }),
  source_waits: ({ source }) => ({
    message: `Nobody on this machine has accepted ${source}: none of its tools can be called.`,
    remedy: `Look with "toolcrib tools diff ${source}", and accept with "toolcrib tools accept ${source}".`,
  }),
  program_changed: ({ source, files }) => ({
    message: `Files that ${source} is started from have changed since they were accepted: ${files.slice(0, 5).join(', ')}. It is not started.`,
    remedy: `Look at the files, and accept with "toolcrib tools accept ${source}".`,
  }),
  tools_held_back: ({ source, count }) => ({
    message: `${count} ${count === 1 ? 'tool' : 'tools'} of ${source} ${count === 1 ? 'is' : 'are'} held back: new, changed or gone since somebody looked.`,
    remedy: `Look with "toolcrib tools diff ${source}", and accept with "toolcrib tools accept ${source}".`,
  }),
  source_unreachable: ({ source, detail }) => ({
    message: detail,
    remedy: `Repair the entry of ${source}, start what it names, or set "disabled": true.`,
  }),
  host_unreachable: ({ host, tool, detail }) => ({
    message: `${host}, where ${tool} calls, cannot be reached: ${detail}.`,
    remedy: 'Start the server, or correct its address.',
  }),
  secret_missing: ({ secret, by }) => ({
    message: `The variable ${secret}, which ${by} needs, is not set.`,
    remedy: `Set ${secret} where Toolcrib is started.`,
  }),
  port_taken: ({ host, port }) => ({
    message: `"toolcrib serve" could not start: somebody else listens at ${host}:${port}.`,
    remedy: 'End that program, or choose another port: server.port, or --port.',
  }),
  client_points_nowhere: ({ client, file, path }) => ({
    message: `${client} is told in ${file} to start Toolcrib by ${path}, which is not there.`,
    remedy: `Write the entry anew: toolcrib mcp install ${client} --write --force`,
  }),
};

function getSandbox(system: HostSystem): string {
  return system === 'macos'
    ? 'Look whether /usr/bin/sandbox-exec is there and may be used.'
    : 'Install bubblewrap or allow user namespaces.';
}

const zhCN: Texts = {
  not_accepted: ({ file, entries }) => ({
    message: `项目以受限方式运行：${file} 中的 ${entries.join('、')} 未在本机获得信任，不生效。`,
    remedy: '请用 “toolcrib trust” 查看并接受该配置。',
  }),
  node_too_old: ({ found, needed }) => ({
    message: `当前 Node 版本为 ${found}；Toolcrib 需要 ${needed} 或更新版本。`,
    remedy: '请安装较新的 Node：https://nodejs.org',
  }),
  clock_behind: ({ seconds }) => ({
    message: `存储中最新的记录在 ${seconds} 秒之后：本机时钟落后，或另一台机器的时钟超前。`,
    remedy: '请用网络时间（NTP）校准所有机器的时钟。有效期与历史顺序都依赖时钟。',
  }),
  records_missing: ({ lost, waiting }) => ({
    message: `有 ${lost + waiting} 次调用没有记录：${lost} 条已丢失，${waiting} 条等待存储可写。`,
    remedy:
      '请释放空间或授予写入权限。用 "toolcrib history verify" 查看发生的时间；history.required 决定哪些调用必须有记录。',
  }),
  store_trouble: ({ detail }) => ({
    message: detail,
    remedy: '在此之前，必须记录（history.required）或需要已存同意的调用会被拒绝，其他调用不会留下记录。',
  }),
  store_not_writable: ({ path }) => ({
    message: `无法写入存储：没有 ${path} 的写入权限。`,
    remedy: '请授予写入权限，或在 "store" 中改用其他位置。',
  }),
  space_low: ({ folder, megabytes }) => ({
    message: `存储所在的 ${folder} 仅剩 ${megabytes} MB。`,
    remedy: '请释放空间、减少保留量（store.keep_mb、store.keep_days），或在 "store" 中改用其他位置。',
  }),
  sandbox_missing: ({ parts, system }) => ({
    message: `sandbox 为 "required"，而本机没有可用的沙箱（${parts.join('、')}）。`,
    remedy: `${getSandboxZh(system)}或将 sandbox 设为 best_effort，并了解其含义。`,
  }),
  sandbox_weak: ({ parts, system }) => ({
    message: `进程会被检查并成组结束，但系统并不隔离它们（${parts.join('、')}）。`,
    remedy: getSandboxZh(system),
  }),
  sandbox_windows: ({ required }) => ({
    message: `${required ? 'sandbox 为 "required"，但 Windows 上没有沙箱：' : '在 Windows 上'}只有检查生效，系统不隔离任何进程。`,
    remedy:
      '请在 WSL 2 中运行 Toolcrib，并把项目放在其 Linux 磁盘上：参见 docs/sandbox.md 的 “Windows” 一节。',
  }),
  sandbox_wsl1: ({ required }) => ({
    message: `${required ? 'sandbox 为 "required"，但 WSL 1 中没有沙箱' : '当前为 WSL 1'}：它没有 Linux 内核，因而没有命名空间和 Landlock，只有检查生效。`,
    remedy: '请在 PowerShell 中转换该发行版：wsl --set-version <发行版> 2',
  }),
  project_on_windows_disk: ({ project }) => ({
    message: `${project} 位于 Windows 磁盘上。那里的所有者、权限和大小写规则与 Linux 不同，Windows 程序也会执行或采用写入其中的文件。`,
    remedy: '请把项目放在 WSL 的 Linux 磁盘上，例如 ~/projects。',
  }),
  source_waits: ({ source }) => ({
    message: `本机尚无人接受 ${source}：它的工具都不能调用。`,
    remedy: `用 "toolcrib tools diff ${source}" 查看，用 "toolcrib tools accept ${source}" 接受。`,
  }),
  program_changed: ({ source, files }) => ({
    message: `启动 ${source} 所用的文件在接受之后已改变：${files.slice(0, 5).join('、')}。它不会被启动。`,
    remedy: `查看这些文件，并用 "toolcrib tools accept ${source}" 接受。`,
  }),
  tools_held_back: ({ source, count }) => ({
    message: `${source} 有 ${count} 个工具被暂停：自上次查看后新增、改变或消失。`,
    remedy: `用 "toolcrib tools diff ${source}" 查看，用 "toolcrib tools accept ${source}" 接受。`,
  }),
  source_unreachable: ({ source, detail }) => ({
    message: detail,
    remedy: `请修复 ${source} 的条目、启动其所指的程序，或设 "disabled": true。`,
  }),
  host_unreachable: ({ host, tool, detail }) => ({
    message: `无法连接 ${tool} 所调用的 ${host}：${detail}。`,
    remedy: '请启动服务器，或更正其地址。',
  }),
  secret_missing: ({ secret, by }) => ({
    message: `${by} 所需的变量 ${secret} 未设置。`,
    remedy: `请在启动 Toolcrib 的环境中设置 ${secret}。`,
  }),
  port_taken: ({ host, port }) => ({
    message: `"toolcrib serve" 无法启动：${host}:${port} 已被其他程序占用。`,
    remedy: '请结束该程序，或换一个端口：server.port 或 --port。',
  }),
  client_points_nowhere: ({ client, file, path }) => ({
    message: `${client} 的 ${file} 指定由 ${path} 启动 Toolcrib，而该文件不存在。`,
    remedy: `请重新写入条目：toolcrib mcp install ${client} --write --force`,
  }),
};

function getSandboxZh(system: HostSystem): string {
  return system === 'macos'
    ? '请确认 /usr/bin/sandbox-exec 存在且可以使用。'
    : '请安装 bubblewrap 或允许用户命名空间。';
}

const catalogs: Readonly<Record<Locale, Texts>> = { en, 'zh-CN': zhCN };

export function findingText<Code extends FindingCode>(
  code: Code,
  facts: FindingFacts[Code],
  locale: Locale,
): Said {
  return catalogs[locale][code](facts);
}
