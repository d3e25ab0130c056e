import { appendFileSync, chmodSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createSampleProject, type SampleProject } from '../sample-project.test-support.ts';
import { gitIn, makeRepository, put } from './repository.test-support.ts';

export interface HostileRepository extends SampleProject {
  /** The planted programs that were executed. */
  executed(): string[];
  /** Makes a program that leaves a trace when it is executed, and gives its path. */
  plant(name: string): string;
}

const hooks = [
  'applypatch-msg',
  'commit-msg',
  'fsmonitor-watchman',
  'post-applypatch',
  'post-checkout',
  'post-commit',
  'post-index-change',
  'post-merge',
  'post-rewrite',
  'pre-applypatch',
  'pre-auto-gc',
  'pre-commit',
  'pre-merge-commit',
  'pre-push',
  'pre-rebase',
  'prepare-commit-msg',
  'reference-transaction',
  'push-to-checkout',
];

/** A repository whose configuration, hooks, attributes and submodule name programs wherever git takes one, but for some. */
export function createHostileRepository(without = /^$/u): HostileRepository {
  const project = createSampleProject();
  const { root, outside } = project;
  const traces = join(outside, 'traces');
  mkdirSync(traces);
  const plant = (name: string): string => {
    const file = join(outside, 'planted', name);
    put(
      outside,
      join('planted', name),
      `#!/bin/sh\ntouch ${join(traces, name)}\ncat 2>/dev/null\nexit 0\n`,
      0o755,
    );
    chmodSync(file, 0o755);
    return file;
  };
  fill(root, outside);
  poison(root, plant, { outside, without });
  return {
    ...project,
    plant,
    executed: () => readdirSync(traces).toSorted(),
  };
}

/** Two branches, a tag, a stash, a submodule: something for every operation to do. */
function fill(root: string, outside: string): void {
  const inner = join(outside, 'inner');
  makeRepository(inner);
  put(inner, 'a.txt');
  gitIn(inner, 'add', '--all');
  gitIn(inner, 'commit', '--quiet', '--message=inner');
  makeRepository(root);
  put(root, 'filtered.txt');
  put(root, 'other.txt');
  put(root, 'plain.txt', 'one\n');
  gitIn(root, 'submodule', '--quiet', 'add', inner, 'sub module');
  gitIn(root, 'add', '--all');
  gitIn(root, 'commit', '--quiet', '--message=first');
  gitIn(root, 'branch', 'topic');
  gitIn(root, 'tag', '--annotate', '--message=old', 'old');
  put(root, 'plain.txt', 'two\n');
  gitIn(root, 'stash', 'push', '--quiet');
  put(root, '.gitattributes', '* diff=evil merge=evil\nfiltered.txt filter=evil\nother.txt filter=a=b\n');
  put(root, '.git/info/attributes', 'sub\\ module filter=evil\nplain.txt text\n');
  put(root, 'filtered.txt', 'changed\n');
  put(root, 'other.txt', 'changed\n');
  put(root, 'sub module/a.txt', 'changed\n');
}

function poison(
  root: string,
  plant: (name: string) => string,
  { outside, without }: { readonly outside: string; readonly without: RegExp },
): void {
  const configure = (gitDirectory: string, settings: { readonly [name: string]: string }): void => {
    const chosen = Object.entries(settings).filter(([name]) => !without.test(name));
    appendFileSync(join(gitDirectory, 'config'), chosen.map(toConfiguration).join(''));
  };
  for (const hook of hooks)
    put(root, `.git/hooks/${hook}`, `#!/bin/sh\nexec ${plant(`hook-${hook}`)}\n`, 0o755);
  for (const hook of hooks)
    put(root, `.githooks/${hook}`, `#!/bin/sh\nexec ${plant(`path-${hook}`)}\n`, 0o755);
  const inner = join(root, '.git/modules/sub module');
  put(inner, 'info/attributes', '* filter=deep diff=deep\n');
  configure(inner, {
    'filter.deep.clean': plant('sub-clean'),
    'diff.deep.textconv': plant('sub-textconv'),
    'core.fsmonitor': plant('sub-fsmonitor'),
  });
  appendFileSync(join(root, '.gitmodules'), '\tignore = none\n');
  configure(join(root, '.git'), {
    'submodule.sub module.ignore': 'none',
    'submodule.sub module.update': `!${plant('sub-update')}`,
    'submodule.recurse': 'true',
    'status.submoduleSummary': 'true',
    'diff.submodule': 'log',
    'core.pager': plant('pager'),
    'pager.status': plant('pager-status'),
    'pager.log': plant('pager-log'),
    'pager.diff': plant('pager-diff'),
    'core.editor': plant('editor'),
    'sequence.editor': plant('sequence-editor'),
    'core.askPass': plant('ask-pass'),
    'core.sshCommand': plant('ssh'),
    'core.gitProxy': plant('git-proxy'),
    'core.alternateRefsCommand': plant('alternate-refs'),
    'core.worktree': join(outside, 'elsewhere'),
    'credential.helper': plant('credential'),
    'credential.https://example.com.helper': plant('credential-url'),
    'diff.external': plant('diff-external'),
    'diff.evil.command': plant('diff-command'),
    'diff.evil.textconv': plant('textconv'),
    'filter.evil.clean': plant('clean'),
    'filter.evil.smudge': plant('smudge'),
    'filter.evil.process': plant('process'),
    'filter.evil.required': 'true',
    'filter.a=b.clean': plant('clean-equals'),
    'filter.a=b.smudge': plant('smudge-equals'),
    'merge.evil.driver': plant('merge-driver'),
    'interactive.diffFilter': plant('diff-filter'),
    'commit.gpgSign': 'true',
    'tag.gpgSign': 'true',
    'tag.forceSignAnnotated': 'true',
    'push.gpgSign': 'true',
    'log.showSignature': 'true',
    'merge.verifySignatures': 'true',
    'gpg.format': 'x509',
    'gpg.program': plant('gpg'),
    'gpg.openpgp.program': plant('gpg-openpgp'),
    'gpg.x509.program': plant('gpg-x509'),
    'gpg.ssh.program': plant('gpg-ssh'),
    'gpg.ssh.defaultKeyCommand': plant('gpg-key'),
    'user.signingKey': 'key::ssh-ed25519 AAAA',
    'alias.status': `!${plant('alias-status')}`,
    'alias.log': `!${plant('alias-log')}`,
    'uploadpack.packObjectsHook': plant('pack-objects'),
    'trailer.sign.command': plant('trailer'),
    'hook.evil.command': plant('configured-hook'),
    'hook.evil.event': 'pre-commit',
    'remote.origin.url': `ext::${plant('ext')}`,
    'remote.origin.uploadpack': plant('upload-pack'),
    'remote.origin.receivepack': plant('receive-pack'),
    'remote.vcs.url': 'https://example.com/x.git',
    'remote.vcs.vcs': 'evil',
    'remote.file.url': join(outside, 'inner'),
    'remote.ssh.url': 'git@example.com:x.git',
    'remote.git.url': 'git://example.com/x.git',
    'remote.http.url': 'http://example.com/x.git',
    'remote.lazy.url': `ext::${plant('lazy')}`,
    'remote.lazy.promisor': 'true',
    'extensions.partialClone': 'lazy',
    'core.repositoryFormatVersion': '1',
    'sendemail.smtpServer': plant('sendmail'),
    'difftool.evil.cmd': plant('difftool'),
    'mergetool.evil.cmd': plant('mergetool'),
    'browser.evil.cmd': plant('browser'),
    'core.hooksPath': '.githooks',
    'core.fsmonitor': plant('fsmonitor'),
  });
  mkdirSync(join(outside, 'elsewhere'));
  writeFileSync(join(outside, 'secret'), 'SECRET\n');
}

function toConfiguration([name, value]: readonly [string, string]): string {
  const [, section, subsection, key] = /^([^.]+)(?:\.(.+))?\.([^.]+)$/u.exec(name) ?? [];
  const head = subsection === undefined ? `[${section}]` : `[${section} "${subsection}"]`;
  return `${head}\n\t${key} = "${value}"\n`;
}
