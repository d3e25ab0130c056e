import type { MessageFacts } from '@toolcrib/core';
import type { FileProblem } from '../../files/texts.ts';

/** What keeps a plugin from being used, with the facts that its sentence needs. */
export type PluginProblem =
  | { readonly kind: 'plugin_not_readable'; readonly file: string; readonly problem: FileProblem }
  | { readonly kind: 'plugin_too_large'; readonly limit: number }
  /** Not a module, or one that is broken. `at` is a number of bytes from its beginning. */
  | { readonly kind: 'plugin_malformed'; readonly detail: string; readonly at?: number }
  | { readonly kind: 'plugin_unsupported'; readonly feature: UnsupportedFeature }
  | { readonly kind: 'plugin_forbidden_import'; readonly imports: readonly string[] }
  | { readonly kind: 'plugin_no_entry'; readonly missing: readonly string[] }
  /** An import or an export that takes or gives something else than it must. */
  | {
      readonly kind: 'plugin_wrong_signature';
      readonly name: string;
      readonly has: string;
      readonly needs: string;
    }
  /** A module that is valid, and of which no instance can be made. */
  | { readonly kind: 'plugin_not_instantiable'; readonly detail: string }
  /** Its process ended before it was known whether the module can be used. */
  | { readonly kind: 'plugin_not_checked'; readonly reason: CheckEnd; readonly detail: string }
  | {
      readonly kind: 'plugin_over_limit';
      readonly limit: 'memory_mb' | 'table_elements';
      readonly needs: number;
      readonly allowed: number;
    }
  | { readonly kind: 'plugin_no_descriptor'; readonly file: string }
  | { readonly kind: 'plugin_bad_descriptor'; readonly fault: DescriptorFault }
  | { readonly kind: 'plugin_descriptors_differ'; readonly file: string }
  | {
      readonly kind: 'plugin_capability_unknown';
      readonly capability: string;
      readonly known: readonly string[];
    }
  | { readonly kind: 'plugin_not_granted'; readonly asked: readonly string[] }
  | {
      readonly kind: 'plugin_version_not_higher';
      readonly tool: string;
      readonly version: string;
      readonly registered: string;
    }
  /** The copy that was kept is gone, or is not what was accepted. */
  | { readonly kind: 'plugin_copy_lost' }
  | { readonly kind: 'plugin_unknown'; readonly known: readonly string[] };

/** Why the process that checks a module has ended: it took too long or too much memory, or for another reason. */
export type CheckEnd = 'time' | 'memory' | 'crashed';

/** What a descriptor says that it cannot say. */
export type DescriptorFault =
  | { readonly word: 'not_json'; readonly detail: string }
  | { readonly word: 'too_large'; readonly limit: number }
  | { readonly word: 'twice' }
  | { readonly word: 'missing'; readonly field: string }
  | { readonly word: 'not_for_plugins'; readonly field: string }
  | { readonly word: 'bad_name'; readonly name: string }
  | { readonly word: 'other_name'; readonly name: string }
  | { readonly word: 'bad_value'; readonly field: string }
  | { readonly word: 'definition'; readonly data: MessageFacts['invalid_definition'] };

/** Parts of WebAssembly that are not taken, because their limits could not be held. */
export type UnsupportedFeature =
  | 'component'
  | 'shared_memory'
  | 'memory64'
  | 'custom_page_size'
  | 'table_type'
  | 'section';

/** A plugin that cannot be used, found where its name is not known yet. */
export class PluginFault extends Error {
  override readonly name = 'PluginFault';
  readonly problem: PluginProblem;

  constructor(problem: PluginProblem, options?: ErrorOptions) {
    super(problem.kind, options);
    this.problem = problem;
  }
}
