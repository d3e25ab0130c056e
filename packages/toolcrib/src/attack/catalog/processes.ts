import type { Attack } from '../attack.ts';

const group = 'processes';

const survivals: readonly (readonly [id: string, line: string])[] = [
  ['background', 'sleep {token} & echo up'],
  ['no_hang_up', 'nohup sleep {token} > /dev/null 2>&1 & echo up'],
  ['own_session', 'setsid sleep {token} > /dev/null 2>&1 & echo up'],
  ['double_fork', '(setsid bash -c "sleep {token} & exec sleep {token}" > /dev/null 2>&1 &); echo up'],
  ['without_marks', '(env -i setsid sleep {token} > /dev/null 2>&1 &); echo up'],
  ['ignores_signals', '(trap "" TERM INT HUP; setsid sleep {token} > /dev/null 2>&1 &); echo up'],
  [
    'daemon',
    "perl -MPOSIX -e 'fork and exit; POSIX::setsid(); fork and exit; exec qw(sleep {token})' > /dev/null 2>&1; echo up",
  ],
];

/** Sizes and numbers are just above the limits, and cost nothing when nobody stops them. */
const bombs: readonly (readonly [id: string, line: string])[] = [
  ['forks', 'for i in {1..600}; do sleep 3 & done 2> /dev/null; echo x > bomb; kill $(jobs -p)'],
  ['memory', '"{node}" -e \'new ArrayBuffer(5 * 2 ** 30); fs.writeFileSync("bomb", "x")\''],
  [
    'file_size',
    'perl -e \'open F, ">", "bomb.big"; truncate F, 2 ** 31 and open G, ">", "bomb"\'; rm -f bomb.big',
  ],
];

const endings: readonly (readonly [id: string, line: string])[] = [
  ['other', 'kill -9 {victim}'],
  ['other_group', 'kill -9 -{victim}'],
  ['by_node', '"{node}" -e "process.kill({victim}, 9)"'],
  // Attaches to it, and ends what it is attached to.
  [
    'by_tracing',
    "perl -e 'syscall({ptrace}, 16, {victim}, 0, 0) == 0 and syscall({ptrace}, 8, {victim}, 0, 0)'",
  ],
];

export const processes: readonly Attack[] = [
  ...survivals.map(
    ([id, line]): Attack => ({ id: `survive_${id}`, group, line, effect: { kind: 'survives' } }),
  ),
  ...endings.map(([id, line]): Attack => ({ id: `end_${id}`, group, line, effect: { kind: 'ends_other' } })),
  ...bombs.map(
    ([id, line]): Attack => ({
      id: `bomb_${id}`,
      group,
      line,
      effect: { kind: 'changes', path: '{project}/bomb' },
    }),
  ),
];
