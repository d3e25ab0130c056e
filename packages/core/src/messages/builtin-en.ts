import type { BuiltinCatalog, ExpressionPart } from './builtin-problem.ts';
import { count, show } from './wording.ts';

export const builtinEn: BuiltinCatalog = {
  missing_parameter: ({ operation, parameter }) => `Operation "${operation}" needs "${parameter}".`,
  empty_parameter: ({ operation, parameter }) =>
    `Operation "${operation}" needs a "${parameter}" that is not empty.`,
  too_much_input: ({ limit, unit }) =>
    `The arguments hold more than ${count(limit)} ${unit === 'values' ? 'values and keys' : unit}. Work on a part of them.`,
  too_much_output: ({ limit, unit }) =>
    `The result would have more than ${count(limit)} ${unit}. Work on a part of the input.`,

  unreadable_path: ({ path, position }) =>
    `Cannot read the path ${show(path)} at position ${position}. Write it like user.tags[0].name, and unusual keys as ["a.b"].`,
  path_too_long: ({ limit }) => `The path has more than ${limit} steps.`,

  operator_needs: ({ operator, value }) => `The operator "${operator}" needs ${operands[value]}.`,
  not_a_number: ({ item, operation }) =>
    `Item ${item} has no number to ${operation}. Give a "path" to one, or filter first.`,
  no_common_order: ({ item, type }) =>
    `Item ${item} is of type ${type}: only numbers, texts or booleans can be ordered, and all must be of one type. Give a "path" to the value that counts.`,
  step_of_zero: () => 'Operation "range" needs a "step" that is not 0.',
  beyond_double: () => 'The result is larger than a number can be.',

  name_taken: ({ name }) =>
    `Two keys would get the name ${show(name)}. Rename one of them otherwise, or omit it first.`,
  not_a_key: ({ key }) =>
    `The value of ${show(key)} cannot become a key: it is neither text nor number nor boolean.`,
  path_taken: ({ path }) => `The path ${show(path)} would put a value where another path already put one.`,
  gap_in_list: ({ list, index }) => `The list ${show(list)} has no item [${index}].`,
  outside_list: ({ length, step }) =>
    `The list has ${length} items, so [${step}] is neither one of them nor the next.`,
  not_a_container: ({ step, value }) =>
    `Cannot set ${show(step)} in ${show(value)}: it is neither object nor list.`,

  not_base64: ({ character }) => `${show(character)} is not a Base64 character.`,
  base64_cut_off: () => 'The Base64 text is cut off.',
  not_hexadecimal: () => 'Hexadecimal text consists of pairs of the digits 0-9 and a-f.',
  not_percent_encoded: () =>
    'A "%" is not followed by two hexadecimal digits, or the encoded bytes are not UTF-8.',
  not_utf8: ({ encoding }) => `The ${encoding} text holds binary data and not UTF-8 text.`,
  too_many_marks: ({ limit }) => `The text has more than ${limit} combining marks on one character.`,

  unreadable_date: ({ date }) =>
    `Cannot read the date ${show(date)}. Use ISO 8601, such as 2026-03-29, 2026-03-29T01:30 or 2026-03-29T01:30:00+01:00, or milliseconds since 1970 as a number.`,
  nonexistent_date: ({ date }) =>
    `${show(date)} does not exist: the calendar, the clock or the time zone has no such moment.`,
  unknown_time_zone: ({ timeZone, similar }) =>
    `No time zone ${show(timeZone)}. ${similar === undefined ? 'Use an IANA name such as Europe/Vienna or Asia/Shanghai, or an offset such as +02:00.' : `Did you mean ${show(similar)}?`}`,
  unknown_locale: ({ locale }) => `No locale ${show(locale)}. Use a language tag such as en-GB, de or zh-CN.`,
  beyond_calendar: () => 'The result lies outside of the years -271821 to 275760.',
  no_style: () => 'Give a "date_style" or a "time_style".',

  unknown_sign: () =>
    'This sign is not known. Use numbers, + - * / % ^ !, parentheses, functions and constants.',
  unexpected: ({ expected }) => `Expected ${parts[expected]}.`,
  stray_comma: () =>
    'A comma stands only between the values of a function. Write thousands as 1000 or 1_000.',
  ends_too_early: ({ expected }) => `The expression ends too early; expected ${parts[expected]}.`,
  leading_zero: () =>
    'The number starts with 0. Write it without leading zeros, and thousands as 1000 or 1_000.',
  nested_too_deep: ({ limit }) => `The expression is nested deeper than ${limit} levels.`,
  unknown_name: ({ known }) => `This name is not known. Known: ${known.join(', ')}.`,
  wrong_count: ({ function: name, least, most, given }) =>
    `${name} needs ${most === null ? `at least ${least}` : least === most ? least : `${least} to ${most}`} value(s), not ${given}.`,
  ambiguous_percent: () =>
    '"%" can be a percent sign or a remainder here. Write (10%) - 3 for percent, or mod(10, -3).',
  too_much_work: ({ limit }) =>
    `The expression takes more than ${count(limit)} steps. Calculate it in parts, or with shorter numbers.`,
  division_by_zero: () => 'Division by zero.',
  number_too_large: ({ digits }) => `The number is too large: the limit is ${count(digits)} digits.`,
  number_too_small: ({ digits }) => `The number is too small: the limit is 1e-${digits}.`,
  exponent_too_large: () => 'The exponent is too large.',
  root_of_negative: () => 'A negative number has only whole powers.',
  outside_domain: ({ function: name, domain }) => `${name} is defined only for ${domain}.`,
  not_whole: ({ function: name }) => `${name} needs whole numbers.`,
};

const operands = {
  any: '"value"',
  list: 'a list as "value"',
  text: 'a text as "value"',
  ordered: 'a number, a text or a boolean as "value"',
} as const;

const parts: Readonly<Record<ExpressionPart, string>> = {
  value: 'a number, a function, a constant or "("',
  operator: 'an operator such as + - * / ^, or the end',
  operator_or_close: 'an operator or ")"',
  operator_or_comma: 'an operator, "," or ")"',
  open: '"(" after the name of a function',
};
