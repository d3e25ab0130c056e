import type { FromSchema } from '../schema/infer.ts';

export const datetimeParameters = {
  type: 'object',
  properties: {
    operation: {
      type: 'string',
      enum: [
        'now',
        'parse',
        'is_valid',
        'convert',
        'add',
        'subtract',
        'difference',
        'start_of',
        'end_of',
        'format',
      ],
      description: 'What to do; see the tool description',
    },
    date: {
      type: ['string', 'integer'],
      maxLength: 100,
      description:
        'ISO 8601, such as 2026-03-29, 2026-03-29T01:30, 2026-03-29T01:30:00Z or …+01:00[Europe/Vienna]; or milliseconds since 1970 as a number. For all operations but now.',
    },
    other: {
      type: ['string', 'integer'],
      maxLength: 100,
      description: 'For difference: the second date; the result is positive when it is later',
    },
    time_zone: {
      type: 'string',
      minLength: 1,
      maxLength: 100,
      description:
        'IANA name such as Europe/Vienna, or an offset such as +02:00. A date without offset is read in it, and the result is given in it. Without it: the zone or offset of the date, else UTC.',
    },
    to_time_zone: {
      type: 'string',
      minLength: 1,
      maxLength: 100,
      description: 'For convert: the zone of the result',
    },
    duration: {
      type: 'object',
      properties: {
        years: { type: 'integer', minimum: -300_000, maximum: 300_000 },
        months: { type: 'integer', minimum: -4_000_000, maximum: 4_000_000 },
        weeks: { type: 'integer', minimum: -30_000_000, maximum: 30_000_000 },
        days: { type: 'integer', minimum: -200_000_000, maximum: 200_000_000 },
        hours: { type: 'integer', minimum: -5_000_000_000, maximum: 5_000_000_000 },
        minutes: { type: 'integer', minimum: -300_000_000_000, maximum: 300_000_000_000 },
        seconds: { type: 'integer', minimum: -20_000_000_000_000, maximum: 20_000_000_000_000 },
        milliseconds: { type: 'integer', minimum: -9_000_000_000_000_000, maximum: 9_000_000_000_000_000 },
      },
      minProperties: 1,
      additionalProperties: false,
      description: 'For add and subtract: such as { "months": 1, "days": -2 }',
    },
    unit: {
      type: 'string',
      enum: ['year', 'quarter', 'month', 'week', 'day', 'hour', 'minute', 'second', 'millisecond'],
      default: 'day',
      description: 'For difference, start_of and end_of; weeks start on Monday',
    },
    locale: {
      type: 'string',
      minLength: 2,
      maxLength: 100,
      default: 'en',
      description: 'For format: a language tag such as en-GB, de or zh-CN',
    },
    date_style: {
      type: 'string',
      enum: ['full', 'long', 'medium', 'short', 'none'],
      default: 'full',
      description: 'For format: full has the weekday, short is digits only',
    },
    time_style: {
      type: 'string',
      enum: ['full', 'long', 'medium', 'short', 'none'],
      default: 'none',
      description: 'For format: full and long name the time zone, medium has seconds',
    },
  },
  required: ['operation'],
  additionalProperties: false,
} as const;

export type DatetimeInput = FromSchema<typeof datetimeParameters>;
export type DatetimeOperation = DatetimeInput['operation'];
export type DatetimeUnit = DatetimeInput['unit'];
