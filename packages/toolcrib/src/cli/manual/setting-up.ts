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
      options: ['source', 'agents', 'ask', 'yes'],
      examples: [
        use('init --agents reader=read_only,coder=execute --ask console', 'two agents', '两个智能体'),
        use(
          'init --source shop.yaml --source "mcp-server-memory" --yes',
          'an API and an MCP server, let in at once',
          '一个 API 和一个 MCP 服务器，立即接受',
        ),
      ],
      more: 'configure',
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
      says: said(
        'what this machine can hold calls with, and what is allowed',
        '本机能用什么约束调用，以及允许了什么',
      ),
      uses: [use('', 'what works, what is missing', '可用与缺少的部分')],
      options: [],
      examples: [],
      more: 'sandbox',
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
