import { said, use, type Chapter } from './page.ts';

export const planning: Chapter = {
  says: said('Plans', '计划'),
  pages: [
    {
      name: 'plan',
      says: said(
        'tasks that need several calls: made, checked, run, resumed, drawn',
        '需要多次调用的任务：制定、检查、运行、恢复、绘图',
      ),
      uses: [
        use(
          'make TASK',
          'a plan of a task in your words, with its reasons and what is missing',
          '用您的话说明任务，得到计划、理由与缺少的内容',
        ),
        use('check FILE', 'every problem with its place; nothing runs', '指出每个问题及其位置，不运行'),
        use('run FILE', 'runs it and shows how it goes', '运行并显示进展'),
        use('list', 'the plans that were submitted, the newest first', '已提交的计划，最新的在前'),
        use('show ID', 'every node of one: state, time, what it gave', '各节点的状态、耗时与输出'),
        use('cancel ID', 'ends it; what has been done stays', '取消；已完成的保留'),
        use('resume ID', 'does what has not been done yet', '继续尚未完成的部分'),
        use(
          'resume ID --done|--retry|--skip NODE',
          'decides about a node whose outcome is unknown',
          '对结果未知的节点作出决定',
        ),
        use('graph FILE|ID', 'as a Mermaid flowchart', '输出为 Mermaid 流程图'),
      ],
      options: [
        'agent',
        'input',
        'concurrency',
        'done',
        'retry',
        'skip',
        'output',
        'svg',
        'yes',
        'no',
        'wait',
        'status',
        'limit',
        'cursor',
      ],
      examples: [
        use(
          'plan make "grep for TODO in src, then save the matches to todo.md" -o todo.yaml',
          'from words to a file',
          '由文字生成文件',
        ),
        use('plan check todo.yaml', 'what would stop it', '什么会妨碍它'),
        use(
          'plan run weather.yaml --input city=Vienna --concurrency 4',
          'with an input, four calls at a time',
          '给出输入，同时四个调用',
        ),
        use('plan run todo.yaml --json', 'one event per line, the result last', '每行一个事件，最后是结果'),
        use('plan graph todo.yaml --svg -o todo.svg', 'a picture', '一张图片'),
      ],
      more: 'planning',
    },
    {
      name: 'worker',
      says: said(
        'works on the plans that others submit, with all who share the store',
        '与共享存储的进程一起执行他人提交的计划',
      ),
      uses: [use('', 'until Ctrl-C; what is under way goes on elsewhere', '直到 Ctrl-C；未完成的由他处继续')],
      options: ['name', 'concurrency', 'yes', 'no'],
      examples: [
        use('worker --name left --concurrency 8', 'eight calls at the same time', '同时进行八个调用'),
      ],
      more: 'plans',
    },
  ],
};
