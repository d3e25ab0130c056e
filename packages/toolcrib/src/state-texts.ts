import type { Locale } from '@toolcrib/core';
import type { PrivacyFault } from './store/private-place.ts';

interface Said {
  readonly message: string;
  readonly remedy: string;
}

interface StateTexts {
  noFolder: Said;
  notWritable(detail: string): Said;
  notPrivate(fault: PrivacyFault): Said;
  inProject(project: string): Said;
  visible(folder: string): Said;
}

const en: StateTexts = {
  noFolder: {
    message:
      'There is no folder to keep state in: HOME is not set, and this user has no home folder of their own.',
    remedy: 'Set TOOLCRIB_STATE to a folder outside the project that only this user can reach.',
  },
  notWritable: (detail) => ({
    message: `The state folder cannot be used: ${detail}.`,
    remedy: 'Allow writing there, or set TOOLCRIB_STATE to a folder outside the project.',
  }),
  notPrivate: (fault) => ({
    message: {
      link: 'This is a link, and who can change it decides what is trusted here.',
      kind: 'This is not what Toolcrib keeps its state in.',
      owner: 'This belongs to another user, who could decide what is trusted here.',
      writable: 'Other users can write here, and may have changed what is trusted.',
      readable: 'Other users can read here.',
    }[fault],
    remedy: {
      link: 'Replace the link by a folder of your own, or set TOOLCRIB_STATE to one.',
      kind: 'Move it away, or set TOOLCRIB_STATE to another folder.',
      owner: 'Run as that user, or set TOOLCRIB_STATE to a folder of your own.',
      writable:
        'See who changed what; then shut others out with chmod go-rwx, or set TOOLCRIB_STATE to a folder that is not there yet.',
      readable: 'Shut them out with chmod go-rwx, or set TOOLCRIB_STATE to a folder that is not there yet.',
    }[fault],
  }),
  inProject: (project) => ({
    message: `This state folder lies in the project ${project}: tools that work there could change what decides about them.`,
    remedy: 'Open a folder further down as the project, or set TOOLCRIB_STATE to a folder outside it.',
  }),
  visible: (folder) => ({
    message: `This state folder lies in ${folder}, which programs in the sandbox can read: they would see the history and the approvals of all agents.`,
    remedy: 'Set TOOLCRIB_STATE to a folder elsewhere, such as one in the home folder.',
  }),
};

const zhCN: StateTexts = {
  noFolder: {
    message: '没有可用的状态目录：未设置 HOME，且当前用户没有属于自己的主目录。',
    remedy: '请将 TOOLCRIB_STATE 设为项目之外、仅当前用户可访问的目录。',
  },
  notWritable: (detail) => ({
    message: `无法使用状态目录：${detail}。`,
    remedy: '请授予写入权限，或将 TOOLCRIB_STATE 设为项目之外的目录。',
  }),
  notPrivate: (fault) => ({
    message: {
      link: '这是一个链接，能修改它的人就能决定此处信任什么。',
      kind: '这不是 Toolcrib 用来保存状态的文件或目录。',
      owner: '它属于另一个用户，该用户可以决定此处信任什么。',
      writable: '其他用户可以写入此处，受信任的内容可能已被更改。',
      readable: '其他用户可以读取此处。',
    }[fault],
    remedy: {
      link: '请将链接换成您自己的目录，或将 TOOLCRIB_STATE 设为这样的目录。',
      kind: '请将其移走，或将 TOOLCRIB_STATE 设为其他目录。',
      owner: '请以该用户身份运行，或将 TOOLCRIB_STATE 设为您自己的目录。',
      writable:
        '请先查明是谁更改了什么，然后用 chmod go-rwx 禁止他人访问，或将 TOOLCRIB_STATE 设为尚不存在的目录。',
      readable: '请用 chmod go-rwx 禁止他人访问，或将 TOOLCRIB_STATE 设为尚不存在的目录。',
    }[fault],
  }),
  inProject: (project) => ({
    message: `该状态目录位于项目 ${project} 之内：在项目中运行的工具可能更改约束它们的内容。`,
    remedy: '请打开更下层的目录作为项目，或将 TOOLCRIB_STATE 设为项目之外的目录。',
  }),
  visible: (folder) => ({
    message: `该状态目录位于 ${folder} 之内，沙箱中的程序可以读取那里：它们会看到所有智能体的历史和审批。`,
    remedy: '请将 TOOLCRIB_STATE 设为其他位置的目录，例如主目录中的目录。',
  }),
};

const catalogs: Readonly<Record<Locale, StateTexts>> = { en, 'zh-CN': zhCN };

export function stateTexts(locale: Locale): StateTexts {
  return catalogs[locale];
}
