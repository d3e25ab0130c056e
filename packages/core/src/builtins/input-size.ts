import { isObject } from '../schema/json-type.ts';
import { problem } from './problem.ts';

/** What every operation on lists and objects takes in its stride: values and keys, and characters in them. */
export const maxValues = 25_000;
export const maxCharacters = 1_000_000;

/** Throws when the arguments hold more than that: nothing that follows may then hold the thread for long. */
export function checkSize(input: unknown): void {
  let [values, characters] = [0, 0];
  const weigh = (value: unknown): void => {
    if (++values > maxValues) throw problem('too_much_input', { limit: maxValues, unit: 'values' });
    if (typeof value === 'string') {
      characters += value.length;
      if (characters > maxCharacters) {
        throw problem('too_much_input', { limit: maxCharacters, unit: 'characters' });
      }
    } else if (Array.isArray(value)) {
      for (const item of value) weigh(item);
    } else if (isObject(value)) {
      for (const key of Object.keys(value)) {
        weigh(key);
        weigh(value[key]);
      }
    }
  };
  weigh(input);
}
