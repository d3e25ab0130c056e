import type { Locale } from '@toolcrib/core';
import type { DecidedNode, NodeState, PlanState, SkipReason, UndecidedCall } from '@toolcrib/core/plan';
import type { ArgumentSource } from '@toolcrib/core/planner';

/** What the command says about plans. */
export interface PlanTexts {
  readonly columns: Readonly<
    Record<'id' | 'name' | 'state' | 'submitted' | 'duration' | 'node' | 'tool' | 'items', string>
  >;
  readonly states: Readonly<Record<PlanState, string>>;
  readonly nodeStates: Readonly<Record<NodeState, string>>;
  /** Where an argument comes from. */
  from(source: ArgumentSource): string;
  readonly forEach: string;
  readonly when: string;
  readonly after: string;
  readonly missing: string;
  readonly noTool: string;
  readonly nothingPlanned: string;
  byModel: string;
  byRules(fallback: string | undefined): string;
  written(file: string): string;
  nodes(count: number): string;
  plans(count: number): string;
  more(cursor: string): string;
  /** Of plans that nobody runs here by themselves. */
  waiting(ids: readonly string[]): string;
  clean(file: string): string;
  problems(errors: number, others: number): string;
  readonly severity: Readonly<Record<'error' | 'warning' | 'notice', string>>;
  noFile(file: string): string;
  noPlan(id: string): string;
  badConcurrency: string;
  badInput(pair: string): string;
  begins(name: string, id: string): string;
  ended(state: PlanState, duration: string): string;
  resumeWith(command: string): string;
  /** That a person has to decide about nodes whose outcome is unknown. */
  decide(planId: string, calls: readonly UndecidedCall[]): readonly string[];
  readonly decided: Readonly<Record<DecidedNode['decision'], (by: string) => string>>;
  badDecision(given: string): string;
  running(count: number): string;
  asking(count: number): string;
  others(count: number, state: NodeState): string;
  skipped: Readonly<Record<SkipReason, string>>;
  replaced: string;
}

const en: PlanTexts = {
  columns: {
    id: 'ID',
    name: 'Plan',
    state: 'State',
    submitted: 'Submitted',
    duration: 'Duration',
    node: 'Node',
    tool: 'Tool',
    items: 'Items',
  },
  states: {
    running: 'running',
    succeeded: 'succeeded',
    incomplete: 'incomplete',
    failed: 'failed',
    cancelled: 'cancelled',
    parked: 'waits for a decision',
  },
  nodeStates: {
    waiting: 'waiting',
    running: 'running',
    parked: 'waits for an answer',
    succeeded: 'succeeded',
    failed: 'failed',
    skipped: 'skipped',
    cancelled: 'cancelled',
    outcome_unknown: 'outcome unknown',
  },
  from: ({ from, reference }) => {
    switch (from) {
      case 'words':
        return 'from the words of the step';
      case 'earlier_words':
        return 'said for an earlier step';
      case 'item':
        return 'the item at hand';
      case 'default':
        return 'the default';
      case 'step':
        return `from ${reference ?? ''}`;
    }
  },
  forEach: 'for each of',
  when: 'only when',
  after: 'after',
  missing: 'Missing',
  noTool: 'no tool does this',
  nothingPlanned: 'No tool does any of this.',
  byModel: 'Made by the language model.',
  byRules: (fallback) =>
    fallback === undefined
      ? 'Made by rules.'
      : `Made by rules: the language model ${{ error: 'failed', timeout: 'was late', not_valid: 'gave no valid plan' }[fallback] ?? ''}.`,
  written: (file) => `Written to ${file}.`,
  nodes: (count) => `${count} ${count === 1 ? 'node' : 'nodes'}`,
  plans: (count) => `${count} ${count === 1 ? 'plan' : 'plans'}`,
  waiting: (ids) =>
    `Begun by another user, on another machine or for another folder, and not gone on with by itself: ${ids.join(', ')}. Look with "toolcrib plan show ID"; go on with "toolcrib plan resume ID".`,
  more: (cursor) => `There are more: --cursor ${cursor}`,
  clean: (file) => `${file}: nothing stands in its way.`,
  problems: (errors, others) =>
    `${errors} ${errors === 1 ? 'error' : 'errors'}, ${others} ${others === 1 ? 'remark' : 'remarks'}`,
  severity: { error: 'error', warning: 'warning', notice: 'notice' },
  noFile: (file) => `There is no plan file ${file}.`,
  noPlan: (id) =>
    `There is no plan ${id}, neither a file nor a submitted one. "toolcrib plan list" names them.`,
  badConcurrency: '--concurrency must be a whole number from 1 to 1000.',
  badInput: (pair) => `--input ${pair} must be written as NAME=VALUE.`,
  begins: (name, id) => `${name}: ${id}`,
  ended: (state, duration) =>
    `The plan has ${en.states[state] === 'running' ? 'not ended' : endings[state]} after ${duration}.`,
  resumeWith: (command) => `Go on with: ${command}`,
  decide: (planId, calls) => [
    `Nobody knows whether these calls were made: ${calls.map(({ name }) => name).join(', ')}. Find out, and decide about each of them:`,
    ...calls.flatMap(({ callId }) => (callId === undefined ? [] : [`  toolcrib history show ${callId}`])),
    ...calls.map(
      ({ name }) => `  toolcrib plan resume ${planId} --done ${name} | --retry ${name} | --skip ${name}`,
    ),
  ],
  decided: {
    done: (by) => `decided by ${by}: it was done`,
    retry: (by) => `decided by ${by}: make the call again`,
    skip: (by) => `decided by ${by}: go on without it`,
  },
  badDecision: (given) => `--done ${given} must be written as NODE or NODE=JSON.`,
  running: (count) => `${count} running`,
  asking: (count) => `${count} ${count === 1 ? 'waits' : 'wait'} for an answer`,
  others: (count, state) => `… and ${count} more ${en.nodeStates[state]}`,
  skipped: {
    condition: 'its condition does not hold',
    dependency: 'what it needs is not there',
    decision: 'left out',
  },
  replaced: 'went on without it',
};

const endings: Readonly<Record<PlanState, string>> = {
  running: 'not ended',
  succeeded: 'succeeded',
  incomplete: 'ended incomplete',
  failed: 'failed',
  cancelled: 'been cancelled',
  parked: 'been parked: it waits for a decision',
};

const zhCN: PlanTexts = {
  columns: {
    id: 'ID',
    name: '计划',
    state: '状态',
    submitted: '提交时间',
    duration: '耗时',
    node: '节点',
    tool: '工具',
    items: '项目',
  },
  states: {
    running: '运行中',
    succeeded: '成功',
    incomplete: '未全部完成',
    failed: '失败',
    cancelled: '已取消',
    parked: '等待决定',
  },
  nodeStates: {
    waiting: '等待中',
    running: '运行中',
    parked: '等待回答',
    succeeded: '成功',
    failed: '失败',
    skipped: '已跳过',
    cancelled: '已取消',
    outcome_unknown: '结果未知',
  },
  from: ({ from, reference }) => {
    switch (from) {
      case 'words':
        return '来自该步骤的文字';
      case 'earlier_words':
        return '前面的步骤中已说明';
      case 'item':
        return '当前项目';
      case 'default':
        return '默认值';
      case 'step':
        return `来自 ${reference ?? ''}`;
    }
  },
  forEach: '对每一个',
  when: '仅当',
  after: '之后于',
  missing: '缺少',
  noTool: '没有工具能完成',
  nothingPlanned: '没有任何工具能完成这些。',
  byModel: '由语言模型制定。',
  byRules: (fallback) =>
    fallback === undefined
      ? '由规则制定。'
      : `由规则制定：语言模型${{ error: '出错', timeout: '超时', not_valid: '没有给出有效的计划' }[fallback] ?? ''}。`,
  written: (file) => `已写入 ${file}。`,
  nodes: (count) => `${count} 个节点`,
  plans: (count) => `${count} 个计划`,
  waiting: (ids) =>
    `以下计划由其他用户、在其他机器上或为其他目录启动，不会自动继续：${ids.join('、')}。请用 “toolcrib plan show ID” 查看，用 “toolcrib plan resume ID” 继续。`,
  more: (cursor) => `还有更多：--cursor ${cursor}`,
  clean: (file) => `${file}：没有任何妨碍。`,
  problems: (errors, others) => `${errors} 个错误，${others} 条提示`,
  severity: { error: '错误', warning: '警告', notice: '提示' },
  noFile: (file) => `没有计划文件 ${file}。`,
  noPlan: (id) => `没有计划 ${id}，既无此文件，也无此已提交的计划。"toolcrib plan list" 列出所有计划。`,
  badConcurrency: '--concurrency 必须是 1 到 1000 的整数。',
  badInput: (pair) => `--input ${pair} 应写作 NAME=VALUE。`,
  begins: (name, id) => `${name}：${id}`,
  ended: (state, duration) => `计划${zhCN.states[state]}，耗时 ${duration}。`,
  resumeWith: (command) => `继续运行：${command}`,
  decide: (planId, calls) => [
    `无法得知以下调用是否已执行：${calls.map(({ name }) => name).join('、')}。请查明后逐一作出决定：`,
    ...calls.flatMap(({ callId }) => (callId === undefined ? [] : [`  toolcrib history show ${callId}`])),
    ...calls.map(
      ({ name }) => `  toolcrib plan resume ${planId} --done ${name} | --retry ${name} | --skip ${name}`,
    ),
  ],
  decided: {
    done: (by) => `${by} 决定：已执行`,
    retry: (by) => `${by} 决定：重新调用`,
    skip: (by) => `${by} 决定：跳过`,
  },
  badDecision: (given) => `--done ${given} 应写作 NODE 或 NODE=JSON。`,
  running: (count) => `${count} 个运行中`,
  asking: (count) => `${count} 个等待回答`,
  others: (count, state) => `……另有 ${count} 个${zhCN.nodeStates[state]}`,
  skipped: { condition: '条件不成立', dependency: '所需的内容没有得到', decision: '已决定跳过' },
  replaced: '以替代值继续',
};

export function planTexts(locale: Locale): PlanTexts {
  return locale === 'zh-CN' ? zhCN : en;
}
