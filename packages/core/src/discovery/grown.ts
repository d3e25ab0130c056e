/** From so many on, room for more is memory that waits. */
const many = 65_536;

/** With room for twice as many, or for an eighth more where there are many. */
export function grown<Numbers extends Uint8Array | Uint16Array | Uint32Array | Float64Array>(
  numbers: Numbers,
): Numbers {
  const larger = new (numbers.constructor as new (length: number) => Numbers)(
    Math.ceil(numbers.length * (numbers.length < many ? 2 : 1.125)),
  );
  larger.set(numbers);
  return larger;
}
