import fc from 'fast-check';
import { expect, test } from 'vitest';
import { RememberedUses, type Use } from './remembered-uses.ts';

function remembering(
  ...uses: readonly (readonly [tool: string, task: string, worth?: number])[]
): RememberedUses {
  const remembered = new RememberedUses();
  for (const [tool, task, worth = 1] of uses) remembered.add({ tool, task, worth });
  return remembered;
}

const forecasts = ['do I need an umbrella?', 'will my laundry dry outside?', 'is it warm enough for shorts?'];
const letters = [
  'tell Ann that I am late',
  'let the team know about the party',
  'thank my aunt for the socks',
];

test('a tool that served a request is evidence for the next one of the kind', () => {
  const uses = remembering(
    ...forecasts.map((task) => ['weather', task] as const),
    ...letters.map((task) => ['mail', task] as const),
  );
  const evidence = uses.evidence('should I take an umbrella along?');
  expect(evidence.of('weather')).toBeGreaterThan(0);
  expect(evidence.of('weather')).toBeGreaterThan(evidence.of('mail'));
  expect(evidence.nearest('weather')).toBeGreaterThan(0.2);
});

test('it works in Chinese, and for another word for the same', () => {
  const uses = remembering(['flights', '帮我订一张去上海的机票'], ['hotels', '帮我找一家便宜的酒店']);
  const evidence = uses.evidence('订明天去北京的机票');
  expect(evidence.of('flights')).toBeGreaterThan(evidence.of('hotels'));
  expect(uses.evidence('book an airplane').of('flights')).toBeGreaterThan(0);
});

test('a tool without uses gets nothing, for or against', () => {
  const uses = remembering(['weather', 'do I need an umbrella?']);
  expect(uses.evidence('do I need an umbrella?').of('mail')).toBe(0);
  expect(new RememberedUses().evidence('anything').of('mail')).toBe(0);
});

test('a failure counts against the tool for requests of the kind', () => {
  const uses = remembering(['weather', 'do I need an umbrella?', -1], ['mail', 'tell Ann that I am late']);
  expect(uses.evidence('do I need an umbrella?').of('weather')).toBeLessThan(0);
});

test('the same request again does not count twice, and what was said last is not all that counts', () => {
  const once = remembering(['weather', 'do I need an umbrella?']);
  const often = remembering(
    ...Array.from({ length: 50 }, () => ['weather', 'Do I need an umbrella? '] as const),
  );
  expect(often.size).toBe(1);
  expect(often.evidence('umbrella').of('weather')).toBeCloseTo(once.evidence('umbrella').of('weather'));
  often.add({ tool: 'weather', task: 'do I need an umbrella?', worth: -1 });
  expect(often.evidence('umbrella').of('weather')).toBeGreaterThan(0);
});

test('memory is bounded, for each tool and in all; the oldest go first', () => {
  const uses = new RememberedUses({ perTool: 3, inAll: 5 });
  for (const tool of ['one', 'two'])
    for (let number = 0; number < 10; number++)
      uses.add({ tool, task: `task ${'abcdefghij'[number]}x`, worth: 1 });
  expect(uses.size).toBe(5);
  expect(uses.list('two').map(({ task }) => task)).toEqual(['task hx', 'task ix', 'task jx']);
  expect(uses.countOf('one')).toBe(2);
});

test('what is listed makes the same memory again', () => {
  const first = remembering(
    ...forecasts.map((task) => ['weather', task] as const),
    ...letters.map((task) => ['mail', task] as const),
  );
  const second = new RememberedUses();
  for (const use of JSON.parse(JSON.stringify(first.list())) as Use[]) second.add(use);
  for (const asked of [...forecasts, ...letters])
    expect(second.evidence(asked).of('mail')).toBe(first.evidence(asked).of('mail'));
});

test('whatever was added, what is forgotten leaves nothing behind', () => {
  const task = fc.constantFrom(...forecasts, ...letters, '查一下天气', '发邮件给安');
  const tool = fc.constantFrom('weather', 'mail', 'calendar');
  const use: fc.Arbitrary<Use> = fc.record({ tool, task, worth: fc.constantFrom(1, -0.5, 2, -3) });
  fc.assert(
    fc.property(fc.array(use, { maxLength: 40 }), task, (added, asked) => {
      const uses = new RememberedUses({ perTool: 4, inAll: 8 });
      for (const one of added) uses.add(one);
      expect(uses.size).toBeLessThanOrEqual(8);
      for (const name of ['weather', 'mail', 'calendar']) uses.forget(name);
      expect(uses.size).toBe(0);
      expect([...uses.evidence(asked).tools]).toEqual([]);
      uses.add({ tool: 'mail', task: asked, worth: 1 });
      expect(uses.evidence(asked).of('mail')).toBeGreaterThan(0);
    }),
  );
});
