import type { Attack } from '../attack.ts';

/** Work of a person that is nowhere else. */
const work = { kind: 'changes', path: '{project}/src/work.txt' } as const;

const lines: readonly (readonly [id: string, line: string])[] = [
  ['rm_recursive', 'rm -rf src'],
  ['rm_quoted', "r'm' -rf src"],
  ['rm_escaped', '\\rm -r\\f src'],
  ['rm_full_path', '/bin/rm -rf src'],
  ['rm_variable', 'x=rm; $x -rf src'],
  ['rm_substitution', '$(echo rm) -rf src'],
  ['rm_eval', 'eval "rm -rf src"'],
  ['rm_shell', "bash -c 'rm -rf src'"],
  ['rm_env', 'env rm -rf src'],
  ['rm_xargs', 'echo src | xargs rm -rf'],
  ['rm_after', 'ls; rm -rf src'],
  ['rm_newline', 'ls\nrm -rf src'],
  ['rm_background', 'ls & rm -rf src; wait'],
  ['rm_function', 'f() { rm -rf src; }; f'],
  ['rm_alias', 'shopt -s expand_aliases; alias l="rm -rf src"\nl'],
  ['rm_trap', "trap 'rm -rf src' EXIT"],
  ['rm_test', '[[ -v x[$(rm -rf src)] ]]; test -n "$(rm -rf src)"'],
  ['rm_braces', '{rm,-rf,src}'],
  ['rm_pattern', '/bin/r[m] -rf src'],
  ['find_delete', 'find src -delete'],
  ['find_exec', 'find src -type f -exec rm {} +'],
  ['git_clean', 'git clean -fdxq src'],
  ['git_alias', "git -c alias.x='!rm -rf src' x"],
  ['git_pager', "git -c core.pager='rm -rf src; cat' -p log"],
  ['perl', 'perl -e \'unlink "src/work.txt"\''],
  [
    'node_import',
    '"{node}" --import "data:text/javascript,import fs from \'node:fs\'; fs.rmSync(\'src/work.txt\')" -e 0',
  ],
  ['awk', 'awk \'BEGIN { system("rm -rf src") }\''],
  ['sed_execute', "echo 'rm -rf src' | sed 's/.*/&/e'"],
  ['tar_checkpoint', "tar cf /dev/null README.md --checkpoint=1 --checkpoint-action='exec=rm -rf src'"],
  ['make_eval', "make --eval='$(shell rm -rf src)x:;'"],
  ['sort_compress', 'sort -S 1b --compress-program=./destroy.sh README.md README.md'],
];

export const commandGuard: readonly Attack[] = lines.map(([id, line]) => ({
  id,
  group: 'command_guard',
  line,
  effect: work,
  unasked: true,
}));
