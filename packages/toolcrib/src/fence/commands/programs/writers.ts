import type { ProgramRule } from './rule.ts';

/** Programs that write files of the project. Which files they may write, the fence decides. */
export const writers: Readonly<Record<string, ProgramRule>> = {
  tee: { options: '-a -i --append --ignore-interrupts', operands: 'write', keeps: ['-a', '--append'] },
  touch: {
    options: '-a -c -d: -h -m -r:read -t: --date= --no-create --reference=read --time=',
    operands: 'write',
    keeps: true,
    surprises: 'contained',
  },
  mkdir: {
    options: '-m: -p -v --mode= --parents --verbose',
    operands: 'write',
    keeps: true,
    surprises: 'contained',
  },
  rmdir: { options: '-p -v --ignore-fail-on-non-empty --parents --verbose', operands: 'write', keeps: true },
  truncate: { options: '-c -o -r:read -s: --no-create --reference=read --size=', operands: 'write' },
  split: {
    options: `-# -a: -b: -C: -d -e -l: -n: -t: -x --additional-suffix= --bytes= --hex-suffixes? --line-bytes=
      --lines= --number= --numeric-suffixes? --separator= --suffix-length=`,
    operands: 'in_out',
    // It makes up the names of its files.
    asksUnlessContained: 'overwrites_many',
    scatters: true,
  },
  dos2unix: { options: '-k -q --keepdate --quiet', operands: 'write' },
  patch: {
    options: `-b -d:read -i:read -l -N -p: -R -s -t -u --backup --batch --directory=read --dry-run --forward
      --ignore-whitespace --input=read --reverse --silent --strip= --unified --verbose`,
    operands: 'write',
    asksUnlessContained: 'unpacks',
    scatters: true,
  },
  mktemp: { options: '-d -q -t -u --directory --dry-run --quiet ', operands: 'write', keeps: true },
};
