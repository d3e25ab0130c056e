import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vite';

/** Built into the package that serves it: files that need nothing but themselves. */
export default defineConfig({
  root: fileURLToPath(new URL('.', import.meta.url)),
  base: './',
  oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
  build: {
    outDir: '../toolcrib/dist/console',
    emptyOutDir: true,
    target: 'es2023',
    // Inlined files would be `data:` addresses, which the page's policy forbids.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    // What is built in of others comes with their terms.
    license: { fileName: 'licenses.md' },
    // What each file was made of, for who packs them: not for the page, and not in the package.
    manifest: true,
    sourcemap: 'hidden',
  },
  logLevel: 'warn',
});
