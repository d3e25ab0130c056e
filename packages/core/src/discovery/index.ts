/**
 * Finding the right tool and its arguments: an entry of its own, `@toolcrib/core/discovery`, because who only calls tools
 * should not load what is needed to find them. Written by hand and pinned by test/pins.
 */
export {
  Discovery,
  type DiscoveryOptions,
  type PayloadOptions,
  type ToolPayload,
} from './discovery.ts';
export type { FindOptions, FoundTool, ToolCounter, ToolFinder } from './tool-finder.ts';
export { ToolIndex, type SearchOptions, type ToolHit } from './tool-index.ts';
export type { IndexedTool } from './tool-text.ts';
export {
  fillParameters,
  type FilledParameters,
  type FillOptions,
  type MissingParameter,
  type ParameterSource,
} from './parameters/fill-parameters.ts';
export { parameterFit } from './parameters/parameter-fit.ts';
