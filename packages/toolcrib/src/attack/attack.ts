/** What attacks are counted by. */
export type AttackGroup =
  | 'files_outside'
  | 'protected_names'
  | 'processes'
  | 'network'
  | 'environment'
  | 'delayed_escape'
  | 'command_guard';

/** What must not be observed. `{…}` in a path stands for a place of the scene. */
type Effect =
  /** The secret stands in what the call gives back. */
  | { readonly kind: 'tells_secret' }
  /** A file or folder has changed, appeared or gone. */
  | { readonly kind: 'changes'; readonly path: string }
  /** Somebody has reached one of the servers of the scene. */
  | { readonly kind: 'connects' }
  /** A process of the attack lives on after the call. */
  | { readonly kind: 'survives' }
  /** A process that has nothing to do with the call was ended. */
  | { readonly kind: 'ends_other' };

interface ToolCall {
  readonly tool: string;
  readonly arguments: { readonly [name: string]: string };
}

/** An attack as data. */
export interface Attack {
  readonly id: string;
  readonly group: AttackGroup;
  /**
   * For bash. Plain bash runs it as the control; the checks get it as a command, and a layer of the system in a script that
   * a person has agreed to, so that nothing but the layer can hold it.
   */
  readonly line: string;
  /** Instead of the line, other tools are called. */
  readonly calls?: readonly ToolCall[] | undefined;
  /** How often the calls are repeated. @default once */
  readonly times?: number | undefined;
  readonly effect: Effect;
  /** How the project was set up before, by the person whose project it is. */
  readonly before?: string | undefined;
  /** What somebody else of this machine does in the project meanwhile. */
  readonly meanwhile?: string | undefined;
  /** What a person does in the project afterwards, outside of every sandbox. */
  readonly afterwards?: string | undefined;
  /** `checks`: for them alone, because the same code holds it in every layer. @default 'all' */
  readonly against?: 'checks' | 'all' | undefined;
  /** Always given as a command, and nobody says yes: what must not run without a question. @default false */
  readonly unasked?: boolean | undefined;
}

/** Calls of other tools, with a line that has the same effect where nobody forbids it. */
export function asCall(
  { id, group, line, effect }: Pick<Attack, 'id' | 'group' | 'line' | 'effect'>,
  tool: string,
  given: ToolCall['arguments'],
): Attack {
  return { id, group, line, effect, calls: [{ tool, arguments: given }] };
}
