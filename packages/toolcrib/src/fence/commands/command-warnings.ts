import { visible, type Locale } from '@toolcrib/core';
import type { CommandReason, ReasonWord } from './reasons.ts';

type CommandWarnings = { readonly [W in ReasonWord]: string };

const en: CommandWarnings = {
  too_long: 'The command is longer than 64 KB.',
  control_characters: 'The command contains control characters.',
  too_nested: 'It is nested so deeply that it was not looked at.',
  unusual_characters: 'It contains characters that cannot be seen.',
  unusual_syntax: 'It uses shell syntax that cannot be checked with certainty.',
  unknown_program: 'The program is not on the list of allowed programs.',
  network_program: 'The program talks to the network and is not on the list of allowed programs.',
  own_program:
    'The program is your own and none of the system: it may then read its whole installation outside the project.',
  privilege: 'It would run with the rights of another user.',
  system_change: 'It would change the system itself, outside the project.',
  changes_shell: 'It would change what later commands of the line mean.',
  listed_danger: 'The operator has listed this program, but it can do great harm.',
  runs_project_code: 'It runs code of the project, and nothing contains it.',
  runs_inline_code: 'It runs code that is written into the command or read from elsewhere.',
  shell_builtin: 'It uses a command of the shell whose effect cannot be foreseen.',
  unlisted_arguments: 'The program is on the list, but nothing is known of its arguments.',
  unknown_subcommand: 'It uses a subcommand that is not on the list.',
  unknown_option: 'It uses an option that is not on the list.',
  unknown_value: 'One of its arguments is only known when it runs.',
  dangerous_environment: 'It sets a variable that can make programs do something else.',
  changes_environment: 'It sets a variable that other programs may follow.',
  leaves_project: 'It goes outside the project directory.',
  overwrites_device: 'It would write directly to a device.',
  recursive_delete: 'It deletes folders with everything in them. This cannot be undone.',
  deletes_many: 'It deletes whatever matches a pattern. This cannot be undone.',
  discards_changes: 'It throws away work that was not committed or is on no other branch.',
  drops_stash: 'It throws away changes that were stashed. Git does not give them back.',
  cleans_untracked: 'It deletes files that git has never had and cannot give back.',
  cleans_ignored: 'It also deletes files that git ignores, such as .env, and cannot give back.',
  rewrites_history: 'It rewrites the history of the repository.',
  force_push: 'It may overwrite the work of others in the remote repository.',
  publishes: 'It sends the work to others.',
  downloads: 'It fetches code from the network, which may run while it is installed.',
  unpacks: 'It unpacks an archive, which may overwrite files.',
  overwrites_many: 'It may overwrite many files of the project at once.',
  changes_permissions: 'It changes who may read, write or run files.',
  changes_settings: 'It changes settings that later commands follow.',
  ends_processes: 'It ends running processes.',
  makes_links: 'It makes links, through which other paths lead elsewhere.',
  follows_links: 'It follows links, which may lead outside the project.',
};

const zhCN: CommandWarnings = {
  too_long: '命令长度超过 64 KB。',
  control_characters: '命令包含控制字符。',
  too_nested: '命令嵌套过深，未作检查。',
  unusual_characters: '命令包含不可见字符。',
  unusual_syntax: '命令使用了无法可靠检查的 shell 语法。',
  unknown_program: '该程序不在允许列表中。',
  network_program: '该程序会访问网络，且不在允许列表中。',
  own_program: '该程序由用户自行安装，不属于系统：运行时可读取其位于项目之外的整个安装目录。',
  privilege: '命令将以其他用户的权限运行。',
  system_change: '命令将更改项目之外的系统本身。',
  changes_shell: '命令会改变同一行中后续命令的含义。',
  listed_danger: '该程序虽已由管理员列入允许列表，但可能造成严重破坏。',
  runs_project_code: '命令会运行项目中的代码，且没有隔离环境。',
  runs_inline_code: '命令会运行写在命令中或从别处读取的代码。',
  shell_builtin: '命令使用了效果无法预知的 shell 内建命令。',
  unlisted_arguments: '该程序在允许列表中，但其参数的作用未知。',
  unknown_subcommand: '命令使用了未列入允许列表的子命令。',
  unknown_option: '命令使用了未列入允许列表的选项。',
  unknown_value: '有参数的值只有在运行时才能确定。',
  dangerous_environment: '命令设置了可能使程序改变行为的环境变量。',
  changes_environment: '命令设置了其他程序可能采用的环境变量。',
  leaves_project: '命令会访问项目目录之外。',
  overwrites_device: '命令将直接写入设备。',
  recursive_delete: '命令会删除文件夹及其全部内容，无法恢复。',
  deletes_many: '命令会删除所有匹配的文件，无法恢复。',
  discards_changes: '命令会丢弃未提交或不在其他分支上的工作。',
  drops_stash: '命令会丢弃已贮藏（stash）的修改，git 无法恢复。',
  cleans_untracked: '命令会删除从未纳入 git 的文件，git 无法恢复。',
  cleans_ignored: '命令还会删除被 git 忽略的文件（例如 .env），git 无法恢复。',
  rewrites_history: '命令会改写仓库的历史记录。',
  force_push: '命令可能覆盖远程仓库中他人的工作。',
  publishes: '命令会把工作内容发送给他人。',
  downloads: '命令会从网络获取代码，这些代码可能在安装时运行。',
  unpacks: '命令会解压归档文件，可能覆盖现有文件。',
  overwrites_many: '命令可能一次覆盖项目中的许多文件。',
  changes_permissions: '命令会更改文件的读、写或执行权限。',
  changes_settings: '命令会更改后续命令所依据的设置。',
  ends_processes: '命令会结束正在运行的进程。',
  makes_links: '命令会创建链接，使其他路径指向别处。',
  follows_links: '命令会跟随链接，可能离开项目目录。',
};

const catalogs: Readonly<Record<Locale, CommandWarnings>> = { en, 'zh-CN': zhCN };

/** What each reason means for the person who is asked, in one sentence. */
export function commandWarnings(locale: Locale): CommandWarnings {
  return catalogs[locale];
}

/** More parts than this of one line nobody reads. */
const maxParts = 3;

/** One sentence for each kind of reason, with the parts of the line that it is about where that is not the whole line. */
export function warningsFor(reasons: readonly CommandReason[], line: string, locale: Locale): string[] {
  const words = [...new Set(reasons.map(({ word }) => word))];
  return words.map((word) => {
    const sentence = catalogs[locale][word];
    const parts = reasons.flatMap((reason) =>
      reason.word === word && reason.part !== line.trim() ? [visible(reason.part)] : [],
    );
    if (parts.length === 0) return sentence;
    const shown = [...parts.slice(0, maxParts), ...(parts.length > maxParts ? ['…'] : [])];
    const [colon, end] = locale === 'en' ? [': ', '.'] : ['：', '。'];
    return `${sentence.slice(0, -1)}${colon}${shown.join(', ')}${end}`;
  });
}
