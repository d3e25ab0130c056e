import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';

const packages = resolve(import.meta.dirname, '../../packages');

/** Every name that a package exports, values and types, as its entry lists them. */
function exportedNames(entry: string): string[] {
  const text = readFileSync(join(packages, entry), 'utf8');
  return [...text.matchAll(/export (?:type )?\{([^}]*)\}/gu)]
    .flatMap(([, names = '']) => names.split(','))
    .map((name) => name.trim().replace(/^type /u, ''))
    .filter((name) => name !== '')
    .toSorted();
}

test('@toolcrib/core exports exactly this', () => {
  expect(exportedNames('core/src/index.ts')).toEqual([
    'Agent',
    'AgentInput',
    'AllowList',
    'AllowListConditions',
    'Annotations',
    'Approval',
    'ApprovalAnswer',
    'ApprovalDecision',
    'ApprovalOutcome',
    'ApprovalQuestion',
    'ApprovedCall',
    'Approver',
    'ArgumentProblem',
    'AuthenticationError',
    'BaseToolExecutor',
    'BlockedError',
    'CallArguments',
    'CallDefaults',
    'CallInput',
    'CallOptions',
    'CallRecord',
    'CancelledError',
    'Clock',
    'Decision',
    'DefinitionError',
    'DefinitionProblem',
    'Effect',
    'EffectKind',
    'EffectPattern',
    'Execution',
    'ExecutionSettings',
    'Explanation',
    'FailureResult',
    'Fence',
    'FenceReport',
    'FencedCall',
    'Fetch',
    'FetchInit',
    'FormatChange',
    'FormatOptions',
    'FormattedTools',
    'FromSchema',
    'Grant',
    'GrantInput',
    'GrantQuery',
    'GrantStore',
    'History',
    'HistoryFilter',
    'Implementation',
    'ImplementationInput',
    'ImplementationKinds',
    'InputOf',
    'InternalService',
    'JsonSchema',
    'JsonSchemaObject',
    'JsonValue',
    'Listener',
    'Locale',
    'MemoryGrants',
    'MemoryHistory',
    'MessageCode',
    'MessageFacts',
    'NetworkError',
    'ParameterDescription',
    'ParametersInput',
    'Permission',
    'Population',
    'ProviderFormat',
    'RateLimitError',
    'Refusal',
    'RegistryChange',
    'RegistryError',
    'ResolveOptions',
    'RestAuth',
    'RestImplementation',
    'RestMethod',
    'ResultMetadata',
    'Risk',
    'Rule',
    'RunContext',
    'SandboxMode',
    'Secrets',
    'ServerError',
    'StandardSchema',
    'Station',
    'StationReport',
    'SuccessResult',
    'Surroundings',
    'Tier',
    'TimeoutError',
    'Tool',
    'ToolCall',
    'ToolContext',
    'ToolDefinition',
    'ToolDefinitions',
    'ToolDescriptor',
    'ToolEventName',
    'ToolEvents',
    'ToolExample',
    'ToolExecutionError',
    'ToolFilter',
    'ToolFunction',
    'ToolOf',
    'ToolOffer',
    'ToolProvider',
    'ToolRegistry',
    'ToolResolver',
    'ToolResult',
    'ToolService',
    'ToolServiceOptions',
    'ToolType',
    'ToolcribError',
    'ValidationError',
    'ValidationResult',
    'WireResult',
    'block',
    'builtinTools',
    'defineTool',
    'formatOf',
    'formatTools',
    'locales',
    'offerTools',
    'parseAgent',
    'parseAllowList',
    'parseLocale',
    'parseRule',
    'parseTool',
    'populate',
    'readyMadeAllowLists',
    'targetOf',
    'text',
    'toDescriptor',
    'toPage',
    'toWire',
    'toWireText',
    'unwrap',
    'visible',
  ]);
});

test('@toolcrib/core/testing exports exactly this', () => {
  expect(exportedNames('core/src/testing/index.ts')).toEqual([
    'ContractCase',
    'ExecutorSubject',
    'FakeClock',
    'createFakeClock',
    'executorContract',
    'scriptedApprover',
  ]);
});

test('toolcrib exports the core and exactly this', () => {
  expect(readFileSync(join(packages, 'toolcrib/src/index.ts'), 'utf8')).toContain(
    "export * from '@toolcrib/core';",
  );
  expect(exportedNames('toolcrib/src/index.ts')).toEqual([
    'Config',
    'ConfigError',
    'ConfigPlace',
    'ConfigProblem',
    'ConfiguredTool',
    'OpenOptions',
    'Toolcrib',
    'openToolcrib',
  ]);
});

test('what is built exports the values of the list', async () => {
  const built = (await import(join(packages, 'core/dist/index.js'))) as object;
  const listed = new Set(exportedNames('core/src/index.ts'));
  expect(Object.keys(built).filter((name) => !listed.has(name))).toEqual([]);
  expect(Object.keys(built)).toContain('ToolService');
});
