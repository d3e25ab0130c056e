import { visible, type Locale } from '@toolcrib/core';

/** The facts behind each thing that can go wrong at the workbench, by its stable word. */
export interface WorkbenchFacts {
  file_not_found: { path: string };
  not_a_file: { path: string; kind: string };
  not_a_folder: { path: string };
  changed_meanwhile: { path: string };
  no_words: { query: string };
  no_language_server: { path: string; known: readonly string[] };
  server_not_started: { server: string; program: string };
  server_silent: { server: string };
  server_ended: { server: string };
  server_refused: { words: string };
  nothing_to_rename: object;
  moves_files: object;
  no_session: { session: string; open: readonly string[] };
  session_ended: { session: string };
  too_many_sessions: { limit: number };
  terminal_unavailable: object;
  no_repository: { path: string };
  dubious_ownership: { path: string };
  git_refused: { operation: string; words: string };
  repository_locked: { words: string };
  protected_left: { operation: string; paths: string };
  configuration_elsewhere: { setting: string };
  settings_changed: object;
  repository_above: { operation: string };
  staged_elsewhere: object;
  names_changed: object;
  needs_filter: { path: string; filter: string };
  path_ignored: { path: string };
  no_identity: object;
  ref_not_found: { ref: string };
  parameter_needed: { operation: string; parameter: string };
  remote_detour: { setting: string };
  remote_not_https: { remote: string };
  path_not_found: { path: string };
  never_searched: { path: string };
  unknown_type: { type: string };
  bad_pattern: { pattern: string };
  bad_expression: { pattern: string; complaint: string };
  no_access: { path: string };
  no_space: { path: string };
  too_large: { path: string; limit: number };
  not_text: { path: string };
  /** Half of a surrogate pair cannot be written in any encoding. */
  broken_characters: { parameter: string };
  output_gone: { handle: string };
  offset_beyond_end: { path: string; offset: number; total: number };
  /** `edit` is the place in a list of edits, counted from 1. */
  old_string_empty: { edit: number | undefined };
  old_string_unchanged: { edit: number | undefined };
  old_string_not_found: {
    path: string;
    edit: number | undefined;
    nearest: { readonly line: number; readonly text: string } | undefined;
  };
  old_string_not_unique: { path: string; edit: number | undefined; count: number; lines: readonly number[] };
}

export type WorkbenchReason = keyof WorkbenchFacts;

type WorkbenchTexts = { readonly [R in WorkbenchReason]: (facts: WorkbenchFacts[R]) => string };

const en: WorkbenchTexts = {
  file_not_found: ({ path }) => `There is no file ${visible(path)}.`,
  not_a_file: ({ path, kind }) => `${visible(path)} is not a regular file but a ${kind}.`,
  changed_meanwhile: ({ path }) =>
    `${visible(path)} has changed since it was last read. Read it again first.`,
  no_repository: ({ path }) => `There is no git repository at ${visible(path)}.`,
  dubious_ownership: ({ path }) =>
    `The repository at ${visible(path)} belongs to another user. Let a person look at it.`,
  git_refused: ({ operation, words }) => `git ${operation} says: ${visible(words)}`,
  protected_left: ({ operation, paths }) =>
    `git ${operation} is done, but these files are protected and still have their old content: ${visible(paths)}. Let a person bring them up to date, with git restore.`,
  repository_locked: ({ words }) =>
    `Another git is at work here, or one was interrupted. Try again; if it stays so, let a person remove the lock. git says: ${visible(words)}`,
  configuration_elsewhere: ({ setting }) =>
    `The repository takes its configuration from another file by ${visible(setting)}. Let a person remove that setting.`,
  settings_changed: () => 'The settings of the repository have changed since this was judged. Call again.',
  repository_above: ({ operation }) =>
    `The project is only a part of the repository, and ${operation} would concern more than the project. Let a person do it.`,
  staged_elsewhere: () =>
    'Files outside the project are staged as well, and would be committed. Name paths, or let a person commit those first.',
  names_changed: () => 'What the patterns of the line match has changed since this was judged. Call again.',
  needs_filter: ({ path, filter }) =>
    `${visible(path)} goes through the filter ${visible(filter)}, which is not run here. Let a person add it.`,
  path_ignored: ({ path }) => `${visible(path)} is ignored by git.`,
  no_identity: () => 'Nobody has said who commits. Set user.name and user.email with git config.',
  ref_not_found: ({ ref }) => `The repository has no ${visible(ref)}.`,
  parameter_needed: ({ operation, parameter }) => `${operation} needs ${parameter}.`,
  remote_detour: ({ setting }) =>
    `The repository sends requests elsewhere by ${visible(setting)}. Let a person remove that setting.`,
  remote_not_https: ({ remote }) =>
    `The remote ${visible(remote)} does not exist or is not an https address.`,
  no_session: ({ session, open }) =>
    `There is no session ${visible(session)}. ${open.length === 0 ? 'None is open.' : `Open: ${open.join(', ')}.`}`,
  session_ended: ({ session }) =>
    `The program in session ${visible(session)} has ended. Use read to see its last output, or open another session.`,
  too_many_sessions: ({ limit }) => `${limit} sessions are open already. Close one first.`,
  terminal_unavailable: () =>
    'This system has no pseudo-terminals for Toolcrib: the package @lydell/node-pty is missing.',
  no_language_server: ({ path, known }) =>
    `No language server knows ${visible(path)}. ${known.length === 0 ? 'None is set up.' : `Set up: ${known.join(', ')}.`}`,
  server_not_started: ({ server, program }) =>
    `The language server ${visible(server)} cannot be started: ${visible(program)} is not there or does not run.`,
  server_silent: ({ server }) => `The language server ${visible(server)} does not answer. It was ended.`,
  server_ended: ({ server }) =>
    `The language server ${visible(server)} ended over this question, twice, or does not speak the protocol.`,
  server_refused: ({ words }) => `The language server says: ${visible(words)}`,
  nothing_to_rename: () => 'There is nothing at this place that can be renamed.',
  moves_files: () => 'The language server would also create, move or delete files. Nothing was changed.',
  no_words: ({ query }) => `There is no word in ${visible(query)}. Give words or names.`,
  path_not_found: ({ path }) => `There is nothing at ${visible(path)}.`,
  never_searched: ({ path }) => `${visible(path)} is never searched. For what git knows use Git.`,
  unknown_type: ({ type }) =>
    `There is no kind of file called ${visible(type)}. Use glob instead, such as *.${visible(type)}.`,
  bad_pattern: ({ pattern }) =>
    `The pattern ${visible(pattern)} cannot be read: a brace or a bracket does not close, or there are too many alternatives.`,
  bad_expression: ({ pattern, complaint }) =>
    `The expression ${visible(pattern)} cannot be read: ${visible(complaint)}`,
  not_a_folder: ({ path }) => `${visible(path)} cannot be there: something above it is not a folder.`,
  no_access: ({ path }) => `The system does not permit this with ${visible(path)}.`,
  no_space: ({ path }) => `The disk is full: ${visible(path)} was left as it was.`,
  too_large: ({ path, limit }) => `${visible(path)} would be larger than ${limit} bytes, or is.`,
  not_text: ({ path }) => `${visible(path)} is not text in UTF-8 or UTF-16.`,
  broken_characters: ({ parameter }) => `${parameter} holds half of a character (an unpaired surrogate).`,
  output_gone: ({ handle }) => `The output ${visible(handle)} is not kept any more. Call the tool again.`,
  offset_beyond_end: ({ path, offset, total }) =>
    `${visible(path)} has ${total} lines; offset ${offset} is beyond its end.`,
  old_string_empty: ({ edit }) =>
    `${which(edit)}old_string is empty. Use Write to make a file, or name the text to replace.`,
  old_string_unchanged: ({ edit }) => `${which(edit)}old_string and new_string are the same.`,
  old_string_not_found: ({ path, edit, nearest }) =>
    `${which(edit)}old_string was not found in ${visible(path)}.${nearest === undefined ? '' : ` The nearest is at line ${nearest.line}: ${visible(nearest.text)}`}`,
  old_string_not_unique: ({ path, edit, count, lines }) =>
    `${which(edit)}old_string was found ${count} times in ${visible(path)} (lines ${lines.join(', ')}${lines.length < count ? ', …' : ''}). Take in more of its surroundings, or set replace_all.`,
};

function which(edit: number | undefined): string {
  return edit === undefined ? '' : `Edit ${edit}: `;
}

const zhCN: WorkbenchTexts = {
  file_not_found: ({ path }) => `文件 ${visible(path)} 不存在。`,
  not_a_file: ({ path, kind }) => `${visible(path)} 不是普通文件，而是 ${kind}。`,
  changed_meanwhile: ({ path }) => `${visible(path)} 自上次读取后已被修改。请先重新读取。`,
  no_repository: ({ path }) => `${visible(path)} 处没有 git 仓库。`,
  dubious_ownership: ({ path }) => `${visible(path)} 处的仓库属于另一个用户。请由人来检查。`,
  git_refused: ({ operation, words }) => `git ${operation} 返回：${visible(words)}`,
  protected_left: ({ operation, paths }) =>
    `git ${operation} 已完成，但以下文件受保护，仍为旧内容：${visible(paths)}。请由人用 git restore 更新它们。`,
  repository_locked: ({ words }) =>
    `另一个 git 正在此处工作，或曾被中断。请重试；若仍如此，请由人删除锁文件。git 返回：${visible(words)}`,
  configuration_elsewhere: ({ setting }) =>
    `仓库通过 ${visible(setting)} 从其他文件读取配置。请由人删除该设置。`,
  settings_changed: () => '判断之后仓库的设置已改变。请重新调用。',
  repository_above: ({ operation }) =>
    `该项目只是仓库的一部分，而 ${operation} 会涉及项目之外的内容。请由人来执行。`,
  staged_elsewhere: () => '项目之外也有已暂存的文件，会被一并提交。请指定 paths，或先由人提交那些文件。',
  names_changed: () => '判断之后命令中的模式所匹配的文件已改变。请重新调用。',
  needs_filter: ({ path, filter }) =>
    `${visible(path)} 需要经过过滤器 ${visible(filter)}，而此处不运行过滤器。请由人来添加。`,
  path_ignored: ({ path }) => `${visible(path)} 被 git 忽略。`,
  no_identity: () => '未设置提交者。请用 git config 设置 user.name 和 user.email。',
  ref_not_found: ({ ref }) => `仓库中没有 ${visible(ref)}。`,
  parameter_needed: ({ operation, parameter }) => `${operation} 需要参数 ${parameter}。`,
  remote_detour: ({ setting }) => `仓库通过 ${visible(setting)} 把请求转到别处。请由人删除该设置。`,
  remote_not_https: ({ remote }) => `远程仓库 ${visible(remote)} 不存在，或不是 https 地址。`,
  no_session: ({ session, open }) =>
    `没有会话 ${visible(session)}。${open.length === 0 ? '当前没有打开的会话。' : `已打开：${open.join('、')}。`}`,
  session_ended: ({ session }) =>
    `会话 ${visible(session)} 中的程序已结束。请用 read 查看最后的输出，或打开新的会话。`,
  too_many_sessions: ({ limit }) => `已打开 ${limit} 个会话。请先关闭一个。`,
  terminal_unavailable: () => '此系统没有可用的伪终端：缺少软件包 @lydell/node-pty。',
  no_language_server: ({ path, known }) =>
    `没有语言服务器支持 ${visible(path)}。${known.length === 0 ? '尚未配置任何语言服务器。' : `已配置：${known.join('、')}。`}`,
  server_not_started: ({ server, program }) =>
    `无法启动语言服务器 ${visible(server)}：${visible(program)} 不存在或无法运行。`,
  server_silent: ({ server }) => `语言服务器 ${visible(server)} 没有响应，已将其结束。`,
  server_ended: ({ server }) => `语言服务器 ${visible(server)} 两次因此问题而退出，或不遵循协议。`,
  server_refused: ({ words }) => `语言服务器返回：${visible(words)}`,
  nothing_to_rename: () => '此处没有可重命名的内容。',
  moves_files: () => '语言服务器还想创建、移动或删除文件。未作任何修改。',
  no_words: ({ query }) => `${visible(query)} 中没有可搜索的词。请给出词语或名称。`,
  path_not_found: ({ path }) => `${visible(path)} 处没有任何内容。`,
  never_searched: ({ path }) => `从不搜索 ${visible(path)}。git 所知的内容请用 Git。`,
  unknown_type: ({ type }) => `没有名为 ${visible(type)} 的文件类型。请改用 glob，例如 *.${visible(type)}。`,
  bad_pattern: ({ pattern }) => `无法解读模式 ${visible(pattern)}：括号未闭合，或可选项过多。`,
  bad_expression: ({ pattern, complaint }) => `无法解读表达式 ${visible(pattern)}：${visible(complaint)}`,
  not_a_folder: ({ path }) => `${visible(path)} 不可能存在：其上级不是目录。`,
  no_access: ({ path }) => `系统不允许对 ${visible(path)} 执行此操作。`,
  no_space: ({ path }) => `磁盘已满：${visible(path)} 保持原样。`,
  too_large: ({ path, limit }) => `${visible(path)} 超过或将超过 ${limit} 字节。`,
  not_text: ({ path }) => `${visible(path)} 不是 UTF-8 或 UTF-16 文本。`,
  broken_characters: ({ parameter }) => `${parameter} 含有不完整的字符（孤立的代理项）。`,
  output_gone: ({ handle }) => `输出 ${visible(handle)} 已不再保留。请重新调用该工具。`,
  offset_beyond_end: ({ path, offset, total }) =>
    `${visible(path)} 共 ${total} 行，offset ${offset} 超出文件末尾。`,
  old_string_empty: ({ edit }) => `${whichZh(edit)}old_string 为空。新建文件请用 Write，或给出要替换的文本。`,
  old_string_unchanged: ({ edit }) => `${whichZh(edit)}old_string 与 new_string 相同。`,
  old_string_not_found: ({ path, edit, nearest }) =>
    `${whichZh(edit)}在 ${visible(path)} 中找不到 old_string。${nearest === undefined ? '' : `最接近的是第 ${nearest.line} 行：${visible(nearest.text)}`}`,
  old_string_not_unique: ({ path, edit, count, lines }) =>
    `${whichZh(edit)}old_string 在 ${visible(path)} 中出现 ${count} 次（第 ${lines.join('、')}${lines.length < count ? '…' : ''} 行）。请包含更多上下文，或设置 replace_all。`,
};

function whichZh(edit: number | undefined): string {
  return edit === undefined ? '' : `第 ${edit} 处修改：`;
}

const catalogs: Readonly<Record<Locale, WorkbenchTexts>> = { en, 'zh-CN': zhCN };

/** The sentences of one language, complete by type. */
export function workbenchTexts(locale: Locale): WorkbenchTexts {
  return catalogs[locale];
}
