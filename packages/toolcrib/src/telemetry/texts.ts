import type { Locale } from '@toolcrib/core';

export interface TelemetryTexts {
  slowCall(tool: string, milliseconds: number, limit: number): string;
  blocked(tool: string, error: string): string;
  failed(tool: string, error: string): string;
  run(tool: string): string;
  ended(tool: string, milliseconds: number): string;
  removed(tool: string, agent: string): string;
  notSent(what: 'traces' | 'metrics', to: string, reason: string): string;
  unknownLevel(value: string, known: readonly string[]): string;
  logNotWritten(reason: string): string;
}

const en: TelemetryTexts = {
  slowCall: (tool, milliseconds, limit) =>
    `${tool} took ${milliseconds} ms, longer than the limit of ${limit} ms.`,
  blocked: (tool, error) => `${tool} was blocked: ${error}`,
  failed: (tool, error) => `${tool} failed: ${error}`,
  run: (tool) => `${tool} is run.`,
  ended: (tool, milliseconds) => `${tool} has ended after ${milliseconds} ms.`,
  removed: (tool, agent) => `${tool} was removed: the agent ${agent} cannot call it any more.`,
  notSent: (what, to, reason) => `The ${what} could not be sent to ${to}: ${reason}.`,
  unknownLevel: (value, known) =>
    `TOOLCRIB_LOG is "${value}", which is no level; it can be ${known.join(', ')}.`,
  logNotWritten: (reason) => `The log cannot be written: ${reason}.`,
};

const zhCN: TelemetryTexts = {
  slowCall: (tool, milliseconds, limit) => `${tool} 用时 ${milliseconds} 毫秒，超过 ${limit} 毫秒的上限。`,
  blocked: (tool, error) => `${tool} 被阻止：${error}`,
  failed: (tool, error) => `${tool} 失败：${error}`,
  run: (tool) => `正在运行 ${tool}。`,
  ended: (tool, milliseconds) => `${tool} 已结束，用时 ${milliseconds} 毫秒。`,
  removed: (tool, agent) => `${tool} 已被移除：智能体 ${agent} 不能再调用它。`,
  notSent: (what, to, reason) => `${what === 'traces' ? '追踪数据' : '指标'}无法发送到 ${to}：“${reason}”。`,
  unknownLevel: (value, known) => `TOOLCRIB_LOG 为 "${value}"，不是有效的级别；可用：${known.join('、')}。`,
  logNotWritten: (reason) => `无法写入日志：“${reason}”。`,
};

export function telemetryTexts(locale: Locale): TelemetryTexts {
  return locale === 'zh-CN' ? zhCN : en;
}
