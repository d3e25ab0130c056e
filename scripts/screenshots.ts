/** Makes the pictures of the documentation from a real service with something to show. */
import { mkdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { launchBrowser } from '../test/console/launch-browser.ts';
import { startService } from '../test/console/service.ts';

const folder = resolve(import.meta.dirname, '../docs/images');
mkdirSync(folder, { recursive: true });

const service = await startService({
  'toolcrib.json': { agents: { coder: { permission: 'read_write', allow_list: 'code_gen' } } },
  'src/greet.ts': 'export function greet(name: string): string {\n  return `Hello ${name}`;\n}\n',
  'notes.md': '# Notes\n\nBuy milk.\n',
});
const browser = await launchBrowser();
try {
  const { client } = service;
  const expressions = [
    '0.1 + 0.2',
    '2^100',
    '1 / 3',
    'sqrt(2)',
    '7 % 3',
    '6 *',
    '19.99 * 3',
    'log(1000, 10)',
  ];
  for (const expression of expressions)
    await client.ask('execute_tool', { tool_name: 'calculator', arguments: { expression }, agent: 'coder' });
  await client.ask('execute_tool', { tool_name: 'Glob', arguments: { pattern: '**/*.ts' }, agent: 'coder' });
  await client.ask('execute_tool', { tool_name: 'Grep', arguments: { pattern: 'greet' }, agent: 'coder' });
  await client.ask('execute_tool', { tool_name: 'Bash', arguments: { command: 'ls' }, agent: 'coder' });
  await client.ask('execute_tool', {
    tool_name: 'Read',
    arguments: { file_path: 'src/greet.ts' },
    agent: 'coder',
  });

  const page = await browser.newPage({ viewport: { width: 960, height: 620 }, locale: 'en-US' });
  const save = (name: string): Promise<Buffer> =>
    page.screenshot({ path: join(folder, `console-${name}.png`) });
  await page.goto(service.link);
  await page.getByRole('list', { name: 'Calls as they happen' }).getByText('Read').first().waitFor();
  await save('now');

  const edit = client.ask('execute_tool', {
    tool_name: 'Edit',
    arguments: { file_path: 'src/greet.ts', old_string: 'Hello ${name}', new_string: 'Hello, ${name}!' },
    agent: 'coder',
  });
  const question = page.locator('dialog.question');
  await question.getByRole('button', { name: 'Reject' }).isEnabled();
  await question.locator('button.main:not(:disabled)').waitFor();
  await save('question');
  await question.getByRole('button', { name: 'Reject' }).click();
  await edit;

  await page.goto(`${service.address}/#/tools/calculator`);
  const form = page.getByRole('region', { name: 'Try it' });
  await form.getByLabel('expression').fill('(19.99 * 3) * (1 + 20%)');
  await form.getByRole('button', { name: 'Run' }).click();
  await form.locator('[data-status=success]').waitFor();
  await form.evaluate((element) => element.scrollIntoView());
  await save('tool');

  await client.ask('submit_plan', {
    plan_id: 'release',
    task: 'count the files, greet everybody, and note it down',
    agent: 'coder',
    plan: {
      name: 'release',
      nodes: [
        { id: 'find', tool: 'Glob', arguments: { pattern: '**/*.ts' } },
        { id: 'greetings', tool: 'Grep', arguments: { pattern: 'Hello' } },
        { id: 'price', tool: 'calculator', arguments: { expression: '19.99 * 3' } },
        {
          id: 'shout',
          tool: 'string',
          arguments: { operation: 'upper', text: '{{nodes.price.output.result}}' },
        },
        {
          id: 'improve',
          tool: 'Edit',
          arguments: { file_path: 'notes.md', old_string: 'Buy milk.', new_string: 'Buy oat milk.' },
          after: ['find', 'greetings'],
        },
        { id: 'read', tool: 'Read', arguments: { file_path: 'notes.md' }, after: ['improve', 'shout'] },
      ],
    },
  });
  await question.waitFor();
  await page.keyboard.press('Escape');
  await page.goto(`${service.address}/#/plans/release`);
  await page.locator('svg a').first().waitFor();
  await save('plan');

  await page.emulateMedia({ colorScheme: 'dark' });
  await page.goto(`${service.address}/#/decide?task=read+the+file+notes.md`);
  await page.getByRole('button', { name: 'Decide' }).click();
  await page.getByRole('heading', { name: '5.' }).waitFor();
  await save('decide');
} finally {
  await browser.close();
  await service.remove();
}
