import { type Bomb, bombs } from './bombs.ts';

/** How long the event loop was held, and how it ended. */
export interface Hold {
  readonly milliseconds: number;
  readonly ending: string;
}

/** The main part of a child process: lets the bomb that was named on the command line off, once. */
export async function holdWith(letOff: (bomb: ReturnType<Bomb['make']>) => Promise<string>): Promise<void> {
  const bomb = bombs.find(({ name }) => name === process.argv[2]);
  if (bomb === undefined) throw new Error(`no bomb ${process.argv[2]}`);
  const made = bomb.make();
  const start = performance.now();
  const ending = await letOff(made);
  const hold: Hold = { milliseconds: performance.now() - start, ending };
  console.log(JSON.stringify(hold));
}
