import type { Answer } from './ledger.ts';

/** A call that is about to be made. Its mark stands in its arguments, and so in its record. */
export interface CallAsked {
  readonly mark: string;
  readonly tool: string;
  readonly given: { readonly [name: string]: unknown };
}

/** One sort of call in the mixture. */
interface Sort {
  readonly tool: string;
  /** So many of all. */
  readonly weight: number;
  readonly given: (mark: string) => { readonly [name: string]: unknown };
  /** What an answer must be, whatever goes on around it. @default as it comes */
  readonly isRight?: (answer: Answer) => boolean;
}

/** More than a disk that is full takes. */
const page = 'x'.repeat(40_000);

const plain: Sort = {
  tool: 'string',
  weight: 10,
  given: (mark) => ({ operation: 'upper', text: mark }),
  isRight: ({ status, output, mark }) =>
    status === 'success' && (output as { readonly result: unknown }).result === mark.toUpperCase(),
};

const sorts: readonly Sort[] = [
  plain,
  {
    tool: 'string',
    weight: 2,
    given: (mark) => ({ operation: 'no such thing', text: mark }),
    isRight: ({ code }) => code === 'invalid_arguments',
  },
  { tool: 'ask_upstream', weight: 4, given: (mark) => ({ mark }) },
  { tool: 'ask_nobody', weight: 1, given: (mark) => ({ mark }), isRight: ({ status }) => status === 'error' },
  { tool: 'flaky__echo', weight: 3, given: (mark) => ({ value: mark }) },
  {
    tool: 'flaky__die',
    weight: 1,
    given: (mark) => ({ mark }),
    isRight: ({ status }) => status !== 'success',
  },
  {
    tool: 'flaky__hang',
    weight: 1,
    given: (mark) => ({ mark }),
    isRight: ({ status }) => status !== 'success',
  },
  { tool: 'Bash', weight: 1, given: (mark) => ({ command: `echo ${mark}` }) },
  { tool: 'Write', weight: 3, given: (mark) => ({ file_path: `written/${mark}.txt`, content: mark + page }) },
  { tool: 'launch', weight: 3, given: (mark) => ({ mark }) },
];

const total = sorts.reduce((sum, { weight }) => sum + weight, 0);

export function drawSort(random: () => number): Sort {
  let left = random() * total;
  return sorts.find(({ weight }) => (left -= weight) < 0) ?? plain;
}

/** What a call of Write has put there, if it is whole. */
export function isWhole(mark: string, content: string): boolean {
  return content === mark + page;
}
