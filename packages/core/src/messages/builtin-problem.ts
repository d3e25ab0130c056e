/** Why a built-in tool cannot answer: the facts, by the reason. Reasons are as stable as codes. */
export interface BuiltinFacts {
  // Any of them.
  missing_parameter: { operation: string; parameter: string };
  empty_parameter: { operation: string; parameter: string };
  too_much_input: { limit: number; unit: 'values' | 'characters' };
  too_much_output: { limit: number; unit: 'values' | 'characters' };

  // Paths into values.
  unreadable_path: { path: string; position: number };
  path_too_long: { limit: number };

  // Lists.
  operator_needs: { operator: string; value: 'any' | 'list' | 'text' | 'ordered' };
  not_a_number: { item: number; operation: string };
  no_common_order: { item: number; type: 'text' | 'number' | 'boolean' | 'object' | 'list' };
  step_of_zero: object;
  beyond_double: object;

  // Objects.
  name_taken: { name: string };
  not_a_key: { key: string };
  path_taken: { path: string };
  gap_in_list: { list: string; index: number };
  outside_list: { length: number; step: string };
  not_a_container: { step: string; value: string | number | boolean };

  // Texts.
  not_base64: { character: string };
  base64_cut_off: object;
  not_hexadecimal: object;
  not_percent_encoded: object;
  not_utf8: { encoding: string };
  too_many_marks: { limit: number };

  // Dates.
  unreadable_date: { date: string };
  nonexistent_date: { date: string };
  unknown_time_zone: { timeZone: string; similar?: string | undefined };
  unknown_locale: { locale: string };
  beyond_calendar: object;
  no_style: object;

  // Expressions.
  unknown_sign: object;
  unexpected: { expected: ExpressionPart };
  stray_comma: object;
  ends_too_early: { expected: ExpressionPart };
  leading_zero: object;
  nested_too_deep: { limit: number };
  unknown_name: { known: readonly string[] };
  wrong_count: { function: string; least: number; most: number | null; given: number };
  ambiguous_percent: object;
  too_much_work: { limit: number };
  division_by_zero: object;
  number_too_large: { digits: number };
  number_too_small: { digits: number };
  exponent_too_large: object;
  root_of_negative: object;
  outside_domain: { function: string; domain: string };
  not_whole: { function: string };
}

/** What could have stood where an expression went wrong. */
export type ExpressionPart = 'value' | 'operator' | 'operator_or_close' | 'operator_or_comma' | 'open';

export type BuiltinReason = keyof BuiltinFacts;

/** One reason with its facts, and the place in an expression where there is one. */
export type BuiltinProblem = {
  readonly [R in BuiltinReason]: { readonly reason: R; readonly at?: ExpressionPlace } & Readonly<
    BuiltinFacts[R]
  >;
}[BuiltinReason];

export interface ExpressionPlace {
  readonly text: string;
  /** Counted from 1. */
  readonly position: number;
}

/** The sentences of one language, complete by type. */
export type BuiltinCatalog = { readonly [R in BuiltinReason]: (facts: BuiltinFacts[R]) => string };

export function builtinSentence(catalog: BuiltinCatalog, problem: BuiltinProblem): string {
  return (catalog[problem.reason] as (facts: BuiltinProblem) => string)(problem);
}
