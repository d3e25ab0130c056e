import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { giveAdvice, openToolcrib, toStatistics, type Toolcrib } from '../packages/toolcrib/dist/index.js';
import { interleave } from './measuring/interleave.ts';
import { median } from './measuring/median.ts';
import { publish, type Section } from './measuring/section.ts';
import { table, toDigits } from './measuring/table.ts';
import { createRecords } from './statistics/records.ts';

const records = 1_000_000;
const days = 30;
const rounds = 21;
const target = 50;
const dayMs = 86_400_000;

const folder = mkdtempSync(join(tmpdir(), 'toolcrib-bench-'));
const project = join(folder, 'project');
mkdirSync(project);
try {
  publish(await measureStatistics(join(folder, 'state')));
} finally {
  rmSync(folder, { recursive: true, force: true });
}

/** How long it takes to tell what a million calls add up to, from the file that the writer of history has left. */
async function measureStatistics(state: string): Promise<Section> {
  const opened = await openToolcrib({
    trust: 'always',
    project,
    environment: { TOOLCRIB_STATE: state },
  });
  const now = Date.now();
  const writing = performance.now();
  for (const record of createRecords(records, { from: now - days * dayMs, to: now }))
    await opened.store.history.append(record);
  await opened.store.history.flush();
  const seconds = (performance.now() - writing) / 1000;
  const busy = new Map<Question, number[]>();
  const samples = await interleave(questions(opened, now), rounds, async (question) => {
    const [start, used] = [performance.now(), process.threadCpuUsage()];
    await question.ask();
    const { user, system } = process.threadCpuUsage(used);
    busy.set(question, [...(busy.get(question) ?? []), (user + system) / 1000]);
    return performance.now() - start;
  });
  await opened.close();
  const answers = [...samples].map(([question, own]) => ({
    name: question.name,
    milliseconds: median(own),
    fastest: Math.min(...own),
    processor: median(busy.get(question) ?? []),
  }));
  const slowest = Math.max(...answers.map(({ milliseconds }) => milliseconds));
  return {
    title: 'Statistics over 1,000,000 records',
    markdown: [
      `Target: ≤ ${target} ms each. Measured: at most ${toDigits(slowest)} ms (${slowest <= target ? 'met' : 'missed'}). Written in ${toDigits(seconds)} s by the writer of history.`,
      table(
        ['question', 'ms, median', 'ms, fastest', 'ms of the processor'],
        answers.map(({ name, milliseconds, fastest, processor }) => [name, milliseconds, fastest, processor]),
      ),
    ].join('\n\n'),
    data: { records, days, rounds, target, seconds, answers },
    figures: [{ what: 'the slowest question', value: slowest, unit: 'ms', better: 'less', target }],
  };
}

interface Question {
  readonly name: string;
  readonly ask: () => Promise<unknown>;
}

function questions({ store: { statistics }, service }: Toolcrib, now: number): Question[] {
  const month = { since: now - days * dayMs };
  const tools = service.registry.list();
  return [
    { name: 'all tools, 30 days', ask: async () => toStatistics(await statistics.rollups(month)) },
    {
      name: 'all tools by agent, 30 days to yesterday',
      ask: async () => toStatistics(await statistics.rollups({ ...month, until: now - dayMs }), 'agent'),
    },
    {
      name: 'one tool by version, 30 days',
      ask: async () => toStatistics(await statistics.rollups({ ...month, tool: 'tool_3' }), 'version'),
    },
    {
      name: 'all tools, the last hour',
      ask: async () => toStatistics(await statistics.rollups({ since: now - 3_600_000 })),
    },
    {
      name: 'calls over time of all tools, 7 days',
      ask: () => statistics.callsOverTime({ since: now - 7 * dayMs, until: now }),
    },
    {
      name: 'advice, 30 days',
      ask: async () => giveAdvice({ rollups: await statistics.rollups(month), tools, failures: [] }),
    },
  ];
}
