import { Ajv } from 'ajv';
import { parseTool, ToolService } from '../../packages/core/dist/index.js';
import { median } from '../measuring/median.ts';
import { toolDefinition } from './tool-definition.ts';

const warmUps = 20;
const tools = 60;
const validArguments = { query: 'all' };

export interface FirstUse {
  readonly way: string;
  readonly firstMicroseconds: number;
  readonly secondMicroseconds: number;
}

/** What the first validation of a tool costs, when its schema is compiled, beside the second. */
export function measureFirstUse(): FirstUse[] {
  const ours: Timing[] = [];
  const theirs: Timing[] = [];
  for (let index = 0; index < warmUps + tools; index++) {
    ours.push(timeToolcrib(index));
    theirs.push(timeAjv(index));
  }
  return [toFirstUse('Toolcrib', ours), toFirstUse('Ajv', theirs)];
}

interface Timing {
  readonly first: number;
  readonly second: number;
}

const service = new ToolService({ builtins: false });
const ajv = new Ajv({ useDefaults: true });

function timeToolcrib(index: number): Timing {
  const tool = parseTool(toolDefinition(index));
  return timeTwice(() => service.validateParameters(tool, { ...validArguments }).valid);
}

function timeAjv(index: number): Timing {
  // Ajv compiles a schema once and finds it again by its identity.
  const { parameters } = toolDefinition(index);
  return timeTwice(() => ajv.validate(parameters, { ...validArguments }));
}

function timeTwice(validate: () => boolean): Timing {
  const start = performance.now();
  const isFirstValid = validate();
  const middle = performance.now();
  const isSecondValid = validate();
  const end = performance.now();
  if (!isFirstValid || !isSecondValid) throw new Error('valid arguments were refused');
  return { first: (middle - start) * 1000, second: (end - middle) * 1000 };
}

function toFirstUse(way: string, timings: readonly Timing[]): FirstUse {
  const counted = timings.slice(warmUps);
  return {
    way,
    firstMicroseconds: median(counted.map(({ first }) => first)),
    secondMicroseconds: median(counted.map(({ second }) => second)),
  };
}
