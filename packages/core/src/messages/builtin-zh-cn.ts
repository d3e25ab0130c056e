import type { BuiltinCatalog, ExpressionPart } from './builtin-problem.ts';
import { count, show } from './wording.ts';

export const builtinZhCN: BuiltinCatalog = {
  missing_parameter: ({ operation, parameter }) => `操作 "${operation}" 需要参数 "${parameter}"。`,
  empty_parameter: ({ operation, parameter }) => `操作 "${operation}" 的参数 "${parameter}" 不能为空。`,
  too_much_input: ({ limit, unit }) =>
    `参数超过 ${count(limit)} 个${unit === 'values' ? '值和键' : '字符'}。请分批处理。`,
  too_much_output: ({ limit, unit }) =>
    `结果将超过 ${count(limit)} 个${unit === 'values' ? '值' : '字符'}。请只处理输入的一部分。`,

  unreadable_path: ({ path, position }) =>
    `无法读取路径 ${show(path)} 的第 ${position} 个字符。请写成 user.tags[0].name 的形式，特殊的键写成 ["a.b"]。`,
  path_too_long: ({ limit }) => `路径超过 ${limit} 级。`,

  operator_needs: ({ operator, value }) => `运算符 "${operator}" 要求 ${operands[value]}。`,
  not_a_number: ({ item, operation }) =>
    `第 ${item} 项（从 0 起）没有可供 ${operation} 的数字。请用 "path" 指向数字，或先过滤。`,
  no_common_order: ({ item, type }) =>
    `第 ${item} 项（从 0 起）的类型是${types[type]}：只有数字、文本或布尔值可以排序，且类型必须一致。请用 "path" 指向用于比较的值。`,
  step_of_zero: () => '操作 "range" 的 "step" 不能为 0。',
  beyond_double: () => '结果超出了数字的表示范围。',

  name_taken: ({ name }) => `有两个键会得到同一名称 ${show(name)}。请给其中一个另取名称，或先去掉它。`,
  not_a_key: ({ key }) => `${show(key)} 的值不能作为键：它不是文本、数字或布尔值。`,
  path_taken: ({ path }) => `路径 ${show(path)} 的位置已被另一路径占用。`,
  gap_in_list: ({ list, index }) => `列表 ${show(list)} 缺少元素 [${index}]。`,
  outside_list: ({ length, step }) => `列表有 ${length} 个元素，[${step}] 既不是其中之一，也不是下一个位置。`,
  not_a_container: ({ step, value }) =>
    `无法在 ${show(value)} 中设置 ${show(step)}：它既不是对象也不是列表。`,

  not_base64: ({ character }) => `${show(character)} 不是 Base64 字符。`,
  base64_cut_off: () => 'Base64 文本不完整。',
  not_hexadecimal: () => '十六进制文本必须由成对的 0-9、a-f 组成。',
  not_percent_encoded: () => '"%" 后面没有两位十六进制数字，或编码的字节不是 UTF-8。',
  not_utf8: ({ encoding }) => `${encoding} 的内容是二进制数据，不是 UTF-8 文本。`,
  too_many_marks: ({ limit }) => `文本中有一个字符带有超过 ${limit} 个组合符号。`,

  unreadable_date: ({ date }) =>
    `无法读取日期 ${show(date)}。请使用 ISO 8601，如 2026-03-29、2026-03-29T01:30 或 2026-03-29T01:30:00+01:00，或用数字表示 1970 年以来的毫秒数。`,
  nonexistent_date: ({ date }) => `${show(date)} 不存在：日历、时钟或时区中没有这一时刻。`,
  unknown_time_zone: ({ timeZone, similar }) =>
    `没有时区 ${show(timeZone)}。${similar === undefined ? '请使用 IANA 名称（如 Europe/Vienna、Asia/Shanghai）或偏移量（如 +02:00）。' : `您是否想用 ${show(similar)}？`}`,
  unknown_locale: ({ locale }) => `没有语言区域 ${show(locale)}。请使用语言标签，如 en-GB、de 或 zh-CN。`,
  beyond_calendar: () => '结果超出了 -271821 年至 275760 年的范围。',
  no_style: () => '请给出 "date_style" 或 "time_style"。',

  unknown_sign: () => '无法识别该符号。请使用数字、+ - * / % ^ !、括号、函数和常量。',
  unexpected: ({ expected }) => `此处应为${parts[expected]}。`,
  stray_comma: () => '逗号只能用于分隔函数的值。千位请写作 1000 或 1_000。',
  ends_too_early: ({ expected }) => `表达式不完整，后面应为${parts[expected]}。`,
  leading_zero: () => '数字以 0 开头。请去掉前导零，千位请写作 1000 或 1_000。',
  nested_too_deep: ({ limit }) => `表达式嵌套超过 ${limit} 层。`,
  unknown_name: ({ known }) => `未知名称。已知：${known.join('、')}。`,
  wrong_count: ({ function: name, least, most, given }) =>
    `${name} 需要${most === null ? `至少 ${least}` : least === most ? ` ${least}` : ` ${least} 至 ${most}`} 个值，实际为 ${given} 个。`,
  ambiguous_percent: () =>
    '此处的 "%" 可以是百分号，也可以是取余。百分比请写 (10%) - 3，取余请写 mod(10, -3)。',
  too_much_work: ({ limit }) => `表达式的计算超过 ${count(limit)} 步。请分步计算，或使用位数更少的数字。`,
  division_by_zero: () => '除数为零。',
  number_too_large: ({ digits }) => `数字过大：上限为 ${count(digits)} 位。`,
  number_too_small: ({ digits }) => `数字过小：下限为 1e-${digits}。`,
  exponent_too_large: () => '指数过大。',
  root_of_negative: () => '负数只能取整数次幂。',
  outside_domain: ({ function: name, domain }) => `${name} 的取值范围是 ${domain}。`,
  not_whole: ({ function: name }) => `${name} 需要整数。`,
};

const operands = {
  any: '给出 "value"',
  list: '"value" 为列表',
  text: '"value" 为文本',
  ordered: '"value" 为数字、文本或布尔值',
} as const;

const types = { text: '文本', number: '数字', boolean: '布尔值', object: '对象', list: '列表' } as const;

const parts: Readonly<Record<ExpressionPart, string>> = {
  value: '数字、函数、常量或 "("',
  operator: '运算符（如 + - * / ^）或结尾',
  operator_or_close: '运算符或 ")"',
  operator_or_comma: '运算符、"," 或 ")"',
  open: '函数名之后的 "("',
};
