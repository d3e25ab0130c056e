import { ask, type Output } from '../../live/ask.ts';
import { useAnswer } from '../../live/use-answer.ts';
import { useDelayed } from '../../parts/use-delayed.ts';

/** The tool of a name, as soon as there is one. */
export function useDescriptor(tool: string): Output<'get_tool_descriptor'> | undefined {
  const name = useDelayed(tool, 300).trim();
  const { data } = useAnswer(
    async (signal) =>
      name === '' ? undefined : ask('get_tool_descriptor', { name }, signal).catch(() => undefined),
    [name],
  );
  return data;
}
