import { createRequire } from 'node:module';
import type * as Pino from 'pino';
import { visible, type Locale } from '@toolcrib/core';
import { logLevels, type LogConfig, type LogLevel } from '../config/config.ts';
import { openLogFile, writeLine } from './log-file.ts';
import { telemetryTexts } from './texts.ts';

/** Fields of a line: English names in snake_case, which programs may rely on. */
interface LogFields {
  readonly event: string;
  readonly [name: string]: unknown;
}

/** Where lines about calls go. Nothing here throws, waits, or loads anything before the first line. */
export interface Log {
  /** Whether lines of this level are written: who has a line to make may ask first. */
  writes(level: Exclude<LogLevel, 'off'>): boolean;
  write(level: Exclude<LogLevel, 'off'>, fields: LogFields, message: string): void;
}

const standardError = 2;

export function createLog({ level, format, file }: LogConfig, locale: Locale): Log {
  const least = logLevels.indexOf(level);
  let write: Log['write'] | undefined;
  const writes: Log['writes'] = (asked) => logLevels.indexOf(asked) >= least;
  return {
    writes,
    write(asked, fields, message) {
      if (!writes(asked)) return;
      try {
        write ??= openWriter();
        write(asked, fields, message);
      } catch (error) {
        // Told once and then left: a log that breaks must not break anything else.
        write = () => undefined;
        writeLine(
          standardError,
          `${telemetryTexts(locale).logNotWritten(visible(error instanceof Error ? error.message : String(error)))}\n`,
        );
      }
    },
  };

  function openWriter(): Log['write'] {
    // Read at once and not awaited: the line must be written before the process can end.
    const { pino } = createRequire(import.meta.url)('pino') as typeof Pino;
    const descriptor = file === undefined ? standardError : openLogFile(file);
    const pretty = format === undefined ? file === undefined && process.stderr.isTTY : format === 'pretty';
    const logger = pino(
      {
        level: level === 'off' ? 'silent' : level,
        base: null,
        timestamp: () => `,"time":"${new Date().toISOString()}"`,
        formatters: { level: (label) => ({ level: label }) },
        messageKey: 'message',
      },
      { write: (line: string) => writeLine(descriptor, pretty ? toPretty(line) : line) },
    );
    return (asked, fields, message) => logger[asked](fields, message);
  }
}

/** One line for a person: when, how bad, what; then the facts. */
function toPretty(line: string): string {
  const { time, level, message, event: _, ...facts } = JSON.parse(line) as Record<string, unknown>;
  const shown = Object.entries(facts).map(([name, value]) => `${name}=${toFact(value)}`);
  const words = [String(time).slice(11, 23), String(level).toUpperCase(), String(message), ...shown];
  return `${visible(words.join(' '))}\n`;
}

function toFact(value: unknown): string {
  return typeof value === 'string' && /^[\w.:@/-]+$/u.test(value) ? value : JSON.stringify(value);
}
