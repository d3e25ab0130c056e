import type { Tool } from '../tool/tool.ts';
import { array } from './array.ts';
import { calculator } from './calculator.ts';
import { datetime } from './datetime.ts';
import { object } from './object.ts';
import { string } from './string.ts';

/** The tools that a new service holds from the start. */
export const builtinTools: readonly Tool[] = Object.freeze([calculator, datetime, string, array, object]);
