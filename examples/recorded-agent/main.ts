/** A test of an agent without its tools: the first run is recorded, and the recording answers the second. */
import assert from 'node:assert/strict';
import { MemoryHistory, Recording, ToolService, type ToolServiceOptions } from '@toolcrib/core';

let requests = 0;

/** The agent's tools: a weather service that costs money, and fails for one city. */
function createService(options: ToolServiceOptions): ToolService {
  const service = new ToolService(options);
  service.registerTool({
    name: 'weather',
    description: 'The temperature in a city.',
    parameters: { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] },
    run: ({ city }) => {
      requests++;
      if (city === 'Atlantis') throw new Error('no such city');
      return { city, celsius: city.length * 3 };
    },
  });
  return service;
}

/** The agent under test: asks for each city, and sums up. */
async function agent(service: ToolService, cities: readonly string[]): Promise<string> {
  const lines: string[] = [];
  for (const city of cities) {
    const result = await service.execute('weather', { city });
    lines.push(result.status === 'success' ? JSON.stringify(result.output) : `${city}: ${result.errorCode}`);
  }
  return lines.join('\n');
}

// Once, with the real tools.
const history = new MemoryHistory();
const cities = ['Oslo', 'Atlantis', 'Berlin'];
const before = await agent(createService({ history }), cities);
assert.equal(requests, 3);

// Then in every test: what was recorded answers, errors included, and nothing is executed.
const recording = new Recording(history.list());
const after = await agent(createService({ recording }), cities);
assert.equal(after, before);
assert.equal(requests, 3);
assert.deepEqual(recording.unused(), []);

// An agent that has changed its mind is told so.
const changed = await createService({ recording: new Recording(history.list()) }).execute('weather', {
  city: 'Bergen',
});
assert(changed.status === 'error' && changed.errorCode === 'not_recorded');
console.log(`${after}\n${changed.error}`);
