import type { Locale } from '@toolcrib/core';
import type { EvaluationParts, StepReport } from '@toolcrib/core/discovery';

/** What `recommend`, `decide` and `feedback` say. */
export interface ChoiceTexts {
  readonly steps: Readonly<
    Record<
      'task' | 'scene' | 'intent' | 'candidates' | 'evaluation' | 'choice' | 'parameters' | 'missing',
      string
    >
  >;
  readonly parts: Readonly<Record<keyof EvaluationParts, string>>;
  /** The name of a scene or an intent; those that somebody added have their own. */
  kind(name: string): string;
  readonly none: string;
  readonly nothing: string;
  noToolFits: string;
  leftOut: string;
  by(report: StepReport): string;
  call(command: string): string;
  recommended(count: number): string;
  badFeedback(given: string): string;
  thanks(tool: string, good: boolean): string;
  noTask: string;
}

const en: ChoiceTexts = {
  steps: {
    task: 'Task',
    scene: '1. Scene',
    intent: '2. Intent',
    candidates: '3. Candidates',
    evaluation: '4. Evaluation',
    choice: 'Choice',
    parameters: '5. Parameters',
    missing: 'Missing',
  },
  parts: {
    function: 'function',
    coverage: 'coverage',
    parameters: 'parameters',
    intent: 'intent',
    scene: 'scene',
    cost: 'cost',
    success: 'success',
    speed: 'speed',
    feedback: 'feedback',
  },
  kind: (name) => name.replaceAll('_', ' '),
  none: 'none',
  nothing: 'nothing',
  noToolFits: 'No tool fits.',
  leftOut: 'Left out',
  by: ({ by, fallback }) =>
    by === 'model'
      ? ' (by the model)'
      : fallback === undefined
        ? ''
        : ` (by rules: the model's answer ${{ error: 'did not come', timeout: 'came too late', not_valid: 'was not valid' }[fallback]})`,
  call: (command) => `To call it: ${command}`,
  recommended: (count) => (count === 1 ? '1 tool' : `${count} tools`),
  badFeedback: (given) => `Feedback is +1 or -1, not "${given}".`,
  thanks: (tool, good) => `Noted: ${tool} ${good ? 'served' : 'did not serve'}.`,
  noTask: 'The call says for no task, so that this counts for the tool as a whole.',
};

const zhKinds: Readonly<Record<string, string>> = {
  search: '搜索',
  read: '读取',
  create: '创建',
  write: '写入',
  delete: '删除',
  send: '发送',
  convert: '转换',
  calculate: '计算',
  analyze: '分析',
  predict: '预测',
  recommend: '推荐',
  book: '预订',
  run: '运行',
  file: '文件',
  code: '代码',
  network: '网络',
  data_analysis: '数据分析',
  mathematics: '数学',
  media: '媒体',
  system: '系统',
  communication: '通讯',
  calendar: '日历',
  travel: '出行',
  finance: '金融',
  shopping: '购物',
  weather: '天气',
  health: '健康',
  food: '饮食',
  education: '教育',
  language: '语言',
  entertainment: '娱乐',
  news: '新闻',
  law: '法律',
  work: '工作',
  home: '家居',
  science: '科学',
};

const zhCN: ChoiceTexts = {
  steps: {
    task: '任务',
    scene: '1. 场景',
    intent: '2. 意图',
    candidates: '3. 候选工具',
    evaluation: '4. 评估',
    choice: '选择',
    parameters: '5. 参数',
    missing: '缺少',
  },
  parts: {
    function: '功能',
    coverage: '覆盖',
    parameters: '参数',
    intent: '意图',
    scene: '场景',
    cost: '代价',
    success: '成功率',
    speed: '速度',
    feedback: '反馈',
  },
  kind: (name) => zhKinds[name] ?? name,
  none: '无',
  nothing: '无',
  noToolFits: '没有合适的工具。',
  leftOut: '不推荐',
  by: ({ by, fallback }) =>
    by === 'model'
      ? '（由模型判断）'
      : fallback === undefined
        ? ''
        : `（由规则判断：模型的回答${{ error: '没有收到', timeout: '来得太晚', not_valid: '无效' }[fallback]}）`,
  call: (command) => `调用方法：${command}`,
  recommended: (count) => `${count} 个工具`,
  badFeedback: (given) => `反馈只能是 +1 或 -1，不能是 "${given}"。`,
  thanks: (tool, good) => `已记录：${tool} ${good ? '有用' : '没有用'}。`,
  noTask: '该调用没有注明任务，因此反馈计入整个工具。',
};

export function choiceTexts(locale: Locale): ChoiceTexts {
  return locale === 'zh-CN' ? zhCN : en;
}
