import type { IdleReason } from '../config/idle-commands.ts';
import type { IdlePattern } from './idle-command-patterns.ts';
import type { ApprovalStatus, Locale } from '@toolcrib/core';
import type { Layer } from '../open-workbench.ts';

/** What the command itself says; what calls and configurations say comes from their own catalogs. */
export interface CliTexts {
  unknownCommand(command: string, known: readonly string[]): string;
  unknownOption(option: string, suggestions: readonly string[]): string;
  foreignOption(command: string, option: string): string;
  optionNeedsValue(option: string): string;
  optionTakesNoValue(option: string): string;
  twice(name: string): string;
  needsArgument(command: string, argument: string): string;
  unknownVerb(command: string, verb: string, known: readonly string[]): string;
  tooManyArguments(command: string, argument: string): string;
  notJson(detail: string): string;
  notACall(problem: string): string;
  lineNotJson(line: number): string;
  lineNotACall(line: number, problem: string): string;
  lineTooLong(line: number, limit: number): string;
  noInput: string;
  badPair(pair: string): string;
  yesAndNo: string;
  badTimeout: string;
  badTime(option: string, value: string): string;
  emptyPeriod: string;
  unknownLocale(locale: string, known: readonly string[]): string;
  unknownTier(tier: string, known: readonly string[]): string;
  ruleMatchesNothing: string;
  commandPattern: { readonly [W in IdlePattern]: (pattern: string) => string };
  entryAllowsNothing: string;
  idleCommand: { readonly [R in IdleReason]: (program: string) => string };
  noToolMatches(pattern: string, suggestions: readonly string[]): string;
  noAgentMatches(pattern: string, known: readonly string[]): string;
  problems(count: number): string;
  noProblems(file: string): string;
  noConfig: string;
  written(file: string): string;
  exists(file: string): string;
  notWritten(file: string, code: string): string;
  tools(count: number): string;
  changed(count: number): string;
  notOffered(tool: string, agent: string): string;
  question: {
    title(tool: string): string;
    agent: string;
    requestedBy: string;
    application: string;
    arguments: string;
    effects: string;
    risk: string;
    levels: Readonly<Record<'low' | 'medium' | 'high', string>>;
    warning: string;
    prompt: string;
    /** Where the risk is high: a word, not a letter. */
    wordPrompt: string;
    /** Before the prompt. */
    readFirst(seconds: number): string;
    nextPage(page: number, pages: number): string;
    /** Above a question that is not whether something may run. */
    asks(tool: string): string;
    fillIn: string;
    /** What became of a question that was answered elsewhere, or by nobody. */
    ended(status: ApprovalStatus, by: string | undefined): string;
    waits(tool: string, id: string): string;
  };
  outcome: Readonly<Record<'run' | 'ask' | 'blocked' | 'error', string>>;
  decision: Readonly<Record<'pass' | 'ask' | 'refuse' | 'not_reached', string>>;
  remedy: string;
  /** While a source, or the machine, is looked at. */
  asking(what: string, seconds: number): string;
  doctor: {
    project: string;
    sandbox: string;
    layer: string;
    layers: Readonly<Record<Layer, string>>;
    works: string;
    missing: string;
    hosts: string;
    none: string;
    commands: string;
    noneBeside: string;
    onlyCommands: string;
    state: string;
    log: string;
    severities: Readonly<Record<'error' | 'warning', string>>;
    found(count: number): string;
  };
}

const en: CliTexts = {
  unknownCommand: (command, known) => `Unknown command "${command}". Commands: ${known.join(', ')}.`,
  unknownOption: (option, suggestions) =>
    `Unknown option ${option}.${suggestions.length > 0 ? ` Did you mean ${suggestions.join(', ')}?` : ' See toolcrib --help.'}`,
  foreignOption: (command, option) => `${command} does not take ${option}. See toolcrib ${command} --help.`,
  optionNeedsValue: (option) => `${option} needs a value. See toolcrib --help.`,
  optionTakesNoValue: (option) => `${option} takes no value. See toolcrib --help.`,
  twice: (name) => `${name} is given twice. Give it once.`,
  needsArgument: (command, argument) => `${command} needs ${argument}. See toolcrib --help.`,
  unknownVerb: (command, verb, known) => `${command} does not know "${verb}". It knows: ${known.join(', ')}.`,
  tooManyArguments: (command, argument) => `${command} does not take "${argument}". See toolcrib --help.`,
  notJson: (detail) => `The argument is not JSON: ${detail}`,
  notACall: (problem) => `${problem} A call is {"id": …, "tool_name": "…", "arguments": {…}}.`,
  lineNotJson: (line) => `Line ${line} is not JSON.`,
  lineNotACall: (line, problem) =>
    `Line ${line} is no call. ${problem} A call is {"id": …, "tool_name": "…", "arguments": {…}}.`,
  lineTooLong: (line, limit) => `Line ${line} is longer than ${limit} characters.`,
  noInput: 'Give a call as an argument, or calls as lines of JSON on standard input.',
  badPair: (pair) => `"${pair}" is not key=value.`,
  yesAndNo: '--yes and --no cannot both be given.',
  badTimeout: '--timeout must be a positive number of milliseconds.',
  badTime: (option, value) =>
    `${option} cannot be read: "${value}". Give how long ago, such as 30m, 24h or 7d, or a date, such as 2026-01-31 or 2026-01-31T08:30.`,
  emptyPeriod: '--since must lie before --until.',
  unknownLocale: (locale, known) => `Unknown locale "${locale}". Known: ${known.join(', ')}.`,
  unknownTier: (tier, known) => `Unknown tier "${tier}". Known: ${known.join(', ')}.`,
  ruleMatchesNothing: 'The rule matches no call.',
  commandPattern: {
    several: (pattern) =>
      `Rules match each command of a line by itself: write one rule for each command of "${pattern}".`,
    quoted: (pattern) =>
      `Commands are matched without their quotes: write "${pattern}" plainly, and a word with spaces in single quotes.`,
    path: (pattern) => `Programs of the system are matched by name: leave out the folder in "${pattern}".`,
    typed: (pattern) =>
      `What is typed into a terminal is not taken apart: no pattern allows it. Leave out "${pattern}", or allow by action.`,
  },
  entryAllowsNothing: 'The entry allows nothing that is not allowed without it.',
  idleCommand: {
    beside_exact: () =>
      '"sandbox.commands" is the whole list: move what shall run into it, and remove "allow_commands".',
    no_name: (program) =>
      `No program is called "${program}": write its name alone, and subcommands in "subcommands".`,
    known: (program) =>
      `"${program}" with its safe arguments is allowed anyway: remove it, or allow more by { "program": "${program}", "args": "any" }.`,
    repeated: (program) => `"${program}" stands there already: remove one of them.`,
    nothing_listed: () => 'Fill in "subcommands", or leave it out for any.',
    any_and_listed: () => '"args": "any" allows them all: remove it, or remove "subcommands" and "flags".',
  },
  noToolMatches: (pattern, suggestions) =>
    `There is no tool "${pattern}".${suggestions.length > 0 ? ` Did you mean ${suggestions.join(', ')}?` : ' Correct or remove it.'}`,
  noAgentMatches: (pattern, known) => `There is no agent "${pattern}". Known: ${known.join(', ')}.`,
  problems: (count) => (count === 1 ? '1 problem' : `${count} problems`),
  noProblems: (file) => `${file}: no problems.`,
  noConfig: 'There is no configuration; everything has its default. "toolcrib init" writes one.',
  written: (file) => `Wrote ${file}.`,
  exists: (file) => `${file} exists already and was left as it is.`,
  notWritten: (file, code) =>
    `${file} cannot be written: ${code === 'ENOENT' ? 'its directory does not exist.' : code}`,
  tools: (count) => (count === 1 ? '1 tool' : `${count} tools`),
  changed: (count) => `${count} changes were made for this provider (--json shows them).`,
  notOffered: (tool, agent) =>
    `${tool} is not among the tools that "toolcrib list --agent ${agent}" shows. "toolcrib explain" tells why.`,
  question: {
    title: (tool) => `May ${tool} run?`,
    agent: 'Agent',
    requestedBy: 'Requested by',
    application: 'the application',
    arguments: 'Arguments',
    effects: 'It will',
    risk: 'Risk',
    levels: { low: 'low', medium: 'medium', high: 'HIGH' },
    warning: 'Warning',
    asks: (tool) => `${tool} asks something:`,
    fillIn: '[y] answer   [N] decline: ',
    prompt: '[y] yes, once   [s] for this session   [a] always, until revoked   [N] no: ',
    wordPrompt:
      'Type a word: "allow" (this once), "session" (for this session) or "always" (until revoked). Anything else is a no: ',
    readFirst: (seconds) =>
      `Please read: the prompt appears after ${seconds} s. What you type before it is ignored.`,
    nextPage: (page, pages) => `Page ${page} of ${pages}. [Enter] next page   [n] no: `,
    ended: (status, by) =>
      status === 'withdrawn'
        ? 'The question was withdrawn.'
        : status === 'expired'
          ? 'The time for an answer is over.'
          : `Answered by ${by ?? 'somebody else'}: ${status === 'denied' ? 'no' : 'yes'}.`,
    waits: (tool, id) => `${tool} waits for an answer: toolcrib approvals show ${id}`,
  },
  outcome: {
    run: 'would run',
    ask: 'would run after a person says yes',
    blocked: 'would be blocked',
    error: 'would end with an error',
  },
  decision: { pass: 'pass', ask: 'ask', refuse: 'REFUSE', not_reached: '-' },
  remedy: 'What to do',
  asking: (what, seconds) => `${what} is looked at: ${seconds} s`,
  doctor: {
    project: 'Project',
    sandbox: 'Sandbox',
    layer: 'Layer reached',
    layers: {
      checks: 'Processes are checked and ended as a group, but the system does not contain them.',
      seatbelt:
        'Processes write only to the project, read nothing of your home, and reach the network only through the proxy. This profile was tested as text, not on a Mac: "toolcrib doctor --attack" tests it on yours.',
      namespaces:
        'Processes see only their own, write only to the project, and have no network of their own.',
      bubblewrap: 'Processes have a file system of their own besides, with the project in it.',
    },
    works: 'yes',
    missing: 'no',
    hosts: 'Allowed hosts',
    none: 'none',
    commands: 'Allowed commands besides the known ones',
    noneBeside: 'none',
    onlyCommands: 'Allowed commands, and no others',
    state: 'State',
    log: 'Security log',
    severities: { error: 'wrong', warning: 'mind' },
    found: (count) => (count === 0 ? 'Nothing is wrong.' : count === 1 ? '1 finding.' : `${count} findings.`),
  },
};

const zhCN: CliTexts = {
  unknownCommand: (command, known) => `未知命令 "${command}"。可用命令：${known.join('、')}。`,
  unknownOption: (option, suggestions) =>
    `未知选项 ${option}。${suggestions.length > 0 ? `您是否想用 ${suggestions.join('、')}？` : '参见 toolcrib --help。'}`,
  foreignOption: (command, option) => `${command} 不接受 ${option}。参见 toolcrib ${command} --help。`,
  optionNeedsValue: (option) => `${option} 需要一个值。参见 toolcrib --help。`,
  optionTakesNoValue: (option) => `${option} 不带值。参见 toolcrib --help。`,
  twice: (name) => `${name} 给出了两次。请只给一次。`,
  needsArgument: (command, argument) => `${command} 需要 ${argument}。参见 toolcrib --help。`,
  unknownVerb: (command, verb, known) => `${command} 不认识 "${verb}"。可用：${known.join('、')}。`,
  tooManyArguments: (command, argument) => `${command} 不接受 "${argument}"。参见 toolcrib --help。`,
  notJson: (detail) => `参数不是 JSON：“${detail}”`,
  notACall: (problem) => `${problem}一次调用的格式是 {"id": …, "tool_name": "…", "arguments": {…}}。`,
  lineNotJson: (line) => `第 ${line} 行不是 JSON。`,
  lineNotACall: (line, problem) =>
    `第 ${line} 行不是调用。${problem}一次调用的格式是 {"id": …, "tool_name": "…", "arguments": {…}}。`,
  lineTooLong: (line, limit) => `第 ${line} 行超过 ${limit} 个字符。`,
  noInput: '请以参数给出一个调用，或从标准输入按行给出 JSON 调用。',
  badPair: (pair) => `"${pair}" 不是 键=值。`,
  yesAndNo: '不能同时给出 --yes 和 --no。',
  badTimeout: '--timeout 必须是正的毫秒数。',
  badTime: (option, value) =>
    `无法识别 ${option} 的值 "${value}"。请给出多久以前，如 30m、24h 或 7d，或给出日期，如 2026-01-31 或 2026-01-31T08:30。`,
  emptyPeriod: '--since 必须早于 --until。',
  unknownLocale: (locale, known) => `未知语言 "${locale}"。可用：${known.join('、')}。`,
  unknownTier: (tier, known) => `未知等级 "${tier}"。可用：${known.join('、')}。`,
  ruleMatchesNothing: '该规则不匹配任何调用。',
  commandPattern: {
    several: (pattern) => `规则分别匹配命令行中的每条命令：请为“${pattern}”中的每条命令各写一条规则。`,
    quoted: (pattern) => `匹配命令时不含引号：请直接书写“${pattern}”，含空格的词用单引号括起。`,
    path: (pattern) => `系统程序按名称匹配：请去掉“${pattern}”中的目录。`,
    typed: (pattern) =>
      `终端中键入的内容不会被解析，任何模式都无法允许它：请去掉“${pattern}”，或按 action 允许。`,
  },
  entryAllowsNothing: '没有该条目，允许的内容也不会减少。',
  idleCommand: {
    beside_exact: () =>
      '"sandbox.commands" 即为完整列表：请把要运行的程序移入其中，并删除 "allow_commands"。',
    no_name: (program) => `没有名为 "${program}" 的程序：请只写程序名，子命令写在 "subcommands" 中。`,
    known: (program) =>
      `"${program}" 及其安全参数本来就允许：请删除该条目，或用 { "program": "${program}", "args": "any" } 允许更多。`,
    repeated: (program) => `"${program}" 已经列出：请删除重复的条目。`,
    nothing_listed: () => '请填写 "subcommands"；不写则表示任意子命令。',
    any_and_listed: () => '"args": "any" 已允许全部参数：请删除它，或删除 "subcommands" 和 "flags"。',
  },
  noToolMatches: (pattern, suggestions) =>
    `没有工具 "${pattern}"。${suggestions.length > 0 ? `您是否想写 ${suggestions.join('、')}？` : '请更正或删除。'}`,
  noAgentMatches: (pattern, known) => `没有智能体 "${pattern}"。已知：${known.join('、')}。`,
  problems: (count) => `${count} 个问题`,
  noProblems: (file) => `${file}：没有问题。`,
  noConfig: '没有配置文件，一切使用默认值。可用 "toolcrib init" 写出一份。',
  written: (file) => `已写入 ${file}。`,
  exists: (file) => `${file} 已存在，未作改动。`,
  notWritten: (file, code) => `无法写入 ${file}：${code === 'ENOENT' ? '其目录不存在。' : code}`,
  tools: (count) => `${count} 个工具`,
  changed: (count) => `为该提供方作了 ${count} 处改动（用 --json 查看）。`,
  notOffered: (tool, agent) =>
    `${tool} 不在 "toolcrib list --agent ${agent}" 列出的工具之中。可用 "toolcrib explain" 查看原因。`,
  question: {
    title: (tool) => `是否允许执行 ${tool}？`,
    asks: (tool) => `${tool} 提出一个问题：`,
    fillIn: '[y] 回答   [N] 拒绝：',
    agent: '智能体',
    requestedBy: '发起者',
    application: '应用本身',
    arguments: '参数',
    effects: '它将',
    risk: '风险等级',
    levels: { low: '低', medium: '中', high: '高' },
    warning: '警告',
    prompt: '[y] 允许一次   [s] 本次会话内允许   [a] 始终允许，直到撤销   [N] 拒绝：',
    wordPrompt:
      '请输入完整单词："allow"（允许一次）、"session"（本次会话内允许）或 "always"（始终允许，直到撤销）。其他输入均为拒绝：',
    readFirst: (seconds) => `请先阅读：${seconds} 秒后出现提示，此前的输入一律忽略。`,
    nextPage: (page, pages) => `第 ${page} 页，共 ${pages} 页。[回车] 下一页   [n] 拒绝：`,
    ended: (status, by) =>
      status === 'withdrawn'
        ? '该确认已被撤回。'
        : status === 'expired'
          ? '回答时间已过。'
          : `已由 ${by ?? '他人'} 回答：${status === 'denied' ? '拒绝' : '允许'}。`,
    waits: (tool, id) => `${tool} 正在等待回答：toolcrib approvals show ${id}`,
  },
  outcome: { run: '会执行', ask: '经用户确认后执行', blocked: '会被阻止', error: '会以错误结束' },
  decision: { pass: '通过', ask: '询问', refuse: '拒绝', not_reached: '-' },
  remedy: '解决办法',
  asking: (what, seconds) => `正在查看 ${what}：${seconds} 秒`,
  doctor: {
    project: '项目',
    sandbox: '沙箱',
    layer: '实际达到的层级',
    layers: {
      checks: '进程经过检查并成组结束，但系统不对其隔离。',
      seatbelt:
        '进程只能写入项目，不能读取您的主目录，只能经代理访问网络。该配置仅作为文本测试过，未在 Mac 上运行：请用 "toolcrib doctor --attack" 在您的机器上验证。',
      namespaces: '进程只能看到自己的进程，只能写入项目，没有自己的网络。',
      bubblewrap: '此外，进程还有自己的文件系统，其中只有项目可写。',
    },
    works: '有',
    missing: '无',
    hosts: '允许的主机',
    none: '无',
    commands: '已知命令之外允许的命令',
    noneBeside: '无',
    onlyCommands: '允许的命令（仅限这些）',
    state: '状态目录',
    log: '安全日志',
    severities: { error: '错误', warning: '注意' },
    found: (count) => (count === 0 ? '没有问题。' : `${count} 项发现。`),
  },
};

export function cliTexts(locale: Locale): CliTexts {
  return locale === 'zh-CN' ? zhCN : en;
}
