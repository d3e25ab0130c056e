import { malformed, type ByteReader } from './byte-reader.ts';

/** What a function takes and gives, one letter for each value, such as `iiI:i`. */
export type Signature = string;

const mostTypes = 1_000_000;
const mostParts = 10_000;

/** Opening bytes of what can stand in a section of types. */
const forms = { group: 0x4e, open: 0x50, final: 0x4f, function: 0x60, struct: 0x5f, array: 0x5e } as const;
const packed = { i8: 0x78, i16: 0x77 } as const;
const numbers: ReadonlyMap<number, string> = new Map([
  [0x7f, 'i'],
  [0x7e, 'I'],
  [0x7d, 'f'],
  [0x7c, 'F'],
  [0x7b, 'v'],
]);
/** References written in one byte, and those that name what they refer to. */
const reference = { first: 0x69, last: 0x74, nullable: 0x63, strict: 0x64 } as const;

/** The types of a module by their numbers; undefined for one that is not that of a function. */
export function readTypes(reader: ByteReader): (Signature | undefined)[] {
  return reader.list(readGroup, mostTypes).flat();
}

/** Types that refer to each other stand together and are numbered one by one. */
function readGroup(reader: ByteReader): (Signature | undefined)[] {
  const form = reader.byte();
  if (form === forms.group) return repeat(reader, mostTypes, () => readType(reader, reader.byte()));
  return [readType(reader, form)];
}

function readType(reader: ByteReader, form: number): Signature | undefined {
  if (form !== forms.open && form !== forms.final) return readForm(reader, form);
  // The types that it extends.
  repeat(reader, mostParts, () => reader.u32());
  return readForm(reader, reader.byte());
}

function readForm(reader: ByteReader, form: number): Signature | undefined {
  switch (form) {
    case forms.function: {
      const [takes, gives] = [readValues(reader), readValues(reader)];
      return `${takes}:${gives}`;
    }
    case forms.struct:
      repeat(reader, mostParts, () => skipField(reader));
      return undefined;
    case forms.array:
      skipField(reader);
      return undefined;
    default:
      throw malformed('a type that is not known', reader.position - 1);
  }
}

function readValues(reader: ByteReader): string {
  return repeat(reader, mostParts, () => readValue(reader, reader.byte())).join('');
}

function readValue(reader: ByteReader, type: number): string {
  const number = numbers.get(type);
  if (number !== undefined) return number;
  // A number of a type, or one of the references.
  if (type === reference.nullable || type === reference.strict) reader.s33();
  else if (type < reference.first || type > reference.last)
    throw malformed('a value of a type that is not known', reader.position - 1);
  return 'r';
}

function skipField(reader: ByteReader): void {
  const type = reader.byte();
  if (type !== packed.i8 && type !== packed.i16) readValue(reader, type);
  // Whether it can be changed.
  reader.byte();
}

function repeat<T>(reader: ByteReader, longest: number, read: () => T): T[] {
  const at = reader.position;
  const length = reader.u32();
  if (length > longest) throw malformed('a list that is too long', at);
  return Array.from({ length }, read);
}
