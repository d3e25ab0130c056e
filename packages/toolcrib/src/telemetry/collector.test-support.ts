import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';

/** A span as OTLP writes it in JSON. */
export interface ReceivedSpan {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly traceState?: string;
  readonly name: string;
  readonly kind: number;
  readonly attributes: readonly { readonly key: string; readonly value: OtlpValue }[];
  readonly status: { readonly code?: number; readonly message?: string };
}

interface OtlpValue {
  readonly stringValue?: string;
  readonly intValue?: number | string;
  readonly doubleValue?: number;
  readonly boolValue?: boolean;
}

interface Point {
  readonly attributes: ReceivedSpan['attributes'];
  readonly asInt?: number | string;
  readonly asDouble?: number;
  readonly count?: number | string;
  readonly sum?: number;
}

interface ReceivedMetric {
  readonly name: string;
  readonly unit: string;
  readonly sum?: { readonly dataPoints: readonly Point[] };
  readonly histogram?: { readonly dataPoints: readonly Point[] };
}

interface Payload {
  readonly resourceSpans?: readonly {
    readonly resource: { readonly attributes: ReceivedSpan['attributes'] };
    readonly scopeSpans: readonly { readonly spans: readonly ReceivedSpan[] }[];
  }[];
  readonly resourceMetrics?: readonly {
    readonly scopeMetrics: readonly { readonly metrics: readonly ReceivedMetric[] }[];
  }[];
}

/** A collector on loopback that takes OTLP over HTTP in JSON and keeps what it is sent. */
export interface Collector {
  readonly url: string;
  readonly paths: string[];
  spans(): ReceivedSpan[];
  metrics(): ReceivedMetric[];
  resources(): Record<string, unknown>[];
}

/** `atEnd` takes what ends it, such as `onTestFinished`. */
export async function startCollector(atEnd: (end: () => void) => void): Promise<Collector> {
  const payloads: Payload[] = [];
  const paths: string[] = [];
  const server = createServer(async (request, response) => {
    paths.push(request.url ?? '');
    payloads.push((await json(request)) as Payload);
    response.setHeader('content-type', 'application/json').end('{}');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  atEnd(() => void server.close());
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    paths,
    spans: () =>
      payloads.flatMap(({ resourceSpans = [] }) =>
        resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap(({ spans }) => spans)),
      ),
    metrics: () =>
      payloads.flatMap(({ resourceMetrics = [] }) =>
        resourceMetrics.flatMap(({ scopeMetrics }) => scopeMetrics.flatMap(({ metrics }) => metrics)),
      ),
    resources: () =>
      payloads.flatMap(({ resourceSpans = [] }) =>
        resourceSpans.map(({ resource }) => attributesOf(resource)),
      ),
  };
}

export function attributesOf({ attributes }: Pick<ReceivedSpan, 'attributes'>): Record<string, unknown> {
  return Object.fromEntries(
    attributes.map(({ key, value }) => [
      key,
      value.stringValue ?? value.boolValue ?? value.doubleValue ?? Number(value.intValue),
    ]),
  );
}
