import { ToolService } from '../call/tool-service.ts';
import { createApprovalDesk } from '../policy/approval-desk.ts';
import { MemoryApprovals } from '../policy/memory-approvals.ts';
import { defineTool } from '../tool/define-tool.ts';
import type { ToolContext } from '../tool/tool-context.ts';
import type { NodeRunner } from '../plan/engine.ts';
import { createNodeRunner } from '../plan/node-runner.ts';

/**
 * A service with tools for trying plans out, and a memory of what was called:
 *
 * - `give` answers with its argument `value`;
 * - `fail` fails as often as `times` says, always without it, and then answers `done`;
 * - `hold` answers with its `value` when `release` is called, or when it is cancelled;
 * - `pay` is `hold`, and may not be repeated;
 * - `ask` is `give`, after a person has said yes.
 */
export interface PlanWorkshop {
  readonly service: ToolService;
  readonly approvals: MemoryApprovals;
  readonly run: NodeRunner;
  /** Every execution, in order. */
  readonly made: readonly MadeCall[];
  /** Lets the calls of `hold` and `pay` with this value go, now and later. */
  readonly release: (value: unknown) => void;
  /** Calls of `hold` and `pay` under way. */
  readonly held: () => number;
}

export interface MadeCall {
  readonly tool: string;
  readonly value: unknown;
  /** Which attempt it was, as the plan knows it. */
  readonly callId: string;
  readonly key: string;
}

/** Questions and calls made outlast an engine, as a store would. */
export function createPlanWorkshop(): PlanWorkshop {
  const approvals = new MemoryApprovals();
  const service = new ToolService({ builtins: false, approver: createApprovalDesk({ store: approvals }) });
  const made: MadeCall[] = [];
  const held = new Map<() => void, unknown>();
  const released = new Set<unknown>();
  const idempotent = { annotations: { idempotent: true } };
  const parameters = { type: 'object', properties: { value: {}, times: { type: 'integer' } } } as const;
  const note = (
    tool: string,
    value: unknown,
    { givenId = '', idempotencyKey }: Pick<ToolContext, 'givenId' | 'idempotencyKey'>,
  ): void => {
    made.push({ tool, value, callId: givenId, key: idempotencyKey });
  };
  for (const name of ['give', 'ask'])
    service.registerTool(
      defineTool({
        name,
        description: 'Gives its value.',
        approval: name === 'ask' ? 'confirm' : 'safe',
        ...idempotent,
        parameters,
        run: ({ value }, context) => {
          note(name, value, context);
          return value ?? null;
        },
      }),
    );
  service.registerTool(
    defineTool({
      name: 'fail',
      description: 'Fails for a while.',
      ...idempotent,
      parameters,
      run: ({ value, times = Infinity }, context) => {
        note('fail', value, context);
        const before = made.filter(({ key }) => key === context.idempotencyKey).length;
        if (before <= times) throw new Error('broken');
        return 'done';
      },
    }),
  );
  for (const name of ['hold', 'pay'])
    service.registerTool(
      defineTool({
        name,
        description: 'Waits.',
        annotations: { idempotent: name === 'hold', destructive: false },
        timeout: 600_000,
        parameters,
        run: ({ value }, context) => {
          note(name, value, context);
          if (released.has(value)) return value ?? null;
          return new Promise((resolve, reject) => {
            const go = (): void => {
              held.delete(go);
              resolve(value ?? null);
            };
            held.set(go, value);
            context.signal?.addEventListener('abort', () => {
              held.delete(go);
              reject(new Error('cancelled'));
            });
          });
        },
      }),
    );
  return {
    service,
    approvals,
    run: createNodeRunner(service),
    made,
    held: () => held.size,
    release(value) {
      released.add(value);
      for (const [go, waiting] of held) if (waiting === value) go();
    },
  };
}
