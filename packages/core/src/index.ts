/** The public surface of the core, written by hand: a line here is a promise. Pinned by test/pins. */

// Tools
export { parseTool } from './tool/parse-tool.ts';
export { compareVersions } from './tool/compare-versions.ts';
export {
  defineTool,
  type ImplementationInput,
  type InputOf,
  type ParametersInput,
  type ToolDefinition,
} from './tool/define-tool.ts';
export {
  tiers,
  ToolType,
  type Implementation,
  type ImplementationKinds,
  type Tier,
  type Tool,
  type ToolExample,
  type ToolFunction,
  type McpImplementation,
  type ToolClaims,
  type WasmImplementation,
} from './tool/tool.ts';
export type { ToolContext } from './tool/tool-context.ts';
export type { Annotations, Approval, Permission, Risk } from './tool/safety.ts';
export {
  targetOf,
  type CommandWord,
  type Effect,
  type EffectKind,
  type ParsedCommand,
  type RunEffect,
} from './tool/effect.ts';
export type {
  RestAuth,
  RestField,
  RestImplementation,
  RestImplementationInput,
  RestMethod,
  RestParameter,
} from './tool/rest.ts';
export type { StandardSchema } from './tool/standard-schema.ts';
export { toDescriptor, type ParameterDescription, type ToolDescriptor } from './tool/descriptor.ts';
export { toPage } from './tool/page.ts';
export { checkSchema } from './schema/check-schema.ts';
export type { FromSchema } from './schema/infer.ts';
export type { JsonSchema, JsonSchemaObject, JsonValue } from './schema/json-schema.ts';
export { compileSchema, type CompiledSchema } from './schema/compile-schema.ts';
export { builtinTools } from './builtins/builtins.ts';

// Registry
export {
  ToolRegistry,
  type HeldBack,
  type RegistryChange,
  type ToolFilter,
} from './registry/tool-registry.ts';
export { ToolResolver, type ResolveOptions } from './registry/tool-resolver.ts';
export { populate, type Population, type ToolDefinitions, type ToolProvider } from './registry/populate.ts';
export { parseAllowList, type AllowList, type AllowListConditions } from './registry/allow-list.ts';
export { readyMadeAllowLists } from './registry/ready-made-allow-lists.ts';

// Calls
export {
  ToolService,
  type CallInput,
  type ReplayOptions,
  type ValidationResult,
} from './call/tool-service.ts';
export type { ToolServiceOptions } from './call/service-options.ts';
export type { SharedCallOptions } from './call/call-options.ts';
export { createCallIds, isCallId } from './tool/call-ids.ts';
export {
  callRequestSchema,
  readCallRequest,
  toCallOptions,
  withSuggestions,
  type CallRequest,
} from './tool/call-request.ts';
export { MemoryGivenIds, type GivenIds } from './call/given-ids.ts';
export type { CallDefaults } from './call/house.ts';
export type { CallEnding, CallObserver, ObservedCall } from './call/call-observer.ts';
export type { TraceContext } from './call/trace-context.ts';
export type { Explanation, StationReport } from './call/explain.ts';
export { toWireExplanation } from './call/wire-explanation.ts';
export type {
  ApprovalOutcome,
  ApprovedCall,
  CallArguments,
  CallOptions,
  CallProblem,
  FencedCall,
  FenceReport,
} from './tool/call.ts';
export { block, isRefusal, Refusal } from './tool/refusal.ts';
export {
  unwrap,
  type FailureResult,
  type ResultMetadata,
  type Station,
  type SuccessResult,
  type ToolResult,
} from './tool/result.ts';
export type { Usage, UsageSource } from './tool/usage.ts';
export { toWire, toWireText, type WireResult } from './tool/wire.ts';

// Policy
export { parseAgent, type Agent, type AgentInput } from './policy/agent.ts';
export { matchesGlob } from './policy/glob.ts';
export { parseRule } from './policy/parse-rule.ts';
export type { Decision, EffectPattern, Rule, RuleInput } from './policy/rule.ts';
export type { Grant, GrantScope } from './tool/grant.ts';
export {
  chooseGrant,
  MemoryGrants,
  type GrantInput,
  type GrantQuery,
  type GrantStore,
  type SessionGrantInput,
} from './policy/grants.ts';
export type { SessionGrants } from './policy/session-grants.ts';
export type { ApprovalAnswer, ApprovalDecision, ApprovalQuestion, Approver } from './policy/approver.ts';
export {
  approvalStatus,
  checkSeen,
  decisionOf,
  scopeOf,
  type AnsweredApproval,
  type ApprovalFilter,
  type ApprovalStatus,
  type ApprovalStore,
  type OpenedApproval,
  type StoredApproval,
} from './policy/approval-store.ts';
export { answerAs } from './policy/answer-as.ts';
export {
  approverRefusal,
  isInScope,
  granterRefusal,
  isScopeWithin,
  parseApproverScope,
  type ApproverIdentity,
  type RequestFacts,
  type ApproverScope,
} from './policy/approver-scope.ts';
export { withShownDigest } from './policy/shown-digest.ts';
export { toWireApproval } from './policy/wire-approval.ts';
export { MemoryApprovals } from './policy/memory-approvals.ts';
export {
  createApprovalDesk,
  QuestionEnded,
  type ApprovalDeskOptions,
  type Desk,
} from './policy/approval-desk.ts';
export type { Fence, SandboxMode } from './policy/fence.ts';

// Executors
export {
  BaseToolExecutor,
  type Execution,
  type ExecutionSettings,
  type ToolOf,
} from './executors/base-executor.ts';
export type { InternalService } from './executors/internal-executor.ts';
export type { Fetch, FetchCaller, FetchInit } from './executors/rest-executor.ts';
export type { Secrets } from './executors/rest-credentials.ts';
export type { Surroundings } from './executors/surroundings.ts';
export type { Clock } from './executors/clock.ts';
export type { Meter } from './executors/meter.ts';

// Events and history
export type { ToolEventName, ToolEvents } from './events/events.ts';
export type { Listener } from './events/event-emitter.ts';
export {
  recordRequirements,
  recordStatuses,
  type CallRecord,
  type ErrorCause,
  type History,
  type RecordRequirement,
  type RecordStatus,
  type StartedRecord,
} from './history/record.ts';
export { matchesFilter, type HistoryFilter } from './history/history-filter.ts';
export { MemoryHistory } from './history/memory-history.ts';
export { Recording } from './history/recording.ts';
export { fromWireRecord, toWireRecord, type WireRecord } from './history/wire-record.ts';
export { toWireAdvice, toWireStatistics } from './history/wire-statistics.ts';
export { addCall, addRollup, emptyRollup, otherNames, percentile, type Rollup } from './history/rollup.ts';
export {
  rollUp,
  statisticsOf,
  toStatistics,
  type CallStatistics,
  type StatisticsGrouping,
  type ToolRollup,
  type ToolStatistics,
} from './history/statistics.ts';
export { giveAdvice, type Advice, type AdviceInput, type AdviceOptions } from './history/advice.ts';
export type { AdviceCode, AdviceFacts, NarrowingWord } from './messages/advice.ts';

// Formats
export { formatOf, formatTools } from './formats/formats.ts';
export { offerTools, type ToolOffer } from './formats/offer-tools.ts';
export { legalNames, plainNames, type NameGrammar } from './formats/name-grammar.ts';
export type { McpTool } from './formats/mcp.ts';
export type {
  ChangeWord,
  FormatChange,
  FormatOptions,
  FormattedTools,
  OutwardNames,
  ProviderFormat,
  ToolCall,
} from './formats/format.ts';

// Errors and messages
export {
  createError,
  AuthenticationError,
  BlockedError,
  CancelledError,
  DefinitionError,
  PlanError,
  NetworkError,
  RateLimitError,
  RegistryError,
  ServerError,
  TimeoutError,
  ToolcribError,
  ToolExecutionError,
  ValidationError,
  type KnownError,
  type ThrownOptions,
} from './tool/errors.ts';
export { locales, parseLocale, text } from './messages/text.ts';
export { remedy } from './messages/remedy.ts';
export { visible } from './messages/wording.ts';
export { nearestNames } from './tool/nearest-names.ts';
export { isSecretName } from './tool/secret-names.ts';
export { SecretMask, type NamedSecret } from './tool/secret-mask.ts';
export type { BuiltinProblem } from './messages/builtin-problem.ts';
export type { Locale } from './messages/catalog.ts';
export type {
  ArgumentProblem,
  DefinitionProblem,
  HoldReason,
  MessageCode,
  MessageFacts,
  PathFault,
} from './messages/facts.ts';
