import { lstatSync, statSync } from 'node:fs';
import { userInfo } from 'node:os';
import { dirname, join } from 'node:path';
import type { Locale } from '@toolcrib/core';
import type { Environment } from './config/environment.ts';
import { liesIn } from './config/lies-in.ts';

/** Something about the place of a project that whoever works in it should know. */
export interface ProjectNotice {
  readonly code: keyof Texts;
  readonly message: (locale: Locale) => string;
  readonly remedy: (locale: Locale) => string;
}

interface Places {
  /** The project as it was named, absolute. */
  readonly given: string;
  /** Links resolved. */
  readonly project: string;
  readonly environment: Environment;
}

export function projectNotices({ given, project, environment }: Places): ProjectNotice[] {
  const oldStore = join(project, '.toolcrib', 'store.db');
  return [
    ...(holdsHome(project, environment) ? [notice('project_wide', { project })] : []),
    ...(isBehindLink(given) ? [notice('project_is_link', { given, project })] : []),
    ...(lstatSync(oldStore, { throwIfNoEntry: false })?.isFile()
      ? [notice('old_store', { file: oldStore })]
      : []),
  ];
}

function holdsHome(project: string, { HOME }: Environment): boolean {
  if (dirname(project) === project) return true;
  // An environment without a home, as of a service, still has that of its user.
  const home = HOME || homeOfUser();
  return (
    home !== undefined && statSync(home, { throwIfNoEntry: false }) !== undefined && liesIn(project, home)
  );
}

function homeOfUser(): string | undefined {
  try {
    return userInfo().homedir;
  } catch {
    return undefined;
  }
}

/** A link of the system, such as macOS' /tmp, is nothing that a project could have brought. */
function isBehindLink(path: string): boolean {
  const stats = lstatSync(path, { throwIfNoEntry: false });
  const isSystems = stats?.uid === 0 && process.geteuid?.() !== 0;
  if (stats?.isSymbolicLink() && !isSystems) return true;
  return dirname(path) !== path && isBehindLink(dirname(path));
}

interface Facts {
  project_wide: { readonly project: string };
  project_is_link: { readonly given: string; readonly project: string };
  old_store: { readonly file: string };
}

interface Said {
  readonly message: string;
  readonly remedy: string;
}

type Texts = { readonly [Code in keyof Facts]: (facts: Facts[Code]) => Said };

const en: Texts = {
  project_wide: ({ project }) => ({
    message: `The project ${project} holds your whole home folder: tools can read and change everything in it.`,
    remedy: 'Open a folder further down.',
  }),
  project_is_link: ({ given, project }) => ({
    message: `${given} leads through a link: the project is ${project}, with what was accepted there.`,
    remedy: 'Name the project by that path.',
  }),
  old_store: ({ file }) => ({
    message: `${file} is not used: a store inside a project could be anybody's.`,
    remedy: 'Bring its history over with "toolcrib store import", then remove it.',
  }),
};

const zhCN: Texts = {
  project_wide: ({ project }) => ({
    message: `项目 ${project} 包含您的整个主目录：工具可以读取和更改其中的所有内容。`,
    remedy: '请打开更下层的目录。',
  }),
  project_is_link: ({ given, project }) => ({
    message: `${given} 经过一个链接：实际项目是 ${project}，以在那里接受的内容为准。`,
    remedy: '请用该路径指定项目。',
  }),
  old_store: ({ file }) => ({
    message: `${file} 不会被使用：项目内的存储可能出自任何人。`,
    remedy: '请用 “toolcrib store import” 导入其中的历史记录，然后将其删除。',
  }),
};

const catalogs: Readonly<Record<Locale, Texts>> = { en, 'zh-CN': zhCN };

function notice<Code extends keyof Facts>(code: Code, facts: Facts[Code]): ProjectNotice {
  return {
    code,
    message: (locale) => catalogs[locale][code](facts).message,
    remedy: (locale) => catalogs[locale][code](facts).remedy,
  };
}
