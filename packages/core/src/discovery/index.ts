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
export type { Embed, EmbeddingOptions } from './meaning-vectors.ts';
export { ToolIndex, type SearchOptions, type ToolHit } from './tool-index.ts';
export type { IndexedTool } from './tool-text.ts';
export {
  RememberedUses,
  type RememberedUsesOptions,
  type Use,
  type UseEvidence,
} from './remembered-uses.ts';
export {
  MemoryExperience,
  toUse,
  toUseOfFeedback,
  type Experience,
  type ExperiencePosition,
  type Feedback,
  type NewUses,
  type PastCall,
  type Period,
} from './experience.ts';
export {
  evaluationWeights,
  fitsFrom,
  type Evaluation,
  type EvaluationParts,
  type LeftOut,
  type Ranking,
  type Reason,
  type ToolLists,
} from './evaluate.ts';
export type { Failing, Standing } from './standing.ts';
export type { Suitability } from './suitability.ts';
export type { Kind, KindTable } from './task-kinds.ts';
export type { KindTables } from './task-reader.ts';
export type { DecideOptions, ToolDecision } from './decide.ts';
export {
  askSdkModel,
  embedBySdkModel,
  type SdkEmbeddingModel,
  type SdkLanguageModel,
} from './ai-sdk.ts';
export type { Ask, DecisionModel, DecisionStep, ModelStep, StepReport } from './ask-model.ts';
export { reasonText, toWireDecision, toWireRanking } from './wire-choice.ts';
export type { ChoiceCode, ChoiceFacts } from '../messages/choosing.ts';
export {
  fillParameters,
  type FilledParameters,
  type FillOptions,
  type MissingParameter,
  type ParameterSource,
} from './parameters/fill-parameters.ts';
export { parameterFit } from './parameters/parameter-fit.ts';
