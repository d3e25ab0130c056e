import type { Bench } from './bench.ts';

/** A text for a model under its name, cut where it must be, with how to get the rest. */
export async function cutText(
  name: string,
  whole: string,
  { outputs }: Pick<Bench, 'outputs'>,
): Promise<{ readonly [name: string]: string }> {
  const { text, cut } = await outputs.cut(whole);
  return cut === undefined ? { [name]: text } : { [name]: text, [`${name}_rest`]: cut.handle };
}
