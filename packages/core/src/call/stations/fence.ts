import { withFence, type ApprovedCall, type FencedCall, type FenceReport } from '../../tool/call.ts';
import { block, isRefusal, type Refusal } from '../../tool/refusal.ts';
import { isThenable } from '../../tool/thenable.ts';
import type { House } from '../house.ts';

const unfenced: FenceReport = Object.freeze({ layer: 'none' });

/** Decides what the call may touch and how it is held while it runs. */
export function fence(
  call: ApprovedCall,
  house: Pick<House, 'fence' | 'sandbox'>,
): FencedCall | Refusal | Promise<FencedCall | Refusal> {
  if (house.fence === undefined) {
    if (house.sandbox === 'required') return block('no_fence', { tool: call.tool.name }, 'sandbox: required');
    return withFence(call, unfenced);
  }
  const enclosed = house.fence.enclose(call);
  const step = (report: FenceReport | Refusal): FencedCall | Refusal =>
    isRefusal(report) ? report : withFence(call, checked(report));
  return isThenable(enclosed) ? Promise.resolve(enclosed).then(step) : step(enclosed);
}

/** A fence that says nothing has not said yes. */
function checked(report: FenceReport | undefined): FenceReport {
  if (typeof report?.layer === 'string') return report;
  throw new TypeError('the fence gave no report');
}
