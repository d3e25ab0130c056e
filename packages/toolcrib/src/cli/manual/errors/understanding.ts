import { said } from '../page.ts';
import type { ErrorPages } from './error-page.ts';

/** A call that could not be understood. */
export const understanding: ErrorPages<
  | 'tool_not_found'
  | 'version_not_found'
  | 'unknown_variable'
  | 'invalid_arguments'
  | 'invalid_options'
  | 'request_not_valid'
  | 'not_replayable'
> = {
  tool_not_found: {
    where: ['resolve'],
    says: said('There is no tool of this name or alias.', '没有此名称或别名的工具。'),
    todo: said(
      'Take one of the names that are suggested, or look with "toolcrib list". A tool of a server or an API must have been added and accepted first.',
      '采用所建议的名称，或用 "toolcrib list" 查看。服务器或 API 的工具须先添加并接受。',
    ),
    facts: { name: 'grpe', suggestions: ['Grep'] },
    more: 'command',
  },
  version_not_found: {
    where: ['resolve'],
    says: said(
      'The tool is there, but in no version that the call asks for.',
      '工具存在，但没有调用所要求的版本。',
    ),
    todo: said(
      'Ask for one of the versions that are named, for a wider range, or for none: the default version is then called.',
      '请求所列的版本、更宽的范围，或不指定版本：此时调用默认版本。',
    ),
    facts: { tool: 'weather', version: '^3.0.0', available: ['1.0.0', '2.1.0'] },
    more: 'define-a-tool',
  },
  unknown_variable: {
    where: ['bind'],
    says: said('The arguments hold a {{name}} that stands for nothing.', '参数中的 {{name}} 没有对应的值。'),
    todo: said(
      'Give the variable with the call, correct its name, or write \\{{ where braces are meant.',
      '随调用给出该变量、更正其名称；若只想写花括号，请写 \\{{。',
    ),
    facts: { reference: 'user.nmae', known: ['user'] },
    more: 'life-of-a-call',
  },
  invalid_arguments: {
    where: ['bind', 'validate', 'execute'],
    says: said(
      "The arguments do not fit the tool's schema. Every problem is told, with its place, what was expected and what came.",
      '参数不符合工具的模式。每个问题都会说明位置、期望与实际收到的类型。',
    ),
    todo: said(
      'Correct the arguments that are named. "toolcrib describe TOOL" shows the schema and examples.',
      '更正所列参数。"toolcrib describe 工具" 显示模式与示例。',
    ),
    facts: { problems: [{ path: 'days', keyword: 'type', expected: 'integer', received: 'string' }] },
    more: 'define-a-tool',
  },
  invalid_options: {
    where: ['resolve', 'thrown'],
    says: said(
      'An option of the call, or of the service itself, makes no sense.',
      '调用或服务本身的某个选项没有意义。',
    ),
    todo: said('Give the option as it is described, or leave it out.', '按说明给出该选项，或省略它。'),
    facts: { option: 'timeout', expected: 'positive_milliseconds' },
    more: 'life-of-a-call',
  },
  request_not_valid: {
    where: ['resolve'],
    says: said(
      'What came in is no call: a field is unknown, missing, or of the wrong type. Nothing was called and nothing is recorded. Every interface answers so: the command, HTTP, execute_tool over MCP, and the library.',
      '收到的内容不是一次调用：某个字段未知、缺失或类型不对。没有调用任何工具，也不产生记录。所有接口的回答相同：命令行、HTTP、MCP 的 execute_tool 和库。',
    ),
    todo: said('Correct the fields that are named.', '更正所列的字段。'),
    facts: {
      problems: [
        {
          path: '',
          keyword: 'additionalProperties',
          expected: 'timeout',
          received: 'object',
          suggestions: ['timeout_ms'],
        },
      ],
    },
    more: 'command',
  },
  not_replayable: {
    where: ['resolve'],
    says: said(
      'A recorded call cannot be made again, because its record does not hold all of its arguments: secrets and long texts are not kept.',
      '无法重放该记录：记录不含全部参数，密钥与过长的文本不会保存。',
    ),
    todo: said('Give the arguments that are named anew.', '重新给出所列参数。'),
    facts: { callId: 'call_1', names: ['token'] },
    more: 'history',
  },
};
