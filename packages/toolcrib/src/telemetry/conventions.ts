/**
 * Names by the OpenTelemetry conventions for generative AI (status: development), and our own beside them. Written down
 * here because the package of constants is larger than everything that uses them.
 */
export const operation = 'execute_tool';

export const attribute = {
  operation: 'gen_ai.operation.name',
  toolName: 'gen_ai.tool.name',
  toolType: 'gen_ai.tool.type',
  toolDescription: 'gen_ai.tool.description',
  callId: 'gen_ai.tool.call.id',
  callArguments: 'gen_ai.tool.call.arguments',
  callResult: 'gen_ai.tool.call.result',
  agentId: 'gen_ai.agent.id',
  errorType: 'error.type',
  kind: 'toolcrib.tool.kind',
  version: 'toolcrib.tool.version',
  status: 'toolcrib.status',
  errorCode: 'toolcrib.error.code',
  station: 'toolcrib.station',
  rule: 'toolcrib.rule',
  risk: 'toolcrib.risk',
  approval: 'toolcrib.approval',
  sandbox: 'toolcrib.sandbox',
  attempts: 'toolcrib.attempts',
  requestId: 'toolcrib.request.id',
  parentCallId: 'toolcrib.parent_call.id',
  usageSource: 'toolcrib.usage.source',
  cpuMs: 'toolcrib.usage.cpu_ms',
  memoryBytes: 'toolcrib.usage.memory_bytes',
} as const;

export const metric = {
  duration: 'gen_ai.execute_tool.duration',
  calls: 'toolcrib.calls',
  blocked: 'toolcrib.calls.blocked',
} as const;

/** Seconds; those of the conventions for operations. */
export const durationBuckets: number[] = [
  0.01, 0.02, 0.04, 0.08, 0.16, 0.32, 0.64, 1.28, 2.56, 5.12, 10.24, 20.48, 40.96, 81.92,
];

/** Stands for every name that no tool has: models make up more names than a metric can hold. */
export const unknownTool = '(unknown)';

/** Called over a network, or carried out here. */
export function toolTypeOf(kind: string): 'function' | 'extension' {
  return kind === 'rest' || kind === 'mcp' ? 'extension' : 'function';
}
