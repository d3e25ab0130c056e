/** When figures are worth a person's attention. */
export const adviceThresholds = {
  /** So many calls in the period are often. */
  often: 20,
  /** Slow is longer than this, on average and in one call of twenty: one long call alone is an accident. */
  slowMs: 500,
  /** What happened fewer times is no habit. */
  repeated: 5,
  /** "Nearly always" and "mostly": more than this share, with the doubt that few calls leave taken off. */
  most: 0.5,
  /** Mistakes that matter: this share of a tool's calls, or so many of them. */
  mistakeShare: 0.05,
  manyMistakes: 50,
  /** A new version must succeed so much less often than the one before. */
  drop: 0.1,
  /** About 5,000 tokens for each output. */
  largeBytes: 20_000,
  /** A definition of fewer tokens costs too little to speak of. */
  unusedTokens: 300,
  /** Whether a tool is unused cannot be told before so many calls of others. */
  busy: 100,
} as const;
