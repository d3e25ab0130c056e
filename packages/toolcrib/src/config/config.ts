import type {
  Agent,
  AllowList,
  ApproverScope,
  CallDefaults,
  Locale,
  RecordRequirement,
  Rule,
  SandboxMode,
  Tool,
} from '@toolcrib/core';
import type { ModelStep } from '@toolcrib/core/discovery';
import type { McpServerConfig } from '../connectors/mcp/mcp-server-config.ts';
import type { OpenApiDefinition } from '../connectors/openapi/openapi-definition.ts';
import type { PluginEntry } from '../connectors/wasm/plugin-entry.ts';
import type { StorePlace } from '../store/store-place.ts';
import type { LanguageServerDefinition } from '../workbench/lsp/language-servers.ts';
import type { ConfigPlace, ConfigProblem } from './config-place.ts';
import type { ServerLimits } from './server-limits.ts';
import type { ConfigTrust } from './trust/config-trust.ts';
import type { AllowedCommand } from '../fence/commands/programs/operator-list.ts';

/** What a configuration says, read and checked; invalid entries are left out and stand in `problems`. */
export interface Config {
  /** The file it was read from; undefined when there is none and everything is a default. */
  readonly file: string | undefined;
  readonly locale: Locale | undefined;
  /** The directory that tools may work in, absolute. */
  readonly project: string;
  readonly tools: readonly ConfiguredTool[];
  readonly agents: { readonly [id: string]: Agent };
  readonly allowLists: readonly AllowList[];
  readonly rules: readonly Rule[];
  readonly sandbox: SandboxConfig;
  readonly languageServers: readonly LanguageServerDefinition[];
  readonly defaults: Partial<CallDefaults> & { readonly approvalTimeout?: number };
  readonly telemetry: TelemetryConfig;
  readonly store: StoreConfig;
  readonly history: HistoryConfig;
  readonly openapi: readonly OpenApiDefinition[];
  readonly imports: ImportsConfig;
  readonly recommend: RecommendConfig;
  readonly plans: PlansConfig;
  readonly mcpServers: readonly McpServerConfig[];
  readonly gateway: GatewayConfig;
  /** What each user of the machine may approve at a terminal; undefined leaves everything to everybody. */
  readonly approvers: ApproversConfig | undefined;
  readonly server: ServerConfig;
  /** Tools in WebAssembly. */
  readonly plugins: readonly PluginEntry[];
  /** The names of variables that stand where secrets stand. */
  readonly secretVariables: readonly string[];
  readonly problems: readonly ConfigProblem[];
  /** How far the file has effect. */
  readonly trust: ConfigTrust;
  /** Where something is written, such as `['rules', 2]`. */
  placeOf(path: readonly (string | number)[]): ConfigPlace;
}

/** What holds calls while they run, and what they may reach. */
export interface SandboxConfig {
  /** Undefined leaves it to the service. */
  readonly mode: SandboxMode | undefined;
  readonly allowHosts: readonly string[];
  readonly allowCommands: readonly AllowedCommand[];
  /** All that Bash may run. Undefined: what it knows, and `allowCommands`. */
  readonly onlyCommands: readonly AllowedCommand[] | undefined;
}

/** What is done when calls cannot be recorded. */
interface HistoryConfig {
  /** Which calls are refused then. Undefined leaves it to the service. */
  readonly required: RecordRequirement | undefined;
}

/** What is told about calls, and to whom. */
export interface TelemetryConfig {
  readonly log: LogConfig;
  /** A call that takes longer is warned about. */
  readonly slowCallMs: number;
  /** Whether the log tells the annotations of each tool that is used. */
  readonly annotations: boolean;
  /** Whether arguments and results, without secrets, stand in the log and in traces. */
  readonly content: boolean;
  /** Where spans go, by OTLP over HTTP. */
  readonly traces: string | undefined;
  readonly metrics: MetricsWay | undefined;
}

export const logLevels = ['debug', 'info', 'warn', 'error', 'off'] as const;
export type LogLevel = (typeof logLevels)[number];

export interface LogConfig {
  readonly level: LogLevel;
  /** Undefined: lines for people on a terminal, JSON elsewhere. */
  readonly format: 'json' | 'pretty' | undefined;
  /** Absolute; undefined is standard error. */
  readonly file: string | undefined;
}

/** Metrics are sent, or fetched. */
export type MetricsWay =
  | { readonly otlp: string }
  | { readonly prometheus: { readonly port: number; readonly host: string } };

/** Where history, approvals and grants are kept, and how much of it. What is undefined is left to the store. */
export interface StoreConfig {
  readonly place: StorePlace | undefined;
  readonly keepDays?: number | undefined;
  readonly keepMegabytes?: number | undefined;
  readonly queryTimeout?: number | undefined;
}

/** Where the HTTP service listens, and what it takes. */
export interface ServerConfig extends ServerLimits {
  readonly host: string;
  readonly port: number;
  /** Names besides those of this machine under which it is reached. */
  readonly allowHosts: readonly string[];
  /** Whether `/openapi.json` needs no token. */
  readonly publicOpenapi: boolean;
}

/** What is let in of other people's tools without a person, and what becomes of one that has changed. */
export interface ImportsConfig {
  readonly accept: 'nothing' | 'read_only';
  readonly changed: 'hold' | 'keep';
}

/** What the person in charge says about choosing tools. */
export interface RecommendConfig {
  readonly whitelist: readonly string[];
  readonly blacklist: readonly string[];
  /** Takes steps of a decision; undefined leaves them to the rules. */
  readonly model: ModelConfig | undefined;
  /** Finds tools by meaning as well; undefined leaves it to words. */
  readonly embeddings: EmbeddingsConfig | undefined;
}

export const exposures = ['all', 'search', 'auto'] as const;
export type Exposure = (typeof exposures)[number];

/** What clients of MCP are given. */
export interface GatewayConfig {
  /** Who a client is that says nothing else. */
  readonly agent: string;
  /** All tools, the three that find them, or these above the budget. */
  readonly expose: Exposure;
  /** Tokens of definitions, counted roughly. */
  readonly budget: number;
  /** Whether the client is a person's who sees its forms: then its answers approve calls. */
  readonly approver: boolean;
}

/** By user name. Who is not named may approve nothing. */
export interface ApproversConfig {
  readonly [user: string]: ApproverScope;
}

/** What makes vectors of texts: a model behind an address, or a file of word vectors. */
export type EmbeddingsConfig = {
  /** How much of a score comes from meaning. */
  readonly share: number | undefined;
  readonly timeout: number | undefined;
} & (
  | { readonly url: string; readonly name: string; readonly secret: string | undefined }
  /** From the project's folder on. */
  | { readonly file: string }
);

/** How plans are run. */
export interface PlansConfig {
  /** In the process that submits them, or by workers that share the store. */
  readonly engine: 'local' | 'dbos';
  /** Calls of all plans together that one process makes at the same time; undefined leaves it to the engine. */
  readonly concurrency: number | undefined;
  /** Those that all workers together make at the same time; undefined for no limit. */
  readonly totalConcurrency: number | undefined;
  /** Plans that may be under way with workers; undefined leaves it to the engine. */
  readonly limit: number | undefined;
}

/** A language model behind an address that speaks as OpenAI's does. */
export interface ModelConfig {
  readonly url: string;
  readonly name: string;
  /** The environment variable that holds its key. */
  readonly secret: string | undefined;
  readonly timeout: number | undefined;
  readonly steps: readonly ModelStep[] | undefined;
}

/** A tool and where it is written. */
export interface ConfiguredTool {
  readonly tool: Tool;
  readonly place: ConfigPlace;
}
