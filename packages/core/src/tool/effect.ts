import type { Risk } from './safety.ts';

/**
 * What a call will touch, told by the tool as a pure function of the arguments. Policy judges effects, approval shows
 * them, the fence enforces them. An effect may raise the risk of this one call, never lower it.
 */
export type Effect = (
  | { readonly kind: 'read' | 'write'; readonly path: string }
  | { readonly kind: 'run'; readonly command: string }
  | { readonly kind: 'connect'; readonly host: string }
) & { readonly risk?: Risk; readonly warning?: string };

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
