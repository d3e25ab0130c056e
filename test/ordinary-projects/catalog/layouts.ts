import { expect } from 'vitest';
import type { OrdinaryProject } from '../ordinary-project.ts';

const source = 'src/main.ts';
const needle = "export const value = 'needle';\n";

/** 2,000 files in 100 folders. */
const many = Object.fromEntries(
  Array.from({ length: 2000 }, (_, index) => [
    `src/part${index % 100}/file${index}.ts`,
    `export const n = ${index};\n`,
  ]),
);

export const layouts: readonly OrdinaryProject[] = [
  {
    name: 'no-repository',
    about: 'a folder without any repository',
    files: { [source]: needle },
    source,
    repository: 'none',
  },
  {
    name: 'crlf',
    about: 'files with the line ends of Windows',
    files: {
      [source]: `// first\r\n${needle.replace('\n', '\r\n')}`,
      '.gitattributes': '* text=auto eol=crlf\n',
    },
    source,
  },
  {
    name: 'unicode-and-spaces',
    about: 'names with letters of several scripts, blanks and quotes',
    files: {
      'src/文档/über uns.md': 'A needle.\n',
      "it's a file (1).md": '\n',
      'docs & notes/#1 100%.md': '\n',
      'e\u0301/combining.md': '\n',
    },
    source: 'src/文档/über uns.md',
  },
  {
    name: 'links-inside',
    about: 'links from one folder of the project to another',
    files: { 'packages/core/src/main.ts': needle },
    setup: 'mkdir app && ln -s ../packages/core/src app/core && ln -s packages/core/src/main.ts main.ts',
    source: 'packages/core/src/main.ts',
    calls: [
      { call: ['Read', { file_path: 'main.ts' }], gives: expect.stringContaining('thread') },
      {
        call: ['Read', { file_path: 'app/core/main.ts' }],
        gives: expect.stringContaining('thread'),
      },
    ],
  },
  {
    name: 'large-tree',
    about: '2,000 files',
    files: { ...many, [source]: needle },
    source,
  },
  {
    name: 'dotfiles',
    about: 'settings of a home folder, kept in a repository',
    files: {
      'zsh/.zshrc': 'alias ll="ls -l"\n',
      'bash/.bashrc': '# settings of bash\n',
      'nvim/init.lua': '-- needle\n',
      'git/.gitconfig': '[user]\n\tname = x\n',
      'install.sh': '#!/bin/sh\n',
    },
    source: 'nvim/init.lua',
  },
  {
    name: 'husky',
    about: 'hooks of Husky, which the repository names as its own',
    files: {
      'package.json': { name: 'x', scripts: { prepare: 'husky' } },
      '.husky/pre-commit': 'npm test\n',
      [source]: needle,
    },
    setup: 'chmod +x .husky/pre-commit',
    finish: 'git config core.hooksPath .husky',
    source,
  },
  {
    name: 'lefthook',
    about: 'hooks of Lefthook and of pre-commit, installed',
    files: {
      'lefthook.yml': 'pre-commit:\n  commands:\n    lint:\n      run: npm run lint\n',
      '.pre-commit-config.yaml': 'repos: []\n',
      [source]: needle,
    },
    finish: "printf '#!/bin/sh\\nexit 1\\n' > .git/hooks/pre-commit && chmod +x .git/hooks/pre-commit",
    source,
  },
  {
    name: 'devcontainer',
    about: 'settings for a development container, editors and agents',
    files: {
      '.devcontainer/devcontainer.json': { image: 'x' },
      '.vscode/settings.json': {},
      '.editorconfig': 'root = true\n',
      'AGENTS.md': 'Write tests.\n',
      'CLAUDE.md': 'Write tests.\n',
      '.env': 'TOKEN=x\n',
      '.gitignore': '.env\n',
      [source]: needle,
    },
    source,
  },
];
