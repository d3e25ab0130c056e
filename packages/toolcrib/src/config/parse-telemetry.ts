import { resolve } from 'node:path';
import { logLevels, type LogConfig, type MetricsWay, type TelemetryConfig } from './config.ts';
import type { Path } from './config-place.ts';
import type { ConfigReader } from './config-reader.ts';
import { knownKeys } from './known-keys.ts';

/** Reads what is told about calls. An entry that cannot be read leaves its default. */
export function parseTelemetry(reader: ConfigReader, directory: string): TelemetryConfig {
  openSection(reader, ['telemetry'], knownKeys.telemetry);
  return {
    log: parseLog(reader, directory),
    slowCallMs: reader.number(['telemetry', 'slow_call_ms'], { least: 1 }) ?? 500,
    annotations: reader.flag(['telemetry', 'annotations']) ?? true,
    content: reader.flag(['telemetry', 'content']) ?? false,
    traces: parseTraces(reader),
    metrics: parseMetrics(reader),
  };
}

function parseLog(reader: ConfigReader, directory: string): LogConfig {
  const at = ['telemetry', 'log'];
  openSection(reader, at, knownKeys.log);
  const file = reader.text([...at, 'file']);
  return {
    level: reader.oneOf([...at, 'level'], logLevels) ?? 'warn',
    format: reader.oneOf([...at, 'format'], ['json', 'pretty'] as const),
    file: file === undefined ? undefined : resolve(directory, file),
  };
}

function parseTraces(reader: ConfigReader): string | undefined {
  const at = ['telemetry', 'traces'];
  if (!openSection(reader, at, knownKeys.traces)) return undefined;
  return readAddress(reader, [...at, 'otlp'], '/v1/traces');
}

function parseMetrics(reader: ConfigReader): MetricsWay | undefined {
  const at = ['telemetry', 'metrics'];
  if (!openSection(reader, at, knownKeys.metrics)) return undefined;
  const [sent, fetched] = knownKeys.metrics.map((key) => reader.get([...at, key]) !== undefined);
  if (sent === fetched) {
    reader.report(at, 'wrong_type', (_, texts) => texts.metricsWay);
    return undefined;
  }
  if (fetched) return readPrometheus(reader, [...at, 'prometheus']);
  const otlp = readAddress(reader, [...at, 'otlp'], '/v1/metrics');
  return otlp === undefined ? undefined : { otlp };
}

function readPrometheus(reader: ConfigReader, at: Path): MetricsWay | undefined {
  if (!openSection(reader, at, knownKeys.prometheus)) return undefined;
  const port = reader.number([...at, 'port'], { least: 1, most: 65_535, whole: true }) ?? 9464;
  return { prometheus: { port, host: reader.text([...at, 'host']) ?? '127.0.0.1' } };
}

/** Collectors listen at a path for each kind of data; an address that names none means that one. */
function readAddress(reader: ConfigReader, at: Path, path: string): string | undefined {
  const written = reader.name(at);
  if (written === undefined) return undefined;
  const url = URL.parse(written);
  if (url === null || !/^https?:$/u.test(url.protocol)) {
    reader.report(at, 'wrong_type', (_, texts) => texts.webAddress);
    return undefined;
  }
  if (url.pathname === '/') url.pathname = path;
  return url.href;
}

/** Whether a section is there and can be read; a key that nobody knows is reported, and the rest is used. */
function openSection(reader: ConfigReader, at: Path, known: readonly string[]): boolean {
  reader.refuseUnknown(at, known);
  return reader.object(at) !== undefined;
}
