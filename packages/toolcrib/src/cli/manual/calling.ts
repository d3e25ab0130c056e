import { said, use, type Chapter } from './page.ts';

export const calling: Chapter = {
  says: said('Tools and calls', '工具与调用'),
  pages: [
    {
      name: 'list',
      wire: 'list_tools',
      says: said('the tools that the agent may call', '列出智能体可调用的工具'),
      uses: [use('', 'one line for each tool', '每个工具一行')],
      options: ['agent', 'category', 'tag', 'tier', 'type'],
      examples: [
        use('list --category search', 'those that search', '用于搜索的工具'),
        use('list --agent explore --json', 'what an agent sees, as JSON', '以 JSON 输出某个智能体所见'),
      ],
      more: 'command',
    },
    {
      name: 'describe',
      wire: 'get_tool_descriptor',
      says: said(
        "a tool's page: parameters, result, examples, cautions",
        '工具说明页：参数、返回值、示例、注意事项',
      ),
      uses: [use('NAME', 'the tool of that name or alias', '按名称或别名')],
      options: ['agent'],
      examples: [use('describe Grep', 'everything about Grep', 'Grep 的全部说明')],
      more: 'workbench',
    },
    {
      name: 'call',
      says: said('calls a tool', '调用工具'),
      uses: [
        use(
          'NAME key=value …',
          'with these arguments; numbers, lists and objects are written as JSON',
          '以这些参数调用；数字、列表与对象写成 JSON',
        ),
      ],
      options: ['agent', 'timeout', 'yes', 'no', 'wait', 'task'],
      examples: [
        use('call calculator "expression=0.1 + 0.2"', 'exact arithmetic', '精确计算'),
        use('call Grep pattern=TODO --json', 'the whole result as JSON', '以 JSON 输出完整结果'),
        use('call Write file_path=a.txt content=hi --yes', 'says yes beforehand', '预先同意'),
      ],
      more: 'command',
    },
    {
      name: 'execute_tool',
      says: said('calls as JSON in, results as JSON out', '以 JSON 输入调用，以 JSON 输出结果'),
      uses: [
        use(
          'JSON',
          'one call: {"id", "tool_name", "arguments"}',
          '一次调用：{"id", "tool_name", "arguments"}',
        ),
        use('', 'one call per line of standard input', '标准输入中每行一次调用'),
      ],
      options: ['agent', 'timeout', 'yes', 'no', 'wait', 'task'],
      examples: [
        use(
          `execute_tool '{"id": "1", "tool_name": "calculator", "arguments": {"expression": "6*7"}}'`,
          'one call',
          '一次调用',
        ),
        use('execute_tool < calls.jsonl', 'many calls', '多次调用'),
      ],
      more: 'command',
    },
    {
      name: 'explain',
      says: said(
        'what every station would say to a call, without making it',
        '说明一次调用在各站会怎样，而不真正执行',
      ),
      uses: [
        use('NAME key=value …', 'the call in question', '要说明的调用'),
        use('JSON', 'a call as execute_tool takes it', '与 execute_tool 相同的调用'),
      ],
      options: ['agent', 'timeout', 'yes', 'no', 'wait', 'task'],
      examples: [
        use(
          'explain Bash "command=rm -rf build" --agent explore',
          'which rule decides, and what would help',
          '由哪条规则决定，以及如何解决',
        ),
      ],
      more: 'life-of-a-call',
    },
    {
      name: 'formats',
      says: said('the tools as a provider of models wants them', '按模型提供方的格式输出工具'),
      uses: [
        use(
          'PROVIDER',
          'openai, anthropic, gemini, ollama, mcp …',
          'openai、anthropic、gemini、ollama、mcp …',
        ),
      ],
      options: ['agent', 'tools', 'strict'],
      examples: [use('formats anthropic --tools Read,Grep', 'two tools', '两个工具')],
      more: 'models',
    },
  ],
};
