import type { Locale } from '@toolcrib/core';
import type { Ability } from './abilities.ts';
import type { ConfigTrust } from './config-trust.ts';
import type { Change } from './setting.ts';

export interface TrustTexts {
  /** One line for everybody who uses a project that runs restricted. */
  restricted(facts: { readonly file: string; readonly withheld: number }): string;
  line(line: number): string;
  abilities: Readonly<Record<Ability, string>>;
  /** What `check` says of an entry. */
  notAccepted(facts: { readonly change: Change; readonly abilities: readonly Ability[] }): string;
  accept: string;
}

const en: TrustTexts = {
  restricted: ({ file, withheld }) =>
    `Restricted: ${withheld} ${withheld === 1 ? 'entry' : 'entries'} of ${file} not accepted on this machine, and without effect. Review: "toolcrib trust".`,
  line: (line) => `line ${line}`,
  abilities: {
    run_programs: 'Run programs',
    weaken_sandbox: 'Weaken the sandbox',
    receive_secrets: 'Receive secrets from the environment',
    reach_hosts: 'Reach hosts or listen for them',
    touch_files: 'Read or write files outside the project',
    replace_tools: 'Replace built-in tools',
    widen_rights: 'Widen what agents may do',
    lift_restriction: 'Lift a restriction that you accepted',
    change_behaviour: 'Change how Toolcrib works',
  },
  notAccepted: ({ change, abilities }) =>
    change === 'removed'
      ? 'A restriction that you accepted was removed from the file; it stays in force.'
      : `Not accepted on this machine (${change === 'added' ? 'new' : 'changed'}; could: ${abilities.map((ability) => en.abilities[ability].toLowerCase()).join(', ')}); without effect.`,
  accept: 'Review and accept it with "toolcrib trust".',
};

const zhCN: TrustTexts = {
  restricted: ({ file, withheld }) =>
    `受限运行：${file} 中有 ${withheld} 项未在本机获得信任，不生效。请用 “toolcrib trust” 查看。`,
  line: (line) => `第 ${line} 行`,
  abilities: {
    run_programs: '运行程序',
    weaken_sandbox: '削弱沙箱',
    receive_secrets: '获取环境变量中的密钥',
    reach_hosts: '访问主机或对外监听',
    touch_files: '读写项目之外的文件',
    replace_tools: '替换内置工具',
    widen_rights: '扩大智能体的权限',
    lift_restriction: '取消您已接受的限制',
    change_behaviour: '改变 Toolcrib 的工作方式',
  },
  notAccepted: ({ change, abilities }) =>
    change === 'removed'
      ? '文件中删除了一项您已接受的限制；该限制仍然有效。'
      : `未在本机获得信任（${change === 'added' ? '新增' : '已更改'}；可能：${abilities.map((ability) => zhCN.abilities[ability]).join('、')}）；不生效。`,
  accept: '请用 “toolcrib trust” 查看并接受。',
};

/** Said once by every interface to a project that runs restricted; undefined for any other. */
export function restrictedLine(
  { trust }: { readonly trust: ConfigTrust },
  locale: Locale,
): string | undefined {
  const { offer, withheld } = trust;
  if (offer === undefined || withheld.length === 0) return undefined;
  return trustTexts(locale).restricted({ file: offer.file, withheld: withheld.length });
}

const catalogs: Readonly<Record<Locale, TrustTexts>> = { en, 'zh-CN': zhCN };

export function trustTexts(locale: Locale): TrustTexts {
  return catalogs[locale];
}
