import { said, use, type Chapter } from './page.ts';

export const lookingBack: Chapter = {
  says: said('What was done', '发生过的事'),
  pages: [
    {
      name: 'history',
      says: said('the recorded calls', '查看调用记录'),
      uses: [
        use('list', 'the newest first', '最新的在前'),
        use('show ID', 'all of one record', '一条记录的全部内容'),
        use('watch', 'each call as it ends', '实时查看结束的调用'),
        use('export', 'all that match, as JSON, JSON Lines or CSV', '导出为 JSON、JSON Lines 或 CSV'),
        use('verify', 'whether anything was changed afterwards', '检查记录是否被改动'),
      ],
      options: [
        'tool',
        'agent',
        'status',
        'since',
        'until',
        'parent',
        'text',
        'limit',
        'cursor',
        'format',
        'output',
        'head',
        'hash',
      ],
      examples: [
        use('history --tool Read --limit 10', 'the last ten calls of Read', 'Read 最近的十次调用'),
        use(
          'history --status blocked --since 24h',
          'what was refused since yesterday',
          '一天以来被阻止的调用',
        ),
        use('history export -o calls.csv', 'all records into a file', '把全部记录写入文件'),
      ],
      more: 'history',
    },
    {
      name: 'replay',
      says: said('makes a recorded call again', '重新执行一次已记录的调用'),
      uses: [use('ID key=value …', 'with other values, where some are given', '可给出要替换的参数')],
      options: ['agent', 'timeout', 'yes', 'no', 'wait', 'task', 'latest', 'hash'],
      examples: [
        use(
          'replay ID --yes',
          'without asking; still prints whose call it was and what runs',
          '不再询问；仍会显示原调用方和将执行的内容',
        ),
        use('replay ID --latest', "with the tool's default version of today", '使用工具当前的默认版本'),
      ],
      more: 'history',
    },
    {
      name: 'stats',
      says: said(
        'how often tools were called, how they ended and how long they took',
        '工具的调用次数、结果与耗时',
      ),
      uses: [use('[NAME]', 'of all tools, or of one', '全部工具或某一个')],
      options: ['agent', 'since', 'until', 'by'],
      examples: [use('stats Grep --by version --since 7d', 'its versions side by side', '比较各版本')],
      more: 'statistics',
    },
    {
      name: 'advice',
      says: said('what these figures suggest to do', '根据统计给出的建议'),
      uses: [use('', 'each with its reason and figures', '每条建议附原因与数字')],
      options: ['since', 'until'],
      examples: [use('advice --since 7d', 'from the last week', '最近一周')],
      more: 'statistics',
    },
    {
      name: 'store',
      says: said(
        'check and salvage the store, and bring records and state from elsewhere',
        '检查和抢救存储，从别处导入记录和状态',
      ),
      uses: [
        use(
          'check',
          'read every page and record, and try to write; exit 1 when something is wrong',
          '读取所有页面和记录并尝试写入；有问题时以 1 退出',
        ),
        use(
          'salvage',
          'replace a damaged file by a new store with the records that can be read; the damaged file is kept',
          '用可读取的记录建立新的存储来替换损坏的文件；损坏的文件会保留',
        ),
        use(
          'import FILE',
          'add the history of another store; its grants, tokens, approvals and plans stay behind',
          '导入另一个存储的历史记录；其中的授权、令牌、确认和计划不会导入',
        ),
        use(
          'move OLD-PATH',
          'follow a project folder that was renamed: its history, grants and tokens come along',
          '项目目录改名后沿用其历史记录、授权和令牌',
        ),
      ],
      options: [],
      examples: [
        use('store import .toolcrib/store.db', 'the store of an earlier version', '早期版本的存储'),
        use('store move ../old-name', 'after renaming the folder', '目录改名之后'),
      ],
      more: 'store',
    },
  ],
};
