import type { ToolRollup } from '@toolcrib/core';
import type { ExpressionBuilder, ExpressionWrapper, SqlBool } from 'kysely';
import type { Period, Piece } from './cut-period.ts';
import type { Tables } from '../databases/tables.ts';

/** Which calls are counted; what is left out does not matter. Periods are counted in whole minutes. */
export interface StatisticsQuery extends Period {
  readonly tool?: string | undefined;
  readonly agent?: string | undefined;
}

type Rollups = ExpressionBuilder<Tables, 'rollups'>;
type Condition = ExpressionWrapper<Tables, 'rollups', SqlBool>;

/** The rollups that fill these pieces. */
export function rollupsWhere(
  pieces: readonly Piece[],
  { tool, agent }: StatisticsQuery,
): (where: Rollups) => Condition {
  return (where) =>
    where.and([
      where.or(pieces.map((piece) => fills(where, piece))),
      ...(tool === undefined ? [] : [where('tool', '=', tool)]),
      ...(agent === undefined ? [] : [where('agent', '=', agent)]),
    ]);
}

function fills(where: Rollups, { span, from, to }: Piece): Condition {
  return where.and([
    where('span', '=', span),
    ...(from === -Infinity ? [] : [where('start', '>=', from)]),
    ...(to === Infinity ? [] : [where('start', '<', to)]),
  ]);
}

/** In the table an empty name stands for none. */
export function toNames(row: {
  readonly tool: string;
  readonly version: string;
  readonly agent: string;
}): Pick<ToolRollup, 'tool' | 'version' | 'agent'> {
  return { tool: row.tool, version: row.version || undefined, agent: row.agent || undefined };
}
