import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import {
  defineTool,
  ToolService,
  unwrap,
  type ApprovalQuestion,
  type CallOptions,
  type FailureResult,
  type Locale,
  type RuleInput,
  type SuccessResult,
  type Tool,
  type ToolExample,
  type ToolResult,
} from '@toolcrib/core';
import type { Bench } from './bench.ts';
import { createTestBench, type TestBench } from './bench.test-support.ts';
import { createSampleProject, type SampleProject } from './sample-project.test-support.ts';

/** A tool at work: a real service around a real bench, over a project of its own. */
export interface Workshop {
  readonly project: SampleProject;
  readonly bench: TestBench;
  readonly tool: Tool;
  readonly service: ToolService;
  /** What a person was asked. */
  readonly questions: readonly ApprovalQuestion[];
  readonly call: (input: object, options?: CallOptions) => Promise<ToolResult>;
  /** What a call that succeeds gives. */
  give<Output = unknown>(input: object, options?: CallOptions): Promise<Output>;
  /** How a call that fails ends. */
  fail(input: object, options?: CallOptions): Promise<Failure>;
  /** The processes that were started from the bench and still live. */
  processes(): number[];
  close(): Promise<void>;
}

interface Failure {
  readonly status: string;
  readonly code: string;
  /** The stable word of the workbench. */
  readonly reason: string | undefined;
  readonly error: string;
}

export interface WorkshopOptions {
  readonly locale?: Locale | undefined;
  /** Parts that stand on the bench instead of the usual ones. */
  readonly parts?: Partial<Bench> | undefined;
  /** What the person answers. @default yes, always */
  readonly answer?: 'allow_once' | 'reject_once' | undefined;
  readonly rules?: readonly RuleInput[] | undefined;
  /** @default a sample project of its own */
  readonly project?: SampleProject | undefined;
}

/** Agents are `reader`, `writer` and `runner`; without one it is the application that calls, which may do all. */
export function openWorkshop(create: (bench: Bench) => Tool, options: WorkshopOptions = {}): Workshop {
  const {
    locale = 'en',
    parts,
    answer = 'allow_once',
    rules = [],
    project = createSampleProject(),
  } = options;
  const bench = createTestBench(project, { locale, parts });
  const tool = create(bench);
  const questions: ApprovalQuestion[] = [];
  const service = new ToolService({
    builtins: false,
    locale,
    rules,
    agents: {
      reader: { permission: 'read_only' },
      writer: { permission: 'read_write' },
      runner: { permission: 'execute' },
    },
    approver: (question) => {
      questions.push(question);
      return { decision: answer };
    },
  });
  service.registerTool(tool);
  const call: Workshop['call'] = (input, callOptions) => service.execute(tool.name, input, callOptions);
  return {
    project,
    bench,
    tool,
    service,
    questions,
    call,
    give: async <Output>(input: object, callOptions?: CallOptions) =>
      unwrap((await call(input, callOptions)) as SuccessResult<Output>),
    fail: async (input, callOptions) => {
      const { status, errorCode, data, error } = (await call(input, callOptions)) as FailureResult;
      return { status, code: errorCode, reason: (data as { reason?: string } | undefined)?.reason, error };
    },
    processes: () => processesOf(bench),
    async close() {
      await bench.close();
      project.remove();
    },
  };
}

/** Runs an example of the tool and gives what is not as it says; nothing when all of it holds. */
export async function faultsOf(
  { tool, call, service }: Workshop,
  { arguments: input, output: promised }: ToolExample,
): Promise<string[]> {
  const result = await call(input);
  if (result.status !== 'success') return [`ends as ${result.status}: ${result.error}`];
  const { output } = result;
  const held = promised === undefined || isDeepStrictEqual(output, promised);
  const returned = defineTool({
    name: 'returned',
    description: 'What the tool says that it gives.',
    parameters: tool.returns as { type: 'object' },
    run: () => undefined,
  });
  const { problems } = service.validateParameters(returned, output);
  return [
    ...(held ? [] : [`gives ${JSON.stringify(output)}`]),
    ...problems.map((one) => JSON.stringify(one)),
  ];
}

/** By their home, which is in the state folder of the bench. */
function processesOf({ stateFolder }: Bench): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/u.test(name))
    .filter((name) => environmentOf(name).includes(`HOME=${stateFolder}/`))
    .map(Number);
}

function environmentOf(pid: string): string {
  try {
    return readFileSync(join('/proc', pid, 'environ'), 'latin1');
  } catch {
    return '';
  }
}
