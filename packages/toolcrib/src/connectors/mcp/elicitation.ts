import type { ElicitRequestParams, ElicitResult } from '@modelcontextprotocol/client';

/** Answers what a server asks while it works. */
export type Asker = (params: ElicitRequestParams, signal: AbortSignal) => Promise<ElicitResult>;
