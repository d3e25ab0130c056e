import { said, use, type Chapter } from './page.ts';

export const sources: Chapter = {
  says: said('Where tools come from', '工具的来源'),
  pages: [
    {
      name: 'tools',
      says: said('the tools of other people: what waits for acceptance', '来自他处的工具：等待接受的内容'),
      uses: [
        use('list', 'each source and how its tools stand', '各来源及其工具的状态'),
        use('diff [SOURCE]', 'what is new, changed or gone', '新增、改动或消失的工具'),
        use('accept [SOURCE] [NAME …]', 'lets it in, after showing it', '展示后予以接受'),
      ],
      options: ['yes', 'no', 'believe'],
      examples: [
        use('tools accept github', 'all that waits of one source', '接受一个来源中等待的全部工具'),
        use(
          'tools accept github --believe read_only',
          'and believes which of them only read',
          '并相信其中哪些只读取',
        ),
      ],
      more: 'imports',
    },
    {
      name: 'mcp',
      says: said(
        'the tools for an MCP client, and the MCP servers that tools come from',
        '供 MCP 客户端使用的工具，以及提供工具的 MCP 服务器',
      ),
      uses: [
        use(
          '',
          'speaks MCP on standard input and output: all tools for any client',
          '在标准输入输出上提供 MCP 服务',
        ),
        use('install CLIENT', 'the entry that makes a client start it', '让客户端启动它的配置项'),
        use('list', 'how each stands', '各服务器的状态'),
        use('add NAME URL', 'one that is reached over HTTP', '通过 HTTP 访问的服务器'),
        use('add NAME -- COMMAND …', 'one that is started here', '在本机启动的服务器'),
        use('remove NAME', 'takes it out', '移除'),
        use('import FILE [NAME …]', "takes over another program's", '从其他程序的配置导入'),
        use('login NAME', 'signs in, where it wants that', '登录（如需）'),
        use('restart NAME', 'starts it anew', '重新启动'),
      ],
      options: [
        'yes',
        'no',
        'believe',
        'agent',
        'expose',
        'allow-list',
        'approver',
        'write',
        'force',
        'name',
      ],
      examples: [
        use('mcp install claude-code --write', 'connects a client', '连接一个客户端'),
        use(
          'mcp --expose search --agent coder',
          'three tools that find the rest',
          '只提供三个用于查找的工具',
        ),
        use('mcp add memory -- npx -y @modelcontextprotocol/server-memory', 'from npm', '来自 npm'),
        use('mcp import .mcp.json', 'what another agent uses', '导入其他智能体的配置'),
      ],
      more: 'mcp',
    },
    {
      name: 'openapi',
      says: said('APIs whose OpenAPI documents become tools', '由 OpenAPI 文档得到工具的 API'),
      uses: [
        use('list', 'how each stands', '各 API 的状态'),
        use('add URL|FILE', 'each operation becomes a tool', '每个操作成为一个工具'),
        use('remove NAME', 'takes it out', '移除'),
        use('show NAME', 'its operations', '列出其操作'),
      ],
      options: ['name', 'base-url', 'secrets', 'include', 'exclude', 'tag', 'timeout', 'yes', 'no'],
      examples: [use('openapi add petstore.yaml --include "get*"', 'only what reads', '只取读取类操作')],
      more: 'openapi',
    },
    {
      name: 'register_custom_tool',
      says: said('takes a WebAssembly plugin in', '注册 WebAssembly 插件'),
      uses: [use('FILE', 'the plugin with its descriptor', '插件及其描述')],
      options: ['limits', 'yes', 'no', 'agent'],
      examples: [use('register_custom_tool words.wasm', 'shows what it asks for', '先展示其要求')],
      more: 'plugins',
    },
    {
      name: 'unregister_custom_tool',
      says: said('takes a plugin out, and tells who loses it', '注销插件，并告知受影响的智能体'),
      uses: [use('NAME', 'the plugin of that name', '该名称的插件')],
      options: ['agent'],
      examples: [],
      more: 'plugins',
    },
    {
      name: 'plugin',
      says: said('the beginning of a plugin', '创建插件模板'),
      uses: [use('new NAME', 'a folder that builds one', '可构建插件的目录')],
      options: ['language'],
      examples: [use('plugin new words --language rust', 'in Rust', '使用 Rust')],
      more: 'plugins',
    },
  ],
};
