import type { Figure } from './figures.ts';

/** What one script has to say: Markdown for people, data for programs. */
export interface Section {
  readonly title: string;
  readonly markdown: string;
  readonly data: unknown;
  /** What the next run is held against. */
  readonly figures: readonly Figure[];
}

/** The end of every script: Markdown on a terminal, JSON for `bench.ts`. */
export function publish(section: Section): void {
  const asJson = process.argv.includes('--json');
  console.log(asJson ? JSON.stringify(section) : `## ${section.title}\n\n${section.markdown}`);
}
