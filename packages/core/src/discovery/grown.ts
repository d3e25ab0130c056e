/** With room for half as much again: more would be memory that waits. */
export function grown<Numbers extends Uint8Array | Uint32Array | Float64Array>(numbers: Numbers): Numbers {
  const larger = new (numbers.constructor as new (length: number) => Numbers)(
    Math.ceil(numbers.length * 1.5),
  );
  larger.set(numbers);
  return larger;
}
