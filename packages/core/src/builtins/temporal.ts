import type { Temporal } from 'temporal-polyfill';

export type TemporalApi = typeof Temporal;

/** Temporal of the engine, or the polyfill where there is none yet. Loaded late: the polyfill takes 40 ms. */
export async function loadTemporal(): Promise<TemporalApi> {
  const { Temporal: native } = globalThis as { readonly Temporal?: TemporalApi };
  return native ?? (await import('temporal-polyfill')).Temporal;
}
