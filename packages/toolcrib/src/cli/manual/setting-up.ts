import { said, use, type Chapter } from './page.ts';

export const settingUp: Chapter = {
  says: said('Setting up', '设置'),
  pages: [
    {
      name: 'init',
      says: said('asks three questions and writes a first configuration', '询问三个问题并写出一份初始配置'),
      uses: [
        use(
          '',
          'at a terminal it asks what the options leave open, elsewhere it asks nothing; a configuration that is there is never touched',
          '在终端询问选项未说明的内容，在别处不询问；已有的配置不会被改动',
        ),
      ],
      options: ['source', 'who', 'ask', 'yes'],
      examples: [
        use('init --who reader=read_only,coder=execute --ask console', 'two agents', '两个智能体'),
        use(
          'init --source shop.yaml --source "mcp-server-memory" --yes',
          'an API and an MCP server, let in at once',
          '一个 API 和一个 MCP 服务器，立即接受',
        ),
      ],
      more: 'configure',
    },
    {
      name: 'trust',
      says: said('review and accept the configuration of a project', '查看并信任项目的配置'),
      uses: [
        use(
          '',
          'shows what the configuration asks for beyond the defaults, and accepts it for this machine, this folder and this content',
          '显示配置在默认值之外请求的内容，并为本机、本目录和当前内容接受它',
        ),
        use('--list', 'list the accepted configurations', '列出已接受的配置'),
        use('--revoke [PATH]', 'stop trusting a project or a configuration', '不再信任某个项目或配置'),
      ],
      options: ['yes', 'list', 'revoke'],
      examples: [use('trust --yes', 'accept without a question, for CI', '不经询问接受，用于 CI')],
      more: 'trust',
    },
    {
      name: 'check',
      says: said('reads the configuration and reports every problem', '读取配置并报告所有问题'),
      uses: [use('', 'each with its line and column', '每个问题附行列位置')],
      options: [],
      examples: [use('check --config other.yaml', 'another file', '检查另一个文件')],
      more: 'configure',
    },
    {
      name: 'doctor',
      says: said('finds what is wrong here and says what to do', '查找问题并说明怎么办'),
      uses: [
        use(
          '',
          'configuration, store, sandbox, sources and hosts, secrets, port, Node, clock, clients; exit 0 when nothing keeps it from working',
          '配置、存储、沙箱、来源与主机、密钥、端口、Node、时钟、客户端；没有妨碍工作的问题时退出码为 0',
        ),
        use(
          '--attack',
          'runs the attack suite against every sandbox layer, in a scratch folder, within a minute; exit 0 when nothing got through',
          '在临时目录中对每个沙箱层运行攻击测试，一分钟内完成；没有攻击突破时退出码为 0',
        ),
      ],
      options: ['attack'],
      examples: [
        use('doctor --json', 'for a program', '供程序读取'),
        use('doctor --attack', 'test what the sandbox holds', '测试沙箱能挡住什么'),
      ],
      more: 'doctor',
    },
    {
      name: 'completion',
      says: said('what a shell needs to complete words', '命令行补全脚本'),
      uses: [use('bash|zsh|fish', 'prints it', '输出脚本')],
      options: [],
      examples: [use('completion bash >> ~/.bashrc', 'for every new shell', '用于每个新的命令行')],
      more: 'command',
    },
  ],
};
