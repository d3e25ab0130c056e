import { approvalOperations } from './approvals.ts';
import { callOperations } from './calls.ts';
import { historyOperations } from './history.ts';
import type { InputOf, Operation, OutputOf } from './operation.ts';
import { planOperations } from './plans.ts';
import { policyOperations } from './policy.ts';
import { serviceOperations } from './service.ts';
import { sourceOperations } from './sources.ts';
import { toolOperations } from './tools.ts';

type Operations = typeof toolOperations &
  typeof callOperations &
  typeof historyOperations &
  typeof approvalOperations &
  typeof planOperations &
  typeof policyOperations &
  typeof sourceOperations &
  typeof serviceOperations;

/** Everything that can be asked of the service, by its name. */
export const operations: Operations = {
  ...toolOperations,
  ...callOperations,
  ...historyOperations,
  ...approvalOperations,
  ...planOperations,
  ...policyOperations,
  ...sourceOperations,
  ...serviceOperations,
};

export type OperationName = keyof Operations;

/** What an operation takes, by name: what stands in its path, its query and its body. */
export type Input<Name extends OperationName> = InputOf<Operations[Name]>;

/** What it answers with. */
export type Output<Name extends OperationName> = OutputOf<Operations[Name]>;

/** The same without the types of each. */
export const operationList: readonly (readonly [OperationName, Operation])[] = Object.entries(
  operations,
) as unknown as readonly (readonly [OperationName, Operation])[];
