import type { StoredRecord } from '../store/history/stored-history.ts';
import type { Store } from '../store/store.ts';
import type { Principal } from './principal.ts';
import { Problem } from './problem.ts';
import type { RecordCandidate } from './texts.ts';

export interface Looking {
  readonly principal: Principal;
  /** The hash of the record that is meant. @default any */
  readonly hash?: string | undefined;
}

/**
 * The record that an id means: by its key, or by what its caller called it. What is somebody else's is not there for an agent,
 * and its existence is not told. Where several may be meant, none is taken.
 */
export async function findRecord(
  { history }: Pick<Store, 'history'>,
  id: string,
  { principal, hash }: Looking,
): Promise<StoredRecord> {
  const found = await history.find(id, { agent: principal.agent });
  const meant = hash === undefined ? found : found.filter((record) => record.hash === hash);
  const [record, another] = meant;
  if (record !== undefined && another === undefined) return record;
  if (found.length === 0) throw new Problem('record_not_found', { id });
  if (record === undefined) throw new Problem('record_differs', { id });
  throw new Problem('record_ambiguous', { id, candidates: meant.map(toCandidate) });
}

function toCandidate({ callId, hash, time, agent, tool, status }: StoredRecord): RecordCandidate {
  const at = new Date(time).toISOString();
  return { call_id: callId, hash, time: at, agent: agent ?? null, tool, status };
}
