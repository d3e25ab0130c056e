/** The first ten minutes: define a tool, call it, see what is refused and why. */
import assert from 'node:assert/strict';
import { defineTool, MemoryHistory, ToolService, unwrap } from '@toolcrib/core';

const weather = defineTool({
  name: 'weather',
  description: 'Tell the weather of a city.',
  category: 'search',
  parameters: {
    type: 'object',
    properties: { city: { type: 'string' }, days: { type: 'integer', minimum: 1, default: 1 } },
    required: ['city'],
  },
  run: ({ city, days }) => `${city}: sunny for ${days} day(s)`,
});

const forget = defineTool({
  name: 'forget_city',
  description: 'Delete a city and everything known about it.',
  annotations: { destructive: true },
  parameters: { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] },
  run: ({ city }) => `${city} is forgotten`,
});

const history = new MemoryHistory();
const service = new ToolService({
  agents: { explorer: { permission: 'read_only' }, keeper: { permission: 'read_write' } },
  rules: [
    { decision: 'deny', tool: 'forget_city', arguments: { city: 'Paris' }, reason: 'We always have Paris.' },
  ],
  approver: ({ tool, risk }) => {
    console.log(`May ${tool} run? (risk: ${risk}) - yes`);
    return { decision: 'allow_once', by: 'example' };
  },
  history,
});
service.registerTool(weather);
service.registerTool(forget);

// A call answers with a result, whatever happens.
const sunny = await service.execute(weather, { city: 'Vienna' }, { agent: 'explorer' });
assert.equal(unwrap(sunny), 'Vienna: sunny for 1 day(s)');

// Wrong arguments, too low a level and a rule each end it at their own station, and say what to do.
const wrong = await service.execute('weather', { city: 5, days: 0 });
assert(wrong.status === 'error' && wrong.errorCode === 'invalid_arguments');
console.log(wrong.error);
const blocked = await service.execute('forget_city', { city: 'Rome' }, { agent: 'explorer' });
assert(blocked.status === 'blocked' && blocked.errorCode === 'permission_denied');
console.log(blocked.error, '-', blocked.remedy);
const denied = await service.execute('forget_city', { city: 'Paris' }, { agent: 'keeper' });
assert(denied.status === 'blocked' && denied.errorCode === 'denied_by_rule');
console.log(denied.error);

// What destroys asks a person first.
assert.equal(
  unwrap(await service.execute(forget, { city: 'Rome' }, { agent: 'keeper' })),
  'Rome is forgotten',
);

// And all of it was written down.
assert.deepEqual(
  history.list().map(({ tool, status }) => `${tool} ${status}`),
  ['forget_city success', 'forget_city blocked', 'forget_city blocked', 'weather error', 'weather success'],
);
