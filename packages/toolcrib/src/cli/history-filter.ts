import { recordStatuses, text, type HistoryFilter } from '@toolcrib/core';
import { UsageError } from './command-line.ts';
import { historyTexts } from './history-texts.ts';
import { parsePeriod } from './parse-time.ts';
import type { OpenedSession, Session } from './session.ts';

/** Which records the options ask for. A tool that is neither here nor recorded is a slip, and told. */
export async function readFilter(
  { line }: Session,
  opened: OpenedSession,
  now: number,
): Promise<HistoryFilter> {
  const { agent, status, parent, text: piece } = line.options;
  const known = recordStatuses.find((one) => one === status);
  if (status !== undefined && known === undefined)
    throw new UsageError(historyTexts(opened.locale).badStatus(status, recordStatuses), 'unknown_status');
  return {
    tool: await readTool(line.options.tool, opened),
    agent,
    status: known,
    ...parsePeriod({ line, texts: opened.texts }, now),
    parentCallId: parent,
    text: piece,
  };
}

/** By any of its names; a tool that is gone is still found by the one it was recorded under. */
async function readTool(
  name: string | undefined,
  { service, store, locale }: OpenedSession,
): Promise<string | undefined> {
  const tool = name === undefined ? undefined : service.getTool(name);
  if (name === undefined || tool !== undefined) return tool?.name;
  const { records } = await store.history.list({ tool: name, limit: 1 });
  if (records.length > 0) return name;
  const { code, data } = service.registry.notFound(name);
  throw new UsageError(text(code, data, locale), code);
}
