import {
  block,
  isRefusal,
  withFence,
  type ApprovedCall,
  type FencedCall,
  type FenceReport,
  type Refusal,
} from '../../tool/call.ts';
import type { House } from '../house.ts';

const unfenced: FenceReport = Object.freeze({ layer: 'none' });

/** Decides what the call may touch and how it is held while it runs. */
export function enclose(
  call: ApprovedCall,
  { fence, sandbox }: House,
): FencedCall | Refusal | Promise<FencedCall | Refusal> {
  if (fence === undefined || sandbox === 'off') {
    if (sandbox === 'required') return block('no_fence', { tool: call.tool.name }, 'sandbox: required');
    return withFence(call, unfenced);
  }
  const enclosed = fence.enclose(call);
  const step = (report: FenceReport | Refusal): FencedCall | Refusal =>
    isRefusal(report) ? report : withFence(call, report);
  return enclosed instanceof Promise ? enclosed.then(step) : step(enclosed);
}
