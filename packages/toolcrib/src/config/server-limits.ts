/** A limit of the service: its name in our code, what holds unless it is configured, and how many of ours its unit is. */
interface ServerLimit {
  readonly name: string;
  readonly fallback: number;
  /** @default 1 */
  readonly unit?: number;
  /** @default 1 */
  readonly least?: number;
}

/**
 * What the service takes, by the names of the configuration. Told in the schema, in docs/serve.md and by `/status`; tests hold
 * these together.
 */
export const serverLimits = {
  max_body_kb: { name: 'maxBodyBytes', fallback: 1024, unit: 1024 },
  max_page_kb: { name: 'maxPageBytes', fallback: 1024, unit: 1024 },
  memory_mb: { name: 'memoryBytes', fallback: 1024, unit: 1_048_576 },
  deadline: { name: 'deadline', fallback: 600_000 },
  stall_timeout: { name: 'stallTimeout', fallback: 30_000 },
  headers_timeout: { name: 'headersTimeout', fallback: 10_000 },
  session_idle: { name: 'sessionIdle', fallback: 3_600_000 },
  max_requests: { name: 'maxRequests', fallback: 256 },
  max_requests_per_token: { name: 'maxRequestsPerToken', fallback: 64 },
  max_large_answers: { name: 'maxLargeAnswers', fallback: 16 },
  max_large_answers_per_token: { name: 'maxLargeAnswersPerToken', fallback: 4 },
  max_plans: { name: 'maxPlans', fallback: 16 },
  max_plans_per_token: { name: 'maxPlansPerToken', fallback: 4 },
  max_streams: { name: 'maxStreams', fallback: 1024 },
  max_streams_per_token: { name: 'maxStreamsPerToken', fallback: 64 },
  max_sessions: { name: 'maxSessions', fallback: 1000 },
  max_sessions_per_token: { name: 'maxSessionsPerToken', fallback: 32 },
  max_sockets: { name: 'maxSockets', fallback: 4096 },
  max_sockets_per_token: { name: 'maxSocketsPerToken', fallback: 512 },
  max_silent_sockets_per_address: { name: 'maxSilentSocketsPerAddress', fallback: 256 },
  max_wrong_tokens: { name: 'maxWrongTokens', fallback: 20 },
  operator_reserve: { name: 'operatorReserve', fallback: 8, least: 0 },
} as const;

type Limits = typeof serverLimits;

/** The limits by their names in our code, in bytes and milliseconds. */
export type ServerLimits = { readonly [Key in keyof Limits as Limits[Key]['name']]: number };

export const limitEntries: readonly (readonly [keyof Limits, Required<ServerLimit>])[] = Object.entries(
  serverLimits,
).map(([key, limit]: [string, ServerLimit]) => [key as keyof Limits, { unit: 1, least: 1, ...limit }]);
