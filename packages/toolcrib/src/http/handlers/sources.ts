import { randomUUID } from 'node:crypto';
import type { Review } from '../../connectors/review.ts';
import { SourceError } from '../../connectors/source-error.ts';
import { toWireReview, toWireSource } from '../../connectors/wire-source.ts';
import type { Counter, Handlers } from '../asking.ts';
import type { sourceOperations } from '../contract/sources.ts';
import { Problem } from '../problem.ts';

/** So many reviews are remembered; the oldest is forgotten first. */
const remembered = 20;

export function createSourceHandlers({ toolcrib }: Counter): Handlers<keyof typeof sourceOperations> {
  /** What was shown: only that can be accepted. */
  const reviews = new Map<string, Review>();
  return {
    async list_sources() {
      return { items: (await toolcrib.imports()).states().map(toWireSource) };
    },

    async review_source({ name }, { signal }) {
      const review = await (await toolcrib.imports()).review(name, { signal });
      const id = randomUUID();
      reviews.set(id, review);
      for (const [oldest] of reviews) if (reviews.size > remembered) reviews.delete(oldest);
      return { review_id: id, ...toWireReview(review) };
    },

    async accept_source({ name, review_id, only, believe }) {
      const review = reviews.get(review_id);
      if (review === undefined || review.source.name !== name) throw new Problem('review_not_found', {});
      const taken = await (await toolcrib.imports()).accept(review, { only, believe });
      reviews.delete(review_id);
      return { source: name, tools: taken.map(({ id }) => id) };
    },

    async restart_source({ name }) {
      const states = (await toolcrib.imports()).states();
      if (!states.some(({ source }) => source.name === name))
        throw new SourceError(name, {
          kind: 'source_unknown',
          known: states.map(({ source }) => source.name),
        });
      const server = toolcrib.config.mcpServers.find((one) => one.name === name);
      if (server === undefined) throw new Problem('source_not_restartable', { name });
      const { restartServer } = await import('../../connectors/mcp/restart-server.ts');
      restartServer(server, toolcrib.workbench.stateFolder);
      return { source: name, restarting: true };
    },
  };
}
