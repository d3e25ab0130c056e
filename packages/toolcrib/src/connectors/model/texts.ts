import type { Locale } from '@toolcrib/core';

/** What is told once when vectors fail. */
export function vectorsProblem(problem: unknown, locale: Locale): string {
  const why = problem instanceof Error ? problem.message : String(problem);
  return locale === 'zh-CN'
    ? `无法取得文本向量，暂时只按词语查找工具（recommend.embeddings）：${why}`
    : `No vectors could be had, so that tools are found by their words alone (recommend.embeddings): ${why}`;
}
