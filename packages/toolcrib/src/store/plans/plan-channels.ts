/** On this channel it is told that a plan was submitted or resumed, or is to be cancelled: with its id. */
export function plansChannel(schema: string): string {
  return `${schema}_plans`;
}

/** On this channel it is told that something has happened to the calls of a plan: with the id of the plan. */
export function callsChannel(schema: string): string {
  return `${schema}_plan_calls`;
}
