import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { Locale } from '@toolcrib/core';

/** The web console: every file of its build, read once. What is not among them is not served, whatever the path says. */
export type ConsoleFiles = ReadonlyMap<string, ConsoleFile>;

interface ConsoleFile {
  readonly body: Uint8Array<ArrayBuffer>;
  readonly media: string;
  /** The same as gzip packs it; packed for the first who takes it. */
  readonly packed: () => Uint8Array<ArrayBuffer>;
}

const media: { readonly [ending: string]: string } = {
  html: 'text/html; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
  css: 'text/css; charset=utf-8',
  svg: 'image/svg+xml',
  png: 'image/png',
  ico: 'image/x-icon',
  woff2: 'font/woff2',
  json: 'application/json',
  txt: 'text/plain; charset=utf-8',
};

export function readConsoleFiles(folder: string | undefined = findConsole()): ConsoleFiles {
  if (folder === undefined || !existsSync(folder)) return new Map();
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter(
    (entry) => entry.isFile() && !isForBuilders(join(relative(folder, entry.parentPath), entry.name)),
  );
  return new Map(
    files.map((entry) => {
      const file = join(entry.parentPath, entry.name);
      const path = `/${relative(folder, file).replaceAll('\\', '/')}`;
      return [path === '/index.html' ? '/' : path, readConsoleFile(file)];
    }),
  );
}

/** Sources, and what each file was made of: for those who build and look for faults, not for everybody who reaches us. */
function isForBuilders(path: string): boolean {
  return path.endsWith('.map') || path.split(/[\\/]/u).some((part) => part.startsWith('.'));
}

function readConsoleFile(file: string): ConsoleFile {
  const body = new Uint8Array(readFileSync(file));
  let packed: Uint8Array<ArrayBuffer> | undefined;
  return {
    body,
    media: media[file.split('.').at(-1) ?? ''] ?? 'application/octet-stream',
    packed: () => (packed ??= new Uint8Array(gzipSync(body))),
  };
}

/** Nothing but our own files runs or is asked, and no page of others frames ours. */
export const consolePolicy: string = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "font-src 'self'",
  "connect-src 'self'",
  "form-action 'none'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
].join('; ');

/** Stands in for a console that was not built. */
export function noConsolePage(locale: Locale): string {
  const [title, said] =
    locale === 'zh-CN'
      ? [
          '没有控制台',
          '服务正在运行，但此安装中没有网页控制台的文件。接口说明见 <a href="/openapi.json">/openapi.json</a>。',
        ]
      : [
          'No console',
          'The service runs, but the files of the web console are not in this installation. <a href="/openapi.json">/openapi.json</a> describes what can be asked.',
        ];
  return `<!doctype html><html lang="${locale}"><meta charset="utf-8"><title>Toolcrib: ${title}</title><h1>${title}</h1><p>${said}</p></html>`;
}

/** Beside what is built. */
function findConsole(): string | undefined {
  for (let folder = import.meta.dirname; folder !== dirname(folder); folder = dirname(folder)) {
    if (folder.endsWith('dist')) return join(folder, 'console');
    if (existsSync(join(folder, 'package.json'))) return join(folder, 'dist', 'console');
  }
  return undefined;
}
