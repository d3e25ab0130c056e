import { permits, type Permission, type Risk } from './safety.ts';

/**
 * What a call will touch, told by the tool as a pure function of the arguments. Policy judges effects, approval shows
 * them, the fence enforces them. An effect may raise the risk of this one call, never lower it.
 */
export type Effect = (
  | { readonly kind: 'read' | 'write'; readonly path: string }
  | {
      readonly kind: 'run';
      readonly command: string;
      /** Where it starts. @default the project directory */
      readonly directory?: string | undefined;
      /** The commands of the line, each by itself. Left out, nobody can say what it runs. */
      readonly commands?: readonly ParsedCommand[] | undefined;
      /** The path of the argument that holds it. @default the argument whose text it is */
      readonly argument?: string | undefined;
      /** It may run what its words do not show: no pattern in an allow rule saves the question, only this very line. */
      readonly needsExactRule?: boolean | undefined;
      /** Typed into a program that is running: no command line that could be judged, so a person must see it. */
      readonly interactive?: boolean | undefined;
    }
  | { readonly kind: 'connect'; readonly host: string }
) &
  EffectFacts;

/** One command of a command line as the shell would start it: without quotes, and by the plain name of its program. */
export interface ParsedCommand {
  /** The program first. */
  readonly words: readonly CommandWord[];
  /** It only starts another command of the list, as `env`, `xargs` and `bash -c` do. */
  readonly isWrapper?: boolean | undefined;
}

/** A word, or what is known of one that is complete only when it runs: it may then become several words. */
export type CommandWord = string | { readonly start: string };

export type RunEffect = Extract<Effect, { readonly kind: 'run' }>;

export interface EffectFacts {
  readonly risk?: Risk | undefined;
  /**
   * Of a high risk: its kind, such as `overwrite`, where one yes is enough. The same agent is asked about effects of this kind, by
   * whichever tool of the same source, once in a session: until the process ends, and for 8 hours at most.
   */
  readonly once?: string | undefined;
  /** What could go wrong, for the person who is asked. */
  readonly warning?: string | undefined;
  /** What would change, such as a diff, for the person who is asked. */
  readonly preview?: string | undefined;
  /** What stood there when the tool looked. It looks again when it runs, and leaves what nobody has judged alone. */
  readonly seen?: string | undefined;
  /** What an agent must hold for this, when it is more than the kind of effect demands. */
  readonly permission?: Permission | undefined;
}

export type EffectKind = Effect['kind'];

/** The one thing an effect is about: a path, a command or a host. */
export function targetOf(effect: Effect): string {
  switch (effect.kind) {
    case 'read':
    case 'write':
      return effect.path;
    case 'run':
      return effect.command;
    case 'connect':
      return effect.host;
  }
}

const permissionOf: Readonly<Record<EffectKind, Permission>> = {
  read: 'read_only',
  write: 'read_write',
  run: 'execute',
  connect: 'read_only',
};

/** What an agent must hold for a call: the tool's own level, raised by what this call will touch, never lowered. */
export function permissionFor(required: Permission, effects: readonly Effect[]): Permission {
  if (effects.length === 0) return required;
  let highest = required;
  for (const { kind, permission } of effects) {
    for (const level of [permissionOf[kind], permission]) {
      if (level !== undefined && !permits(highest, level)) highest = level;
    }
  }
  return highest;
}
