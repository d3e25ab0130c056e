import { UsageError } from './command-line.ts';
import { openSession, type Command, type OpenedSession, type Session } from './session.ts';

/** One of the things that a command does, such as the `add` of `grants add NAME`. */
export type Verb = Words &
  (
    | { readonly run: (session: Session, opened: OpenedSession) => Promise<number> }
    /** Opens what it needs itself. */
    | { readonly command: Command }
  );

interface Words {
  /** The words that come after it, by their names in the usage. @default none */
  readonly operands?: readonly string[];
  /** More words that may come; one that ends in `…` stands for any number. @default none */
  readonly optional?: readonly string[];
}

/** A command that does several things. Which one is its first word; without a word it is the first verb. */
export function withVerbs(verbs: ReadonlyMap<string, Verb>): Command {
  return async (session) => {
    const { line, texts } = session;
    const [name = String([...verbs.keys()][0]), ...words] = line.operands;
    const verb = verbs.get(name);
    if (verb === undefined)
      throw new UsageError(texts.unknownVerb(String(line.command), name, [...verbs.keys()]));
    const { operands = [], optional = [] } = verb;
    const missing = operands[words.length];
    if (missing !== undefined) throw new UsageError(texts.needsArgument(`${line.command} ${name}`, missing));
    const most = optional.at(-1)?.endsWith('…') ? Infinity : operands.length + optional.length;
    const extra = words[most];
    if (extra !== undefined) throw new UsageError(texts.tooManyArguments(`${line.command} ${name}`, extra));
    return 'command' in verb ? verb.command(session) : verb.run(session, await openSession(session));
  };
}
