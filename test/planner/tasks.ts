/** A node as a plan writes it. */
type Node = Readonly<Record<string, unknown>>;

/** A task and the graph that somebody who knows the tools would draw for it. */
export interface PlanTask {
  readonly task: string;
  readonly nodes: readonly Node[];
  /** What must be said to be missing: `node.parameter`, or the words of a step that no tool does. */
  readonly missing?: readonly string[];
}

const read = (file: string): Node => ({ id: 'read', tool: 'Read', arguments: { file_path: file } });
const write = (file: string, content: string, more: object = {}): Node => ({
  id: 'write',
  tool: 'Write',
  arguments: { file_path: file, content },
  ...more,
});
const weather = (city: string): Node => ({
  id: 'weather_forecast',
  tool: 'weather_forecast',
  arguments: { city },
});
const email = (given: object, more: object = {}): Node => ({
  id: 'send_email',
  tool: 'send_email',
  arguments: given,
  ...more,
});
const grep = (pattern: string, path?: string): Node => ({
  id: 'grep',
  tool: 'Grep',
  arguments: { pattern, ...(path !== undefined && { path }) },
});
const stock = (symbol: string): Node => ({
  id: 'get_stock_price',
  tool: 'get_stock_price',
  arguments: { symbol },
});
const summarize = (text: string, more: object = {}): Node => ({
  id: 'summarize_text',
  tool: 'summarize_text',
  arguments: { text },
  ...more,
});
const translate = (text: string, language: string, more: object = {}): Node => ({
  id: 'translate_text',
  tool: 'translate_text',
  arguments: { text, target_language: language },
  ...more,
});
const page = (url: string, more: object = {}): Node => ({
  id: 'fetch_page',
  tool: 'fetch_page',
  arguments: { url },
  ...more,
});
const both = (nodes: readonly Node[], en: string, zh: string, missing?: readonly string[]): PlanTask[] =>
  [en, zh].map((task) => ({ task, nodes, ...(missing && { missing }) }));

const matches = '{{nodes.grep.output.matches}}';
const forecast = '{{nodes.weather_forecast.output.forecast}}';
const temperature = '{{nodes.weather_forecast.output.temperature}}';
const summary = '{{nodes.summarize_text.output.summary}}';

/** What the planner was made by; most were written before it was. */
export const tasks: readonly PlanTask[] = [
  ...both(
    [read('notes.txt'), write('backup.txt', '{{nodes.read.output}}')],
    'Read the file notes.txt, then write its content to backup.txt',
    '读取文件 notes.txt，然后把内容写入 backup.txt',
  ),
  ...both(
    [
      { id: 'glob', tool: 'Glob', arguments: { pattern: 'src/**/*.ts' } },
      { ...read('{{item}}'), for_each: '{{nodes.glob.output.files}}' },
    ],
    'Find files matching src/**/*.ts and read each of them',
    '查找匹配 src/**/*.ts 的文件，然后逐个读取',
  ),
  {
    task: 'Grep for TODO in src and save the matching lines to todo.md',
    nodes: [grep('TODO', 'src'), write('todo.md', `${matches}\n`)],
  },
  {
    task: '用正则表达式 TODO 搜索代码行，并把匹配的行保存到 todo.md',
    nodes: [grep('TODO'), write('todo.md', `${matches}\n`)],
  },
  {
    task: 'Get the weather forecast for Paris and email it to ann@example.com',
    nodes: [weather('Paris'), email({ to: 'ann@example.com', body: forecast })],
  },
  {
    task: '查询巴黎的天气预报，然后发邮件给 ann@example.com',
    nodes: [weather('巴黎'), email({ to: 'ann@example.com', body: forecast })],
  },
  ...both(
    [
      page('https://example.com/news'),
      summarize('{{nodes.fetch_page.output.text}}'),
      translate(summary, 'French'),
    ],
    'Fetch the page https://example.com/news, summarize it, and translate the summary into French',
    '抓取网页 https://example.com/news，总结内容，再把摘要翻译成法语',
  ),
  ...both(
    [
      {
        id: 'list_issues',
        tool: 'list_issues',
        arguments: { repository: 'acme/web', state: 'open' },
      },
      {
        id: 'close_issue',
        tool: 'close_issue',
        arguments: { repository: 'acme/web', number: '{{item.number}}' },
        for_each: '{{nodes.list_issues.output.issues}}',
      },
    ],
    'List the open issues of acme/web, then close each of them',
    '列出仓库 acme/web 中 open 的 issue，然后逐个关闭',
  ),
  {
    task: 'For each of Paris, Rome and Oslo get the weather forecast',
    nodes: [{ ...weather('{{item}}'), for_each: ['Paris', 'Rome', 'Oslo'] }],
  },
  {
    task: '对巴黎、罗马和奥斯陆分别查询天气预报',
    nodes: [{ ...weather('{{item}}'), for_each: ['巴黎', '罗马', '奥斯陆'] }],
  },
  {
    task: 'Get the weather forecast for Paris. If the temperature is above 30, send an email to ann@example.com with the text "stay inside"',
    nodes: [
      weather('Paris'),
      email(
        { to: 'ann@example.com', body: 'stay inside' },
        { when: { value: temperature, greater_than: 30 } },
      ),
    ],
  },
  {
    task: '查询巴黎的天气预报。如果温度高于 30，就给 ann@example.com 发送邮件，内容为“注意防暑”',
    nodes: [
      weather('巴黎'),
      email({ to: 'ann@example.com', body: '注意防暑' }, { when: { value: temperature, greater_than: 30 } }),
    ],
  },
  {
    task: 'Grep for FIXME in src; if there are any matches, email them to ann@example.com',
    nodes: [grep('FIXME', 'src'), email({ to: 'ann@example.com', body: `${matches}\n` }, { when: matches })],
  },
  {
    task: '用正则表达式 FIXME 搜索代码行，如果有匹配，就把它们发邮件给 ann@example.com',
    nodes: [grep('FIXME'), email({ to: 'ann@example.com', body: `${matches}\n` }, { when: matches })],
  },
  {
    task: 'Get the stock price of AAPL and get the weather forecast for Paris, then write both results to report.md',
    nodes: [
      stock('AAPL'),
      weather('Paris'),
      write('report.md', `{{nodes.get_stock_price.output.price}}\n${forecast}\n`),
    ],
  },
  {
    task: '查询 AAPL 的股票价格，同时查询巴黎的天气预报，最后把两个结果写入 report.md',
    nodes: [
      stock('AAPL'),
      weather('巴黎'),
      write('report.md', `{{nodes.get_stock_price.output.price}}\n${forecast}\n`),
    ],
  },
  ...both(
    [
      { id: 'calculator', tool: 'calculator', arguments: { expression: '12 * 7' } },
      write('answer.txt', '{{nodes.calculator.output.result}}'),
    ],
    'Calculate 12 * 7 and write the result to answer.txt',
    '计算 12 * 7，把结果写入 answer.txt',
  ),
  ...both(
    [
      stock('AAPL'),
      {
        id: 'convert_currency',
        tool: 'convert_currency',
        arguments: { amount: '{{nodes.get_stock_price.output.price}}', from: 'USD', to: 'EUR' },
      },
    ],
    'Get the stock price of AAPL, then convert it from USD to EUR',
    '查询 AAPL 的股票价格，再把它从 USD 换算成 EUR',
  ),
  ...both(
    [
      { id: 'get_user', tool: 'get_user', arguments: { login: 'octocat' } },
      email({ to: '{{nodes.get_user.output.email}}', subject: 'Hello', body: 'Welcome' }),
    ],
    'Look up the user octocat, then send them an email with the subject "Hello" and the text "Welcome"',
    '查询用户 octocat，然后给他发送邮件，主题为“Hello”，内容为“Welcome”',
  ),
  ...both(
    [read('package.json'), summarize('{{nodes.read.output}}'), write('summary.txt', summary)],
    '1. Read package.json\n2. Summarize it\n3. Save the summary to summary.txt',
    '1. 读取 package.json\n2. 总结内容\n3. 把摘要保存到 summary.txt',
  ),
  ...both(
    [weather('{{input.city}}'), email({ to: 'ann@example.com', body: forecast })],
    'Get the weather forecast and email it to ann@example.com',
    '查询天气预报，然后发邮件给 ann@example.com',
    ['weather_forecast.city'],
  ),
  { task: 'Read notes.txt and then bake a cake', nodes: [read('notes.txt')], missing: ['bake a cake'] },
  { task: '读取 notes.txt，然后烤一个蛋糕', nodes: [read('notes.txt')], missing: ['烤一个蛋糕'] },
  ...both([read('notes.txt')], 'Read notes.txt', '读取 notes.txt'),
  ...both(
    [
      { id: 'bash', tool: 'Bash', arguments: { command: 'npm test' } },
      email(
        { to: 'ann@example.com', body: '{{nodes.bash.output.stdout}}' },
        { when: { value: '{{nodes.bash.output.exit_code}}', not_equals: 0 } },
      ),
    ],
    'Run the command `npm test`; if the exit code is not 0, email the output to ann@example.com',
    '运行命令 `npm test`，如果退出码不等于 0，就把输出发邮件给 ann@example.com',
  ),
  ...both(
    [
      { id: 'search_web', tool: 'search_web', arguments: { query: 'solar panels' } },
      page('{{item.url}}', { for_each: '{{nodes.search_web.output.results}}' }),
      summarize('{{item.text}}', { for_each: '{{nodes.fetch_page.output}}' }),
    ],
    'Search the web for "solar panels", fetch each result and summarize them',
    '在网上搜索“solar panels”，抓取每个结果的网页，再分别总结',
  ),
  ...both(
    [{ ...read('{{item}}'), for_each: ['a.txt', 'b.txt'] }],
    'Read a.txt and b.txt',
    '分别读取 a.txt 和 b.txt',
  ),
  ...both(
    [
      write('log.txt', 'started'),
      { id: 'bash', tool: 'Bash', arguments: { command: 'make build' }, after: ['write'] },
    ],
    'Write "started" to log.txt, then run the command `make build`',
    '把“started”写入 log.txt，然后运行命令 `make build`',
  ),
  {
    task: 'Get the weather forecast for Oslo. If the temperature is below 0, write "cold" to out.txt, otherwise write "warm" to out.txt',
    nodes: [
      weather('Oslo'),
      write('out.txt', 'cold', { when: { value: temperature, less_than: 0 } }),
      {
        ...write('out.txt', 'warm', { when: { not: { value: temperature, less_than: 0 } } }),
        id: 'write_2',
      },
    ],
  },
  {
    task: '查询奥斯陆的天气预报。如果温度低于 0，就把“cold”写入 out.txt，否则把“warm”写入 out.txt',
    nodes: [
      weather('奥斯陆'),
      write('out.txt', 'cold', { when: { value: temperature, less_than: 0 } }),
      {
        ...write('out.txt', 'warm', { when: { not: { value: temperature, less_than: 0 } } }),
        id: 'write_2',
      },
    ],
  },
  ...both(
    [
      { id: 'glob', tool: 'Glob', arguments: { pattern: 'docs/*.md' } },
      { ...read('{{item}}'), for_each: '{{nodes.glob.output.files}}' },
      translate('{{item}}', 'French', { for_each: '{{nodes.read.output}}' }),
    ],
    'For each file matching docs/*.md, read it and translate it into French',
    '对每个匹配 docs/*.md 的文件，读取并翻译成法语',
  ),
  {
    task: 'Convert 100 USD to EUR and at the same time get the weather forecast for Rome',
    nodes: [
      {
        id: 'convert_currency',
        tool: 'convert_currency',
        arguments: { amount: 100, from: 'USD', to: 'EUR' },
      },
      weather('Rome'),
    ],
  },
  {
    task: '把 100 USD 换算成 EUR，同时查询罗马的天气预报',
    nodes: [
      {
        id: 'convert_currency',
        tool: 'convert_currency',
        arguments: { amount: 100, from: 'USD', to: 'EUR' },
      },
      weather('罗马'),
    ],
  },
  ...both(
    [
      { id: 'bash', tool: 'Bash', arguments: { command: 'make lint' } },
      {
        id: 'bash_2',
        tool: 'Bash',
        arguments: { command: 'make deploy' },
        when: { value: '{{nodes.bash.output.exit_code}}', equals: 0 },
      },
    ],
    'Run the command `make lint`. If the exit code is 0, run the command `make deploy`',
    '运行命令 `make lint`，如果退出码等于 0，就运行命令 `make deploy`',
  ),
  ...both(
    [
      { id: 'list_issues', tool: 'list_issues', arguments: { repository: 'acme/web', state: 'open' } },
      email(
        { to: 'lead@example.com', body: '{{nodes.list_issues.output.issues}}\n' },
        { when: { value: '{{nodes.list_issues.output.total}}', greater_than: 10 } },
      ),
    ],
    'List the open issues of acme/web; if there are more than 10 issues, email the list to lead@example.com',
    '列出仓库 acme/web 中 open 的 issue，如果超过 10 个，就把列表发邮件给 lead@example.com',
  ),
  ...both(
    [
      {
        id: 'convert_currency',
        tool: 'convert_currency',
        arguments: { amount: 250, from: 'EUR', to: 'USD' },
      },
      write('budget.txt', '{{nodes.convert_currency.output.amount}}\n'),
    ],
    'Convert 250 EUR to USD and write the amount to budget.txt',
    '把 250 EUR 换算成 USD，并把金额写入 budget.txt',
  ),
  {
    task: 'Get the stock price of MSFT and of AAPL',
    nodes: [stock('MSFT')],
    missing: ['get_stock_price AAPL'],
  },
  {
    task: '分别查询 MSFT 和 AAPL 的股票价格',
    nodes: [{ ...stock('{{item}}'), for_each: ['MSFT', 'AAPL'] }],
  },
  {
    task: 'Write "hello" to hello.txt unless the weather in Rome is bad',
    nodes: [write('hello.txt', 'hello', { when: '{{input.write_when}}' })],
    missing: ['write: the weather in Rome is bad'],
  },
];

/** Written at the same time, and not looked at while the planner was made. */
export const unseen: readonly PlanTask[] = [
  {
    task: 'First grep for console.log in src, after that write the matches to cleanup.md',
    nodes: [grep('console.log', 'src'), write('cleanup.md', `${matches}\n`)],
  },
  {
    task: '先用正则表达式 console.log 搜索代码行，接着把匹配结果写入 cleanup.md',
    nodes: [grep('console.log'), write('cleanup.md', `${matches}\n`)],
  },
  ...both(
    [
      translate('good morning', 'German'),
      email({ to: 'bob@example.com', body: '{{nodes.translate_text.output.translation}}' }),
    ],
    'Translate "good morning" into German and email the translation to bob@example.com',
    '把“good morning”翻译成德语，再把译文发邮件给 bob@example.com',
  ),
  ...both(
    [
      { id: 'list_issues', tool: 'list_issues', arguments: { repository: 'acme/api', state: 'closed' } },
      write('issues.json', '{{nodes.list_issues.output.issues}}\n'),
    ],
    'List the closed issues of acme/api and save them to issues.json',
    '列出仓库 acme/api 中 closed 的 issue，并保存到 issues.json',
  ),
  ...both(
    [page('{{item}}', { for_each: ['https://a.example/x', 'https://b.example/y'] })],
    'Fetch the pages https://a.example/x and https://b.example/y',
    '抓取网页 https://a.example/x 和 https://b.example/y',
  ),
  ...both(
    [
      stock('TSLA'),
      email(
        { to: 'bob@example.com', body: 'sell' },
        { when: { value: '{{nodes.get_stock_price.output.price}}', greater_than: 300 } },
      ),
    ],
    'Get the stock price of TSLA; if it is over 300, send an email to bob@example.com with the text "sell"',
    '查询 TSLA 的股票价格，如果超过 300，就发邮件给 bob@example.com，内容为“sell”',
  ),
  ...both(
    [
      read('todo.txt'),
      translate('{{nodes.read.output}}', 'French'),
      summarize('{{nodes.translate_text.output.translation}}'),
      write('out.txt', summary),
    ],
    'Read todo.txt, translate it into French, summarize the translation and save the summary to out.txt',
    '读取 todo.txt，把它翻译成法语，总结译文，最后把摘要保存到 out.txt',
  ),
  ...both(
    [
      { id: 'get_user', tool: 'get_user', arguments: { login: 'hubot' } },
      email({ to: '{{nodes.get_user.output.email}}', body: 'lunch?' }),
    ],
    'Get the user hubot and after that email them the text "lunch?"',
    '获取用户 hubot，之后发邮件给他，内容为“lunch?”',
  ),
  ...both(
    [read('a.txt'), { id: 'read_2', tool: 'Read', arguments: { file_path: 'b.txt' } }],
    'Read a.txt. Read b.txt.',
    '读取 a.txt。读取 b.txt。',
  ),
];
