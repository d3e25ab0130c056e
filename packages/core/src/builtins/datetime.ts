import { defineTool } from '../tool/define-tool.ts';
import type { Tool } from '../tool/tool.ts';
import { runDatetimeOperation } from './datetime-operations.ts';
import { datetimeParameters } from './datetime-parameters.ts';

/** The clock and the calendar, with every time zone and its changes between summer and winter time. */
export const datetime: Tool = defineTool({
  type: 'builtin',
  name: 'datetime',
  description: [
    'Tell the current time, and calculate with dates, times and time zones.',
    '- now: the current time in `time_zone`; parse: all about a `date`, such as its weekday and ISO week',
    '- is_valid: whether `date` exists, and if not why; convert: the same moment in `to_time_zone`',
    '- add, subtract: `duration` to or from `date`; the end of a month is kept inside the month',
    '- difference: from `date` to `other` in `unit`, as a number and in parts',
    '- start_of, end_of: the first or last millisecond of the `unit` that `date` lies in',
    '- format: `date` as people write it in `locale`, with `date_style` and `time_style`',
  ].join('\n'),
  shortDescription: 'Tell the time, and calculate with dates, times and time zones.',
  whenToUse:
    'Whenever the current date or time matters, and for weekdays, deadlines, ages, durations and time zones.',
  category: 'time',
  tier: 'low',
  tags: ['date', 'time', 'now', 'today', 'calendar', 'timezone', 'weekday', 'duration', 'format'],
  annotations: { readOnly: true, idempotent: true },
  source: 'builtin',
  parameters: datetimeParameters,
  returns: {
    type: 'object',
    properties: {
      result: {
        type: ['string', 'number', 'boolean'],
        description:
          'ISO 8601 with offset; a number for difference, a text for format, a yes or no for is_valid',
      },
      time_zone: { type: 'string' },
      date: { type: 'string' },
      time: { type: 'string' },
      weekday: { type: 'string' },
      week: { type: ['integer', 'null'], description: 'ISO week of the year' },
      day_of_year: { type: 'integer' },
      epoch_ms: { type: 'integer' },
      unit: { type: 'string' },
      duration: {
        type: 'object',
        description: 'Of difference: the same in parts, such as { "days": 1, "hours": 2 }',
      },
      iso: { type: 'string', description: 'Of difference: the same as an ISO 8601 duration' },
      locale: { type: 'string' },
      reason: {
        type: 'string',
        enum: ['unreadable_date', 'nonexistent_date'],
        description: 'Of is_valid: not ISO 8601 at all, or no moment of calendar, clock and zone',
      },
    },
    required: ['result'],
  },
  examples: [
    {
      description: 'One hour later, over the change to summer time',
      arguments: {
        operation: 'add',
        date: '2026-03-29T01:30',
        time_zone: 'Europe/Vienna',
        duration: { hours: 1 },
      },
      output: {
        result: '2026-03-29T03:30:00+02:00',
        time_zone: 'Europe/Vienna',
        date: '2026-03-29',
        time: '03:30:00',
        weekday: 'Sunday',
        week: 13,
        day_of_year: 88,
        epoch_ms: 1774747800000,
      },
    },
    {
      description: 'Days between two dates',
      arguments: { operation: 'difference', date: '2026-01-01', other: '2026-12-25' },
      output: { result: 358, unit: 'day', duration: { days: 358 }, iso: 'P358D' },
    },
    {
      description: 'A meeting at nine in Vienna, as seen in Shanghai',
      arguments: {
        operation: 'convert',
        date: '2026-06-01T09:00',
        time_zone: 'Europe/Vienna',
        to_time_zone: 'Asia/Shanghai',
      },
      output: {
        result: '2026-06-01T15:00:00+08:00',
        time_zone: 'Asia/Shanghai',
        date: '2026-06-01',
        time: '15:00:00',
        weekday: 'Monday',
        week: 23,
        day_of_year: 152,
        epoch_ms: 1780297200000,
      },
    },
    {
      description: 'As a German reader writes it',
      arguments: { operation: 'format', date: '2026-03-29', locale: 'de' },
      output: { result: 'Sonntag, 29. März 2026', locale: 'de', time_zone: 'UTC' },
    },
  ],
  cautions: [
    'Without `time_zone`, a date without offset is read as UTC. Ask for the zone of the person when it matters.',
    'The offset in a result is only that of its moment: give `time_zone` again when you calculate on.',
    'A number is milliseconds since 1970, not seconds.',
  ],
  run: (input, { now }) => runDatetimeOperation(input, now),
});
