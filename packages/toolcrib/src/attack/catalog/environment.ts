import type { Attack } from '../attack.ts';

const group = 'environment';

const ways: readonly (readonly [id: string, line: string])[] = [
  ['env', 'env'],
  ['echo', 'echo "$TOOLCRIB_ATTACK_CANARY"'],
  ['declare', 'declare -p'],
  ['node', '"{node}" -p process.env'],
  ['proc_self', 'tr "\\0" "\\n" < /proc/self/environ'],
  ['proc_parent', 'tr "\\0" "\\n" < /proc/$PPID/environ'],
  ['proc_other', 'tr "\\0" "\\n" < /proc/{victim}/environ'],
  ['proc_all', 'cat /proc/[0-9]*/environ 2> /dev/null | tr "\\0" "\\n" | grep canary-'],
  ['ps', 'ps eww -p {victim}'],
];

export const environment: readonly Attack[] = ways.map(([id, line]) => ({
  id,
  group,
  line,
  effect: { kind: 'tells_secret' },
}));
