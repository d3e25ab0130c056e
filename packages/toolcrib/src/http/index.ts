/**
 * The HTTP service for programs that have it in themselves: an entry of its own, `toolcrib/http`, because who only calls tools
 * should not load what listens. Written by hand and pinned by test/pins.
 */
export { serveHttp, type HttpService, type ServeOptions } from './serve-http.ts';
export { ListenError } from './listen.ts';
export type { ListenFacts } from './listen-texts.ts';
