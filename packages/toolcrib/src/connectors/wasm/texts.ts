import { text, visible, type Locale } from '@toolcrib/core';
import { fileTexts } from '../../files/texts.ts';
import type { CheckEnd, DescriptorFault, PluginProblem, UnsupportedFeature } from './plugin-problem.ts';

/** What went wrong in a plugin while it ran: a stable word, and the facts for its sentence. */
export type PluginFailure =
  | { readonly reason: 'plugin_failed'; readonly code: number; readonly stderr: string }
  | {
      readonly reason: 'plugin_trapped';
      readonly detail: string;
      readonly stderr: string;
      readonly usedMb: number;
      readonly memoryMb: number;
    }
  | { readonly reason: 'plugin_not_json'; readonly beginning: string }
  | { readonly reason: 'plugin_cpu_time'; readonly milliseconds: number }
  | { readonly reason: 'plugin_out_of_memory'; readonly detail: string }
  | { readonly reason: 'plugin_not_compiled'; readonly detail: string }
  | { readonly reason: 'plugin_crashed'; readonly detail: string };

interface PluginTexts {
  problem(source: string, problem: PluginProblem): string;
  failure(failure: PluginFailure): string;
}

const en: PluginTexts = {
  problem(source, problem) {
    switch (problem.kind) {
      case 'plugin_not_readable':
        return `The plugin cannot be read from ${problem.file}. ${fileTexts('en')(problem.problem)}`;
      case 'plugin_too_large':
        return `The plugin "${source}" has more than ${problem.limit} bytes. Build it smaller.`;
      case 'plugin_malformed':
        return `"${source}" is not a WebAssembly module, or a broken one: ${problem.detail}${problem.at === undefined ? '' : ` (at byte ${problem.at})`}. Build it again.`;
      case 'plugin_unsupported':
        return `The plugin "${source}" ${unsupportedEn[problem.feature]}.`;
      case 'plugin_forbidden_import':
        return `The plugin "${source}" imports what it cannot have: ${problem.imports.join(', ')}. Only functions of wasi_snapshot_preview1 can be imported. Build it for wasm32-wasip1.`;
      case 'plugin_no_entry':
        return `The plugin "${source}" does not export ${problem.missing.join(' and ')}. Build it as a program (a WASI command), not as a library.`;
      case 'plugin_wrong_signature':
        return `The plugin "${source}" has ${problem.name} with the signature ${problem.has}; it must be ${problem.needs} (i is an i32, I an i64; parameters before the colon, results after it). Build it for wasm32-wasip1.`;
      case 'plugin_not_instantiable':
        return `No instance of the plugin "${source}" can be created: ${visible(problem.detail)}. Its data or element segments do not fit into its memory or tables. Correct them, or build it with a larger initial memory.`;
      case 'plugin_not_checked':
        return `The plugin "${source}" could not be checked: ${notCheckedEn[problem.reason]}${said(problem.detail, ' ')}`;
      case 'plugin_over_limit':
        return `The plugin "${source}" begins with ${problem.needs} and may have ${problem.allowed} (${problem.limit}). Raise limits.${problem.limit} in its entry, or build it smaller.`;
      case 'plugin_no_descriptor':
        return `The plugin "${source}" has no descriptor: neither a section "toolcrib" nor a file ${problem.file}. Write that file.`;
      case 'plugin_bad_descriptor':
        return `The descriptor of "${source}" cannot be used: ${faultEn(problem.fault)}`;
      case 'plugin_descriptors_differ':
        return `The plugin "${source}" has two descriptors that do not say the same: its section "toolcrib" and ${problem.file}. Remove one of them.`;
      case 'plugin_capability_unknown':
        return `The plugin "${source}" asks for ${problem.capability}, which no plugin can have. There are: ${problem.known.join(', ')}. Remove it from the descriptor.`;
      case 'plugin_not_granted':
        return `The plugin "${source}" asks for what nobody has granted it: ${problem.asked.join('; ')}. Register it again and say yes, or write it under "grant" in its entry.`;
      case 'plugin_version_not_higher':
        return `${problem.tool} ${problem.registered} is registered; ${problem.version} is not higher. Raise the version in the descriptor, or unregister it first.`;
      case 'plugin_copy_lost':
        return `The accepted copy of the plugin "${source}" is gone or has been changed. Accept it again: toolcrib tools accept ${source}`;
      case 'plugin_unknown':
        return `There is no plugin "${source}".${problem.known.length > 0 ? ` There are: ${problem.known.join(', ')}.` : ''}`;
    }
  },
  failure(failure) {
    switch (failure.reason) {
      case 'plugin_failed':
        return `It ended with exit code ${failure.code}.${said(failure.stderr, ' It says: ')}`;
      case 'plugin_trapped':
        return `It broke off: ${visible(failure.detail)} (${failure.usedMb} of ${failure.memoryMb} MB of memory in use).${said(failure.stderr, ' It says: ')}`;
      case 'plugin_not_json':
        return failure.beginning === ''
          ? 'It wrote nothing to standard output; a result is one JSON value.'
          : `What it wrote to standard output is not one JSON value. It begins with: ${visible(failure.beginning)}`;
      case 'plugin_cpu_time':
        return `It used up its ${failure.milliseconds} ms of CPU time and was ended.`;
      case 'plugin_out_of_memory':
        return `It ran out of memory and was ended.${said(failure.detail, ' ')}`;
      case 'plugin_not_compiled':
        return `The module cannot be compiled: ${visible(failure.detail)}`;
      case 'plugin_crashed':
        return `Its process ended by itself.${said(failure.detail, ' ')}`;
    }
  },
};

const notCheckedEn: Readonly<Record<CheckEnd, string>> = {
  time: 'compiling it takes too long. Build it smaller.',
  memory: 'compiling it takes more memory than allowed. Build it smaller, or raise limits.memory_mb.',
  crashed: 'its process ended. Try again, or build it with another compiler version.',
};

const unsupportedEn: Readonly<Record<UnsupportedFeature, string>> = {
  component: 'is a component. Build it as a core module, for wasm32-wasip1',
  shared_memory: 'has a shared memory, which cannot be limited. Build it without threads',
  memory64: 'has a 64-bit memory or table, which cannot be limited. Build it for wasm32',
  custom_page_size: 'has a memory with limits that are not known. Build it with pages of 64 KiB',
  table_type: 'has a table of a kind that cannot be limited. Build it without typed references',
  section: 'has a section that is not known. Build it without experimental features',
};

function faultEn(fault: DescriptorFault): string {
  switch (fault.word) {
    case 'not_json':
      return `it is not JSON: ${fault.detail}`;
    case 'too_large':
      return `it has more than ${fault.limit} bytes.`;
    case 'twice':
      return 'there are two sections "toolcrib".';
    case 'missing':
      return `${fault.field} is missing.`;
    case 'not_for_plugins':
      return `${fault.field} is not for a plugin to say. Remove it.`;
    case 'bad_name':
      return `"${fault.name}" is no name. Use letters, digits, _ and -, 64 at most.`;
    case 'other_name':
      return `it says that its name is "${fault.name}".`;
    case 'bad_value':
      return `${fault.field} is not what it must be.`;
    case 'definition':
      return text('invalid_definition', fault.data, 'en');
  }
}

const zhCN: PluginTexts = {
  problem(source, problem) {
    switch (problem.kind) {
      case 'plugin_not_readable':
        return `无法从 ${problem.file} 读取插件。${fileTexts('zh-CN')(problem.problem)}`;
      case 'plugin_too_large':
        return `插件"${source}"超过 ${problem.limit} 字节。请构建得更小。`;
      case 'plugin_malformed':
        return `"${source}"不是 WebAssembly 模块，或已损坏：${problem.detail}${problem.at === undefined ? '' : `（第 ${problem.at} 字节）`}。请重新构建。`;
      case 'plugin_unsupported':
        return `插件"${source}"${unsupportedZh[problem.feature]}。`;
      case 'plugin_forbidden_import':
        return `插件"${source}"导入了不能提供的内容：${problem.imports.join('、')}。只能导入 wasi_snapshot_preview1 的函数。请以 wasm32-wasip1 为目标构建。`;
      case 'plugin_no_entry':
        return `插件"${source}"没有导出 ${problem.missing.join(' 和 ')}。请将它构建为程序（WASI command），而不是库。`;
      case 'plugin_wrong_signature':
        return `插件"${source}"中 ${problem.name} 的签名为 ${problem.has}，应为 ${problem.needs}（i 表示 i32，I 表示 i64；冒号前为参数，后为结果）。请以 wasm32-wasip1 为目标构建。`;
      case 'plugin_not_instantiable':
        return `无法创建插件"${source}"的实例：${visible(problem.detail)}。其数据段或元素段超出内存或表的范围。请更正，或以更大的初始内存构建。`;
      case 'plugin_not_checked':
        return `无法检查插件"${source}"：${notCheckedZh[problem.reason]}${said(problem.detail, '')}`;
      case 'plugin_over_limit':
        return `插件"${source}"起始就需要 ${problem.needs}，而上限是 ${problem.allowed}（${problem.limit}）。请在其条目中调高 limits.${problem.limit}，或构建得更小。`;
      case 'plugin_no_descriptor':
        return `插件"${source}"没有描述：既没有 "toolcrib" 段，也没有文件 ${problem.file}。请编写该文件。`;
      case 'plugin_bad_descriptor':
        return `"${source}"的描述无法使用：${faultZh(problem.fault)}`;
      case 'plugin_descriptors_differ':
        return `插件"${source}"有两份内容不同的描述：其 "toolcrib" 段与 ${problem.file}。请删除其中一份。`;
      case 'plugin_capability_unknown':
        return `插件"${source}"请求 ${problem.capability}，任何插件都不能拥有它。可用：${problem.known.join('、')}。请从描述中删除。`;
      case 'plugin_not_granted':
        return `插件"${source}"请求了无人授予的能力：${problem.asked.join('；')}。请重新注册并确认，或写在其条目的 "grant" 下。`;
      case 'plugin_version_not_higher':
        return `已注册 ${problem.tool} ${problem.registered}；${problem.version} 并不更高。请提高描述中的版本号，或先注销它。`;
      case 'plugin_copy_lost':
        return `插件"${source}"已接受的副本丢失或被改动。请重新接受：toolcrib tools accept ${source}`;
      case 'plugin_unknown':
        return `没有插件"${source}"。${problem.known.length > 0 ? `现有：${problem.known.join('、')}。` : ''}`;
    }
  },
  failure(failure) {
    switch (failure.reason) {
      case 'plugin_failed':
        return `插件以退出码 ${failure.code} 结束。${said(failure.stderr, '其输出：')}`;
      case 'plugin_trapped':
        return `插件中断：${visible(failure.detail)}（内存已用 ${failure.usedMb} MB，上限 ${failure.memoryMb} MB）。${said(failure.stderr, '其输出：')}`;
      case 'plugin_not_json':
        return failure.beginning === ''
          ? '插件没有向标准输出写入任何内容；结果应是一个 JSON 值。'
          : `插件写入标准输出的内容不是一个 JSON 值。开头为：${visible(failure.beginning)}`;
      case 'plugin_cpu_time':
        return `插件用尽了 ${failure.milliseconds} 毫秒的 CPU 时间，已被结束。`;
      case 'plugin_out_of_memory':
        return `插件内存不足，已被结束。${said(failure.detail, '')}`;
      case 'plugin_not_compiled':
        return `模块无法编译：${visible(failure.detail)}`;
      case 'plugin_crashed':
        return `插件的进程自行结束。${said(failure.detail, '')}`;
    }
  },
};

const notCheckedZh: Readonly<Record<CheckEnd, string>> = {
  time: '编译时间过长。请构建得更小。',
  memory: '编译所需内存超过上限。请构建得更小，或调高 limits.memory_mb。',
  crashed: '其进程已结束。请重试，或换一个编译器版本构建。',
};

const unsupportedZh: Readonly<Record<UnsupportedFeature, string>> = {
  component: '是组件。请构建为核心模块，目标为 wasm32-wasip1',
  shared_memory: '使用共享内存，无法限制。请不带线程构建',
  memory64: '使用 64 位内存或表，无法限制。请以 wasm32 为目标构建',
  custom_page_size: '的内存带有未知的限制形式。请使用 64 KiB 的页',
  table_type: '含有无法限制的表类型。请不带类型化引用构建',
  section: '含有未知的段。请不带实验性功能构建',
};

function faultZh(fault: DescriptorFault): string {
  switch (fault.word) {
    case 'not_json':
      return `不是 JSON：${fault.detail}`;
    case 'too_large':
      return `超过 ${fault.limit} 字节。`;
    case 'twice':
      return '有两个 "toolcrib" 段。';
    case 'missing':
      return `缺少 ${fault.field}。`;
    case 'not_for_plugins':
      return `${fault.field} 不由插件决定。请删除。`;
    case 'bad_name':
      return `"${fault.name}" 不是有效名称。请使用字母、数字、_ 和 -，至多 64 个。`;
    case 'other_name':
      return `其中的名称是 "${fault.name}"。`;
    case 'bad_value':
      return `${fault.field} 的值不正确。`;
    case 'definition':
      return text('invalid_definition', fault.data, 'zh-CN');
  }
}

function said(words: string, before: string): string {
  const trimmed = words.trim();
  return trimmed === '' ? '' : `${before}${visible(trimmed)}`;
}

export function pluginTexts(locale: Locale): PluginTexts {
  return locale === 'zh-CN' ? zhCN : en;
}
