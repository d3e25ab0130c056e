import type { Locale } from '@toolcrib/core';
import type { AttackGroup } from '../../attack/attack.ts';

/** What the report about the attacks says. */
export interface AttackTexts {
  readonly groups: Readonly<Record<AttackGroup, string>>;
  readonly group: string;
  readonly notApplicable: string;
  readonly all: string;
  running(done: number, all: number, seconds: number): string;
  /** Above the table: how to read it. */
  readonly legend: string;
  readonly gotThrough: string;
  summary(counts: { readonly gotThrough: number; readonly held: number; readonly notRun: number }): string;
  readonly noSandbox: string;
  readonly noBash: string;
}

const en: AttackTexts = {
  groups: {
    files_outside: 'files outside the project',
    protected_names: 'protected files',
    processes: 'processes',
    network: 'network',
    environment: 'secrets in the environment',
    delayed_escape: 'delayed escapes',
    command_guard: 'destructive commands unasked',
  },
  group: 'attacks',
  notApplicable: 'not applicable',
  all: 'all',
  running: (done, all, seconds) => `Attack ${done} of ${all}: ${seconds} s`,
  legend:
    'Held, of those tried; each alone, in a scratch folder. Not applicable: without any protection it has no effect on this machine either.',
  gotThrough: 'got through',
  summary: ({ gotThrough, held, notRun }) =>
    [
      gotThrough === 0 ? `Nothing got through; ${held} held.` : `${gotThrough} got through, ${held} held.`,
      ...(notRun === 0
        ? []
        : [`There was no time for ${notRun} more: run it again when the machine is idle.`]),
    ].join(' '),
  noSandbox: 'No layer of the system works here; only the checks were attacked.',
  noBash:
    'The attacks are lines for bash, which Windows does not have. Run "toolcrib doctor --attack" inside WSL 2.',
};

const zhCN: AttackTexts = {
  groups: {
    files_outside: '项目之外的文件',
    protected_names: '受保护的文件',
    processes: '进程',
    network: '网络',
    environment: '环境变量中的密钥',
    delayed_escape: '延迟逃逸',
    command_guard: '未经询问的破坏性命令',
  },
  group: '攻击',
  notApplicable: '不适用',
  all: '合计',
  running: (done, all, seconds) => `攻击 ${done}/${all}：${seconds} 秒`,
  legend:
    '数字为“挡住 / 尝试”，各层单独在临时目录中测试。“不适用”：在本机上即使没有任何保护，该攻击也不起作用。',
  gotThrough: '已突破',
  summary: ({ gotThrough, held, notRun }) =>
    [
      gotThrough === 0 ? `没有攻击突破；挡住 ${held} 次。` : `${gotThrough} 次突破，${held} 次被挡住。`,
      ...(notRun === 0 ? [] : [`另有 ${notRun} 次因时间不足未运行：请在机器空闲时重试。`]),
    ].join(''),
  noSandbox: '本机没有可用的系统沙箱层；只对检查层进行了攻击。',
  noBash: '这些攻击是 bash 命令，Windows 没有 bash。请在 WSL 2 中运行 "toolcrib doctor --attack"。',
};

export function attackTexts(locale: Locale): AttackTexts {
  return locale === 'zh-CN' ? zhCN : en;
}
