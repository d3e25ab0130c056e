import { said } from '../page.ts';
import type { ErrorPages } from './error-page.ts';

/** Definitions, registries and plans that do not add up. */
export const definitions: ErrorPages<
  | 'invalid_definition'
  | 'http_not_supported'
  | 'duplicate_tool'
  | 'duplicate_name'
  | 'missing_tools'
  | 'undefined_tools'
  | 'unknown_provider'
  | 'unusable_index'
  | 'invalid_plan'
  | 'unknown_plan'
  | 'plan_differs'
  | 'plan_out_of_time'
  | 'plan_cancelled'
  | 'plans_closed'
  | 'not_a_list'
  | 'nothing_to_decide'
  | 'plan_runs'
  | 'too_many_items'
  | 'plan_too_large'
> = {
  invalid_definition: {
    where: ['thrown'],
    says: said(
      'A tool, an agent, a rule or an allow-list is not valid. Every problem is named.',
      '工具、智能体、规则或允许列表无效。每个问题都会列出。',
    ),
    todo: said(
      'Correct the fields that are named. "toolcrib check" tells their line and column.',
      '更正所列字段。"toolcrib check" 给出行列位置。',
    ),
    facts: { subject: 'weather', problems: [{ kind: 'missing', field: 'description' }] },
    more: 'define-a-tool',
  },
  http_not_supported: {
    where: ['thrown'],
    says: said('A definition says type "http", which is no kind.', '定义写了 "http" 类型，而没有该种类。'),
    todo: said('Write rest.', '请写 rest。'),
    facts: { tool: 'weather' },
    more: 'rest',
  },
  duplicate_tool: {
    where: ['thrown'],
    says: said(
      'A tool of this name and version is there already; none is silently replaced.',
      '该名称与版本的工具已存在；不会悄悄替换。',
    ),
    todo: said('Give it another version, or remove the first one.', '换一个版本，或先移除原有的。'),
    facts: { id: 'weather@1.0.0' },
    more: 'define-a-tool',
  },
  duplicate_name: {
    where: ['thrown'],
    says: said('The name or the alias belongs to another.', '该名称或别名已属于其他工具。'),
    todo: said(
      'Choose another name, or take the alias away from the other.',
      '换一个名称，或去掉对方的别名。',
    ),
    facts: { name: 'weather', owner: 'forecast' },
    more: 'define-a-tool',
  },
  missing_tools: {
    where: ['thrown'],
    says: said(
      'Definitions were to be matched with functions strictly, and some have none.',
      '严格匹配定义与函数时，有定义没有对应的函数。',
    ),
    todo: said('Provide the functions, or remove the definitions.', '提供函数，或移除定义。'),
    facts: { tools: ['weather'] },
    more: 'define-a-tool',
  },
  undefined_tools: {
    where: ['thrown'],
    says: said(
      'Definitions were to be matched with functions strictly, and some functions have none.',
      '严格匹配定义与函数时，有函数没有对应的定义。',
    ),
    todo: said('Define these tools, or leave the functions out.', '定义这些工具，或去掉函数。'),
    facts: { tools: ['weather'] },
    more: 'define-a-tool',
  },
  unknown_provider: {
    where: ['thrown'],
    says: said('There is no format for a provider of this name.', '没有该提供方的格式。'),
    todo: said('Use one of those that are named.', '使用所列的其中之一。'),
    facts: { provider: 'oracle', known: ['openai', 'anthropic', 'gemini'] },
    more: 'models',
  },
  unusable_index: {
    where: ['thrown'],
    says: said(
      'The bytes of an index of tools are damaged, or of another version.',
      '工具索引的数据已损坏，或属于其他版本。',
    ),
    todo: said('Make the index anew.', '重新生成索引。'),
    facts: { fault: 'damaged' },
    more: 'choosing',
  },
  invalid_plan: {
    where: ['plan', 'thrown'],
    says: said(
      'What is written is no plan, or waits for itself. Every problem is told with its place.',
      '所写的不是计划，或自相等待。每个问题都附有位置。',
    ),
    todo: said(
      'Correct the places that are named: "toolcrib plan check FILE".',
      '更正所列位置："toolcrib plan check 文件"。',
    ),
    facts: {
      name: 'release',
      problems: [
        {
          code: 'unknown_node',
          facts: { node: 'raed', suggestions: ['read'] },
          place: '/nodes/1/after/0',
          severity: 'error',
        },
      ],
    },
    more: 'plans',
  },
  unknown_plan: {
    where: ['plan', 'thrown'],
    says: said('No plan has this id, or it is not yours to see.', '没有此编号的计划，或您无权查看。'),
    todo: said('Look with "toolcrib plan list".', '用 "toolcrib plan list" 查看。'),
    facts: { plan: 'release-7' },
    more: 'plans',
  },
  plan_differs: {
    where: ['plan', 'thrown'],
    says: said(
      'The id belongs to a run of another plan, or of another agent.',
      '该编号属于另一计划或另一智能体的运行。',
    ),
    todo: said('Submit it under another id.', '换一个编号提交。'),
    facts: { plan: 'release-7' },
    more: 'plans',
  },
  plan_out_of_time: {
    where: ['plan'],
    says: said('The time for the whole plan was up.', '整个计划的时间已到。'),
    todo: said(
      'Resume it, with what is done already kept: "toolcrib plan resume ID"; or give it more time.',
      '继续运行（已完成的保留）："toolcrib plan resume 编号"；或给更多时间。',
    ),
    facts: { plan: 'release-7' },
    more: 'plans',
  },
  plan_cancelled: {
    where: ['plan'],
    says: said('Somebody has ended the plan.', '有人终止了计划。'),
    todo: said(
      'Nothing, if it was meant; "toolcrib plan resume ID" goes on.',
      '若为有意，则无需处理；"toolcrib plan resume 编号" 可继续。',
    ),
    facts: { plan: 'release-7', reason: 'not today' },
    more: 'plans',
  },
  plans_closed: {
    where: ['plan', 'thrown'],
    says: said('The engine was closed, and takes no more.', '引擎已关闭，不再接受计划。'),
    todo: said(
      'Nothing is lost: the next process that opens the store goes on with the plan.',
      '没有丢失：下一个打开存储的进程会继续该计划。',
    ),
    facts: {},
    more: 'plans',
  },
  not_a_list: {
    where: ['plan'],
    says: said('What a for_each was to go through is no list.', 'for_each 的对象不是列表。'),
    todo: said(
      'Refer to the list itself, for example to a field of the output.',
      '引用列表本身，例如输出中的某个字段。',
    ),
    facts: { node: 'each', received: 'object' },
    more: 'plans',
  },
  nothing_to_decide: {
    where: ['plan'],
    says: said(
      'A decision was given for a node of a plan whose outcome is not unknown.',
      '为一个结果并非未知的计划节点给出了决定。',
    ),
    todo: said(
      'Look at its nodes with "toolcrib plan show ID": --done, --retry and --skip are for those that are outcome_unknown.',
      '用 "toolcrib plan show ID" 查看状态：--done、--retry 和 --skip 只用于 outcome_unknown 的节点。',
    ),
    facts: { plan: 'plan_1', node: 'pay' },
    more: 'plans',
  },
  plan_runs: {
    where: ['plan'],
    says: said('A decision was given for a plan that still runs.', '为仍在运行的计划给出了决定。'),
    todo: said(
      'Wait until everything else is done and the plan is parked, or cancel it; then decide.',
      '请等待其余部分完成、计划停驻后，或取消计划后，再作决定。',
    ),
    facts: { plan: 'plan_1' },
    more: 'plans',
  },
  too_many_items: {
    where: ['plan'],
    says: said('A for_each has too many items.', 'for_each 的项目过多。'),
    todo: said('Split the list over several nodes or plans.', '将列表分到多个节点或计划。'),
    facts: { node: 'each', count: 20_000, limit: 10_000 },
    more: 'plans',
  },
  plan_too_large: {
    where: ['plan'],
    says: said(
      'The outputs of a plan together, or its result, are too large to be kept in memory.',
      '计划的全部输出或其结果过大，无法保留在内存中。',
    ),
    todo: said(
      'Split the plan, let its calls answer less, or let them write to files and pass on the paths.',
      '请拆分计划，减少调用返回的内容，或让调用写入文件并传递路径。',
    ),
    facts: { plan: 'report', limit: 16_000_000 },
    more: 'plans',
  },
};
