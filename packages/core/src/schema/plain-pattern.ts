import { areDisjoint, type CharacterClass, isScript, printClass } from './character-class.ts';
import type { PatternNode } from './pattern-syntax.ts';

export interface PlainPattern {
  readonly source: string;
  /** How many characters may be looked at for each character of the text. */
  readonly looks: number;
}

/**
 * The built-in engine runs a pattern of single characters in linear time when it can never give back what a
 * repeat took: such a pattern (most of those in tools) needs neither RE2's compilation nor its slower match.
 */
export function toPlainPattern(node: PatternNode): PlainPattern | undefined {
  const items = node.kind === 'sequence' ? node.items : [node];
  const anchored = items[0]?.kind === 'start';
  const steps = readSteps(anchored ? items.slice(1) : items);
  if (steps === undefined || steps.length > maxPlainSteps) return undefined;

  if (!anchored && steps.some(isVariable)) return undefined;
  const givesBack = steps.findIndex(
    (step, index) => isVariable(step) && !isDisjointFromNext(step, steps, index),
  );
  // A repeat that gives back costs text × what follows it, so what follows must be of a fixed width.
  if (givesBack >= 0 && steps.slice(givesBack + 1).some(isVariable)) return undefined;
  const width = steps.reduce((total, step) => total + step.minimum, 0);
  if (width > maxPlainWidth) return undefined;
  const ending = items.at(-1)?.kind === 'end' ? '$' : '';
  return {
    source: (anchored ? '^' : '') + steps.map(printStep).join('') + ending,
    looks: anchored && givesBack < 0 ? 2 : width + 2,
  };
}

const maxPlainSteps = 100;
const maxPlainWidth = 2_000;
const maxPlainRepeat = 60_000;

interface Step {
  readonly characters: CharacterClass;
  readonly minimum: number;
  readonly maximum: number;
}

function isVariable(step: Step): boolean {
  return step.minimum !== step.maximum;
}

function readSteps(items: readonly PatternNode[]): Step[] | undefined {
  const steps: Step[] = [];
  for (const [index, item] of items.entries()) {
    if (item.kind === 'end' && index === items.length - 1) break;
    if (item.kind === 'class') steps.push({ characters: item.characters, minimum: 1, maximum: 1 });
    else if (item.kind === 'repeat' && item.item.kind === 'class') {
      const { minimum, maximum } = item;
      if (minimum > maxPlainRepeat || (maximum > maxPlainRepeat && maximum !== Infinity)) return undefined;
      steps.push({ characters: item.item.characters, minimum, maximum });
    } else return undefined;
    if (steps.at(-1)?.characters.properties.some(isScript) === true) return undefined;
  }
  return steps;
}

/** Whether whatever may follow a repeat starts with a character the repeat cannot take. */
function isDisjointFromNext(step: Step, steps: readonly Step[], index: number): boolean {
  for (const next of steps.slice(index + 1)) {
    if (!areDisjoint(step.characters, next.characters)) return false;
    if (next.minimum > 0) return true;
  }
  return true;
}

function printStep({ characters, minimum, maximum }: Step): string {
  const printed = printClass(characters, 'u');
  if (minimum === 1 && maximum === 1) return printed;
  return `${printed}{${minimum},${maximum === Infinity ? '' : maximum}}`;
}
