import { isObject } from '../schema/json-type.ts';
import { problem } from './problem.ts';

/** What every operation on lists and objects takes in its stride: values and keys at all levels, and their characters. */
export const maxValues = 25_000;
export const maxCharacters = 1_000_000;

/** Throws when the arguments hold more than that, so that nothing that follows can hold the thread for long. */
export function checkSize(input: object): void {
  let values = 0;
  let characters = 0;
  const add = (moreValues: number, moreCharacters: number): void => {
    values += moreValues;
    characters += moreCharacters;
    if (values > maxValues) throw problem('too_much_input', { limit: maxValues, unit: 'values' });
    if (characters <= maxCharacters) return;
    throw problem('too_much_input', { limit: maxCharacters, unit: 'characters' });
  };
  const weigh = (value: unknown): void => {
    if (typeof value === 'string') add(0, value.length);
    else if (Array.isArray(value)) {
      add(value.length, 0);
      for (const item of value) weigh(item);
    } else if (isObject(value)) {
      const keys = Object.keys(value);
      add(2 * keys.length, 0);
      for (const key of keys) {
        add(0, key.length);
        weigh(value[key]);
      }
    }
  };
  for (const argument of Object.values(input)) weigh(argument);
}
