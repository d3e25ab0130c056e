import { expectTypeOf, test } from 'vitest';
import type { BaseToolExecutor } from '../executors/base-executor.ts';
import type { ApprovedCall, FencedCall, FenceReport } from './call.ts';

test('only a call that has passed every stage can be executed; one that looks like it cannot', () => {
  type Executed = Parameters<BaseToolExecutor['execute']>[0];
  expectTypeOf<FencedCall>().toExtend<Executed>();
  expectTypeOf<ApprovedCall>().not.toExtend<Executed>();
  expectTypeOf<ApprovedCall & { readonly fence: FenceReport }>().not.toExtend<Executed>();
});
