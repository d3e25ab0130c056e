import { visible } from '@toolcrib/core';
import type { NodeState } from '@toolcrib/core/plan';
import { showMs } from '../figures.ts';
import type { PlanTexts } from '../plan-texts.ts';
import { widthOf } from '../table.ts';
import type { Terminal } from '../terminal.ts';
import type { NodeProgress, PlanProgress } from './plan-progress.ts';

const marks: Readonly<Record<NodeState, string>> = {
  waiting: '·',
  running: '▸',
  parked: '?',
  succeeded: '✓',
  failed: '✗',
  skipped: '-',
  cancelled: '×',
  outcome_unknown: '!',
};

const colors: Readonly<Partial<Record<NodeState, Parameters<Terminal['style']>[0]>>> = {
  running: 'cyan',
  parked: 'yellow',
  succeeded: 'green',
  failed: 'red',
  outcome_unknown: 'yellow',
  waiting: 'dim',
  skipped: 'dim',
  cancelled: 'dim',
};

/** What a person wants to see first when not everything fits. */
const order: readonly NodeState[] = [
  'outcome_unknown',
  'parked',
  'running',
  'failed',
  'succeeded',
  'waiting',
  'skipped',
  'cancelled',
];

interface Look {
  readonly words: PlanTexts;
  readonly terminal: Terminal;
  readonly now: number;
}

/** A plan on a screen: a bar, and a line for each node as far as there is room. */
export function showProgress(progress: PlanProgress, look: Look, rows: number): string[] {
  const { terminal, words, now } = look;
  const { name, nodes, ended, startedAt } = progress;
  const busy = [
    ...(progress.count('running') > 0 ? [words.running(progress.count('running'))] : []),
    ...(progress.count('parked') > 0 ? [words.asking(progress.count('parked'))] : []),
  ].join(', ');
  const head = `${terminal.style('bold', visible(name), 'error')}  ${bar(ended, nodes.size)} ${ended}/${nodes.size}  ${showMs(now - startedAt)}  ${busy}`;
  const all = [...nodes.values()];
  const room = Math.max(1, rows - 3);
  if (all.length <= room) return [head, ...all.map((node) => showNode(node, progress, look))];
  const sorted = all.toSorted((one, other) => order.indexOf(one.state) - order.indexOf(other.state));
  const left = sorted.slice(room - 1);
  const first = left[0]?.state ?? 'waiting';
  return [
    head,
    ...sorted.slice(0, room - 1).map((node) => showNode(node, progress, look)),
    `  ${words.others(left.length, first)}`,
  ];
}

/** One node on one line. */
export function showNode(
  node: NodeProgress,
  { nodes }: PlanProgress,
  { terminal, words, now }: Look,
): string {
  const { id, tool, state, startedAt, endedAt, done, total, failure } = node;
  const width = Math.min(30, Math.max(...[...nodes.keys()].map(widthOf)));
  const time = startedAt === undefined ? '' : showMs((endedAt ?? now) - startedAt);
  const items = total === undefined && done === 0 ? '' : `${done}/${total ?? '…'}`;
  const color = colors[state];
  const name = `${marks[state]} ${visible(id)}`;
  const parts = [
    visible(tool),
    words.nodeStates[state],
    items,
    time,
    failure === undefined || state === 'succeeded' ? '' : visible(failure.message),
  ];
  const space = ' '.repeat(Math.max(0, width + 2 - widthOf(name)));
  return `  ${color === undefined ? name : terminal.style(color, name, 'error')}${space}  ${parts.filter((part) => part !== '').join('  ')}`;
}

function bar(done: number, all: number): string {
  const cells = 20;
  const full = all === 0 ? 0 : Math.floor((done / all) * cells);
  return `${'█'.repeat(full)}${'░'.repeat(cells - full)}`;
}
