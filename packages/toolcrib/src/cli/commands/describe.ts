import {
  toDescriptor,
  toPage,
  toStatistics,
  toWireStatistics,
  visible,
  type ToolStatistics,
} from '@toolcrib/core';
import { StoreError } from '../../store/store-error.ts';
import { UsageError } from '../command-line.ts';
import { exitCodes } from '../exit-codes.ts';
import { showMs, showShare } from '../figures.ts';
import { requireTool } from '../require-tool.ts';
import { openSession, type OpenedSession, type Session } from '../session.ts';
import { statsTexts, type StatsTexts } from '../stats-texts.ts';

/** `describe NAME`, `get_tool_descriptor NAME`: everything a caller needs to know of a tool. */
export async function describe(session: Session): Promise<number> {
  const { terminal, texts, json, line } = session;
  const [name] = line.operands;
  if (name === undefined) throw new UsageError(texts.needsArgument(String(line.command), 'NAME'));
  const opened = await openSession(session);
  const tool = requireTool(name, opened.service);
  const statistics = await statisticsOf(tool.name, session, opened);
  if (json) {
    const figures = statistics && { statistics: toWireStatistics(statistics) };
    await terminal.writeJson(JSON.stringify({ ...toDescriptor(tool), ...figures }, null, 2));
  } else {
    const words = statsTexts(opened.locale);
    const figures = statistics === undefined ? '' : `\n\n${toSection(statistics, words)}`;
    await terminal.writeText(`${toPage(tool, opened.locale).trimEnd()}${figures}`);
  }
  return exitCodes.success;
}

/** All calls that the store knows of. A tool can be described without it. */
async function statisticsOf(
  tool: string,
  { terminal }: Session,
  { store, locale }: OpenedSession,
): Promise<ToolStatistics | undefined> {
  try {
    return toStatistics(await store.statistics.rollups({ tool }))[0];
  } catch (error) {
    if (!(error instanceof StoreError)) throw error;
    terminal.tell(visible(error.in(locale)));
    return undefined;
  }
}

function toSection({ calls, successRate, meanMs }: ToolStatistics, words: StatsTexts): string {
  const { columns, heading, figure } = words;
  // Without a call that was allowed there is nothing but their number.
  const figures = [
    figure(columns.calls, String(calls)),
    ...(successRate === undefined ? [] : [figure(columns.success, showShare(successRate))]),
    ...(meanMs === undefined ? [] : [figure(columns.mean, showMs(meanMs))]),
  ];
  return `## ${heading}\n\n${figures.map((line) => `- ${line}`).join('\n')}`;
}
