import type { Tone } from '../../parts/badge.tsx';

/** The colours of plans and of their nodes, by state. */
export const planTones: Readonly<Record<string, Tone>> = {
  succeeded: 'good',
  incomplete: 'warn',
  parked: 'warn',
  outcome_unknown: 'warn',
  failed: 'bad',
};
