import { isHan } from './words.ts';

/** A unit of measurement: what it measures, and how much of the dimension's base one of it is. */
export interface Unit {
  readonly dimension: string;
  readonly factor: number;
  readonly symbol: string;
}

const table: readonly (readonly [string, number, string, string])[] = [
  ['time', 0.001, 'ms', 'ms millisecond milliseconds msec 毫秒'],
  ['time', 1, 's', 'sec secs second seconds 秒 秒钟'],
  ['time', 60, 'min', 'min mins minute minutes 分钟 分'],
  ['time', 3600, 'h', 'hr hrs hour hours 小时 个小时 钟头'],
  ['time', 86_400, 'd', 'day days 天'],
  ['time', 604_800, 'w', 'week weeks 周 星期 个星期'],
  ['months', 1, 'month', 'month months 月 个月'],
  ['months', 12, 'year', 'yr yrs year years 年'],
  ['length', 0.001, 'mm', 'mm millimeter millimeters millimetre 毫米'],
  ['length', 0.01, 'cm', 'cm centimeter centimeters centimetre centimetres 厘米 公分'],
  ['length', 1, 'm', 'm meter meters metre metres 米'],
  ['length', 1000, 'km', 'km kilometer kilometers kilometre kilometres 公里 千米'],
  ['length', 0.0254, 'in', 'inch inches 英寸'],
  ['length', 0.3048, 'ft', 'ft foot feet 英尺'],
  ['length', 1609.344, 'mi', 'mi mile miles 英里'],
  ['mass', 0.001, 'g', 'g gram grams 克'],
  ['mass', 1, 'kg', 'kg kilogram kilograms kilo kilos 公斤 千克'],
  ['mass', 1000, 't', 'ton tons tonne tonnes 吨'],
  ['mass', 0.453_592_37, 'lb', 'lb lbs pound pounds 磅'],
  ['volume', 0.001, 'ml', 'ml milliliter milliliters 毫升'],
  ['volume', 1, 'l', 'l liter liters litre litres 升'],
  ['data', 1, 'KB', 'kb kilobyte kilobytes'],
  ['data', 1024, 'MB', 'mb megabyte megabytes'],
  ['data', 1_048_576, 'GB', 'gb gigabyte gigabytes'],
];

const units: ReadonlyMap<string, Unit> = new Map(
  table.flatMap(([dimension, factor, symbol, names]) =>
    names.split(' ').map((name): [string, Unit] => [name, { dimension, factor, symbol }]),
  ),
);

export function unitOf(name: string): Unit | undefined {
  return units.get(name.toLowerCase());
}

/** The longest name of a unit that a Chinese text begins with. */
export function leadingChineseUnit(text: string): string | undefined {
  for (let length = Math.min(3, text.length); length > 0; length--) {
    const name = text.slice(0, length);
    if (isHan(name[0]) && units.has(name)) return name;
  }
  return undefined;
}

/** Units that a description names: "in minutes", "以分钟为单位", "(公里)". */
export function unitsNamedIn(description: string): Unit[] {
  const found: Unit[] = [];
  for (const [word] of description.slice(0, 2000).matchAll(/\p{Script=Han}+|[A-Za-z]+/gu)) {
    if (!isHan(word[0])) {
      const unit =
        word.length > 2 || word === 'km' || word === 'cm' ? units.get(word.toLowerCase()) : undefined;
      if (unit !== undefined) found.push(unit);
      continue;
    }
    for (const [name, unit] of units)
      if (isHan(name[0]) && word.includes(name) && name.length > 1) found.push(unit);
    const single = /单位[为是]?(\p{Script=Han})$/u.exec(word)?.[1] ?? word;
    const unit = single.length === 1 ? units.get(single) : undefined;
    if (unit !== undefined) found.push(unit);
  }
  return found;
}

/** A number in one unit, in another of the same dimension; undefined where there is no way. */
export function convert(value: number, from: Unit, to: Unit): number | undefined {
  if (from.dimension !== to.dimension) return undefined;
  const converted = (value * from.factor) / to.factor;
  return Number(converted.toPrecision(12));
}
