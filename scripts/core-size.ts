import { gzipSync } from 'node:zlib';
import { rolldown } from 'rolldown';

/** Bytes of the core as a page would load all of it, minified and compressed, without what checks the patterns of schemas. */
export async function coreSize(): Promise<number> {
  const bundle = await rolldown({
    input: 'packages/core/dist/index.js',
    external: 're2js',
    platform: 'neutral',
    resolve: { mainFields: ['module', 'main'] },
  });
  const { output } = await bundle.generate({ minify: true });
  await bundle.close();
  return output.reduce((sum, file) => sum + (file.type === 'chunk' ? gzipSync(file.code).length : 0), 0);
}
