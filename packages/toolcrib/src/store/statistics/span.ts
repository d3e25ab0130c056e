import type { RollupsTable } from '../databases/tables.ts';

/** The lengths of time that calls are added up over. */
export type Span = RollupsTable['span'];

export const spanMs: Readonly<Record<Span, number>> = { minute: 60_000, hour: 3_600_000, day: 86_400_000 };
