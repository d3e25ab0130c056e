import type { ToolService } from '../call/tool-service.ts';
import type { FailureResult, SuccessResult, ToolResult } from '../tool/result.ts';
import { ensure, equal, type ContractCase } from './contract-case.ts';

/**
 * What every kind of tool must do. The subject is a service that holds four tools of the kind:
 *
 * - `echo` answers with its argument `value`;
 * - `fail` always fails with the word `broken` in the failure;
 * - `hang` answers only when it is stopped;
 * - `flaky` is read-only and cannot reach its server twice in a row, then answers `done`, and so on.
 *
 * A kind that cannot do one of these says so in `without`, with the reason.
 */
export interface ExecutorSubject {
  readonly service: () => ToolService | Promise<ToolService>;
  readonly without?: { readonly [Name in 'echo' | 'fail' | 'hang' | 'flaky']?: string };
}

/** The cases, for any test runner: `for (const { title, check } of executorContract(subject)) test(title, check)`. */
export function executorContract({ service, without = {} }: ExecutorSubject): ContractCase[] {
  const call: Call = async (name, parameters, options) =>
    (await service()).execute(name, parameters, options);
  return cases
    .filter(({ tool }) => without[tool] === undefined)
    .map(({ title, check }) => ({ title, check: () => check(call) }));
}

type Call = (...given: Parameters<ToolService['execute']>) => Promise<ToolResult>;

interface Case {
  readonly tool: 'echo' | 'fail' | 'hang' | 'flaky';
  readonly title: string;
  readonly check: (call: Call) => Promise<void>;
}

const nested = { text: 'a "b" \n 汉字 😀', list: [1, 2.5, null, true, { deep: [[]] }], empty: {} };

const cases: readonly Case[] = [
  {
    tool: 'echo',
    title: 'arguments reach the tool and its answer comes back, whatever JSON they are',
    async check(call) {
      const result = succeeded(await call('echo', { value: nested }));
      equal(result.output, nested, 'output');
      equal(result.metadata.attempts, 1, 'attempts');
      ensure(result.metadata.executionTimeMs >= 0, 'the time is told');
    },
  },
  {
    tool: 'echo',
    title: 'many calls at once keep their answers apart',
    async check(call) {
      const results = await Promise.all(Array.from({ length: 50 }, (_, value) => call('echo', { value })));
      equal(
        results.map((result) => succeeded(result).output),
        Array.from({ length: 50 }, (_, value) => value),
        'outputs',
      );
    },
  },
  {
    tool: 'echo',
    title: 'arguments that do not fit the schema never reach the tool',
    async check(call) {
      equal(failed(await call('echo', {})).errorCode, 'invalid_arguments', 'error code');
    },
  },
  {
    tool: 'fail',
    title: 'a failure is a result with a code, a type and its cause, and is tried once',
    async check(call) {
      const result = failed(await call('fail', {}, { retries: 2, retryDelay: 1 }));
      equal(result.status, 'error', 'status');
      equal(result.station, 'execute', 'station');
      equal(result.metadata.attempts, 1, 'attempts');
      ensure(result.errorType.endsWith('Error'), 'the type is told');
      ensure(`${result.error} ${String(result.cause)}`.includes('broken'), 'the origin is kept');
    },
  },
  {
    tool: 'hang',
    title: 'a call that takes too long is stopped and says so',
    async check(call) {
      const result = failed(await call('hang', {}, { timeout: 60 }));
      equal(result.errorCode, 'timeout', 'error code');
      equal(result.errorType, 'TimeoutError', 'error type');
      ensure(result.metadata.executionTimeMs < 5000, 'it ends soon after its time');
    },
  },
  {
    tool: 'hang',
    title: 'a caller can cancel before and during the call',
    async check(call) {
      const before = failed(await call('hang', {}, { signal: AbortSignal.abort() }));
      equal(before.errorCode, 'cancelled', 'error code before');
      const controller = new AbortController();
      const calling = call('hang', {}, { signal: controller.signal });
      await new Promise((resolve) => setTimeout(resolve, 30));
      controller.abort();
      equal(failed(await calling).errorCode, 'cancelled', 'error code during');
    },
  },
  {
    tool: 'flaky',
    title: 'what may be repeated is repeated as often as the caller allows, and not more',
    async check(call) {
      const short = failed(await call('flaky', {}, { retries: 1, retryDelay: 1 }));
      equal(short.errorType, 'NetworkError', 'error type');
      equal(short.metadata.attempts, 2, 'attempts of the failure');
      succeeded(await call('flaky', {}));
      const patient = succeeded(await call('flaky', {}, { retries: 5, retryDelay: 1 }));
      equal(patient.output, 'done', 'output');
      equal(patient.metadata.attempts, 3, 'attempts of the success');
    },
  },
];

function succeeded(result: ToolResult): SuccessResult {
  if (result.status === 'success') return result;
  throw new Error(`expected success, got ${result.errorCode}: ${result.error}`);
}

function failed(result: ToolResult): FailureResult {
  if (result.status !== 'success') return result;
  throw new Error(`expected a failure, got ${JSON.stringify(result.output)}`);
}
