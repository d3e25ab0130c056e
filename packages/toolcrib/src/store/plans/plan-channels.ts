/** On this channel it is told that a plan was submitted, resumed or given back, or that it or its calls are to end: with its id. */
export function plansChannel(schema: string): string {
  return fitting(schema, 'plans');
}

/** On this channel it is told what becomes of the calls of a plan: with the id of the plan. */
export function callsChannel(schema: string): string {
  return fitting(schema, 'plan_calls');
}

/** Names of PostgreSQL have 63 letters, and a longer one is refused. */
function fitting(schema: string, what: string): string {
  return `${schema.slice(-50)}_${what}`;
}
