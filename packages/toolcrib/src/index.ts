/** The public surface of the package for Node: the core, and what the machine brings. Pinned by test/pins. */
export * from '@toolcrib/core';
export { openToolcrib, type OpenOptions, type Toolcrib } from './open-toolcrib.ts';
export type { EngineError, EngineErrorCode } from './engine/engine-error.ts';
export type { Plans, WorkerNaming } from './open-plans.ts';
export { createStore, type Store, type StoreOptions } from './store/store.ts';
export { StoreError, type StoreErrorCode } from './store/store-error.ts';
export type { StorePlace } from './store/store-place.ts';
export type { StoredApprovals } from './store/approvals/stored-approvals.ts';
export type { StoredGrant, StoredGrants } from './store/approvals/stored-grants.ts';
export type {
  HistoryPage,
  HistoryQuery,
  StoredHistory,
  StoredRecord,
  Verification,
} from './store/history/stored-history.ts';
export type { GivenFeedback, StoredExperience } from './store/experience/stored-experience.ts';
export type { StoredToken, StoredTokens, TokenInput, TokenScope } from './store/tokens/stored-tokens.ts';
export type { StoredPlans } from './store/plans/stored-plans.ts';
export type { StoredStatistics } from './store/statistics/stored-statistics.ts';
export type { StatisticsQuery } from './store/statistics/rollups-where.ts';
export type { CallsOverTime, CallsOverTimeQuery } from './store/statistics/calls-over-time.ts';
export type { StatisticsSeries } from './store/statistics/read-series.ts';
export type { QueryOverTime } from './store/statistics/steps.ts';
export { createClientDesk, type ClientDesk } from './mcp/client-desk.ts';
export { openMcpDoor } from './mcp/open-door.ts';
export type { McpDoor, McpDoorOptions } from './mcp/mcp-door.ts';
export type { Principal } from './mcp/principal.ts';
export { ConfigError } from './config/config-error.ts';
export type { ConfigPlace, ConfigProblem } from './config/config-place.ts';
export type { Config, ConfiguredTool, Exposure, ServerConfig } from './config/config.ts';
