import { said, use, type Chapter } from './page.ts';

export const settingUp: Chapter = {
  says: said('Setting up', '设置'),
  pages: [
    {
      name: 'init',
      says: said('writes a first configuration', '写出一份初始配置'),
      uses: [use('', 'one that is there already is never touched', '已有的配置不会被改动')],
      options: [],
      examples: [],
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
