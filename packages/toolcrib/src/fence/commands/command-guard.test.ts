import { describe, expect, test } from 'vitest';
import { attacks } from './attacks.cases.ts';
import { createCommandGuard, type CommandVerdict } from './command-guard.ts';
import { contained as containedCases, everywhere } from './everyday.cases.ts';
import { commandWarnings } from './command-warnings.ts';
import { highRisk, highRiskUncontained } from './high-risk.cases.ts';
import { knownPrograms } from './programs/programs.ts';
import { reasonWords } from './reasons.ts';

const root = '/home/me/project';
const guard = createCommandGuard({ root });

function judge(command: string, contained = true): CommandVerdict {
  return guard.judge(command, { directory: root, contained });
}

function wordsOf(verdict: CommandVerdict): readonly string[] {
  return verdict.decision === 'allow' ? [] : verdict.reasons.map(({ word }) => word);
}

/** What the fence refuses: a path outside the project, or into its repository. */
function leavesTraces(verdict: CommandVerdict): boolean {
  return (
    verdict.decision !== 'block' &&
    verdict.effects.some(
      (effect) =>
        (effect.kind === 'read' || effect.kind === 'write') &&
        (!isInside(effect.path) || (effect.kind === 'write' && effect.path.includes('/.git'))),
    )
  );
}

function isInside(path: string): boolean {
  const parts: string[] = [];
  for (const part of path.split('/'))
    if (part === '..') parts.pop();
    else if (part !== '' && part !== '.') parts.push(part);
  return `/${parts.join('/')}/`.startsWith(`${root}/`);
}

describe.each(attacks)('an attack by $about', ({ block = [], ask = [], outside = [] }) => {
  test.each(block)('%j is blocked', (command) => {
    expect(judge(command).decision).toBe('block');
    expect(judge(command, false).decision).toBe('block');
  });

  test.each(ask)('%j is asked about', (command) => {
    expect(judge(command).decision).toBe('ask');
    expect(judge(command, false).decision).not.toBe('allow');
  });

  test.each(outside)('%j shows the path that the fence refuses', (command) => {
    expect(leavesTraces(judge(command))).toBe(true);
    expect(leavesTraces(judge(command, false))).toBe(true);
  });
});

describe('a high risk', () => {
  const always = Object.entries(highRisk).flatMap(([word, lines]) => lines.map((line) => [line, word]));
  test.each(always)('%j asks because of %s', (command, word) => {
    for (const contained of [true, false]) {
      expect(judge(command, contained).decision).toBe('ask');
      expect(wordsOf(judge(command, contained))).toContain(word);
    }
  });

  const uncontained = Object.entries(highRiskUncontained).flatMap(([word, lines]) =>
    lines.map((line) => [line, word]),
  );
  test.each(uncontained)('%j asks because of %s where nothing contains it', (command, word) => {
    expect(judge(command).decision).toBe('allow');
    expect(judge(command, false).decision).toBe('ask');
    expect(wordsOf(judge(command, false))).toContain(word);
  });
});

test.each([
  ['git push origin main', ['publishes']],
  ['git push origin +main', ['publishes', 'force_push']],
  ['git push origin :main', ['publishes', 'discards_changes']],
  ['git push origin "$x"', ['publishes', 'unknown_value', 'force_push']],
])('%j asks because of %j alone', (command, words) => {
  expect(wordsOf(judge(command))).toEqual(words);
});

describe('an everyday command', () => {
  test.each(everywhere)('%j needs no question', (command) => {
    expect(judge(command, false)).toMatchObject({ decision: 'allow' });
    expect(judge(command)).toMatchObject({ decision: 'allow' });
  });

  test.each(containedCases)('%j needs no question when it is contained', (command) => {
    expect(judge(command)).toMatchObject({ decision: 'allow' });
  });

  test.each([...everywhere, ...containedCases])('%j touches nothing outside', (command) => {
    expect(leavesTraces(judge(command))).toBe(false);
  });
});

describe('where a command finds itself', () => {
  const pathsOf = (command: string, directory = root): string[] => {
    const verdict = guard.judge(command, { directory, contained: true });
    return verdict.decision === 'block'
      ? ['blocked']
      : verdict.effects.flatMap((effect) => (effect.kind === 'write' ? effect.path : []));
  };

  test('paths are told from the folder that the command starts in', () => {
    expect(pathsOf('touch a', `${root}/src`)).toEqual([`${root}/src/a`]);
    expect(pathsOf('touch ./a//b/./c')).toEqual([`${root}/a/b/c`]);
    expect(pathsOf('touch /etc/x')).toEqual(['/etc/x']);
  });

  test('a path that goes up is left as it is: behind a link it leads elsewhere', () => {
    expect(pathsOf('touch link/../a')).toEqual([`${root}/link/../a`]);
  });

  test('cd is followed', () => {
    expect(pathsOf('cd src && touch a')).toEqual([`${root}/src/a`]);
    expect(pathsOf('cd src && cd lib && touch a')).toEqual([`${root}/src/lib/a`]);
    expect(pathsOf('cd src && touch a > b')).toEqual([`${root}/src/a`, `${root}/src/b`]);
    expect(pathsOf('cd src && cd .. && touch a')).toEqual([`${root}/a`]);
    expect(pathsOf(`cd ${root}/src && touch a`)).toEqual([`${root}/src/a`]);
  });

  test('a cd that may have failed leaves both folders open', () => {
    expect(pathsOf('cd src; touch a')).toEqual([`${root}/src/a`, `${root}/a`]);
    expect(pathsOf('cd src || touch a')).toEqual([`${root}/a`]);
    expect(pathsOf('! cd src && touch a')).toEqual([`${root}/a`]);
    expect(pathsOf('if cd src; then touch a; else touch b; fi')).toEqual([`${root}/src/a`, `${root}/b`]);
    expect(pathsOf('ls && cd src; touch a')).toEqual([`${root}/src/a`, `${root}/a`]);
  });

  test('a cd in a shell of its own changes nothing outside it', () => {
    expect(pathsOf('(cd src && touch a); touch b')).toEqual([`${root}/src/a`, `${root}/b`]);
    expect(pathsOf('cd src | ls; touch b')).toEqual([`${root}/b`]);
    expect(pathsOf('cd src & touch b')).toEqual([`${root}/b`]);
    expect(pathsOf('echo $(cd src && touch a); touch b')).toEqual([`${root}/src/a`, `${root}/b`]);
    expect(pathsOf("bash -c 'cd src && touch a'; touch b")).toEqual([`${root}/src/a`, `${root}/b`]);
    expect(pathsOf('{ cd src; }; touch b')).toEqual([`${root}/src/b`, `${root}/b`]);
  });

  test('a line that goes up only after a cd that may have failed asks where nothing contains it', () => {
    expect(judge('cd src; ls; cd ..').decision).toBe('allow');
    expect(judge('cd src; ls; cd ..', false).decision).toBe('ask');
  });

  test('a folder outside the project is no place to start', () => {
    expect(pathsOf('ls', '/etc')).toEqual(['blocked']);
    expect(pathsOf('ls', `${root}-other`)).toEqual(['blocked']);
  });

  test('files that everybody has are not told', () => {
    expect(judge('ls > /dev/null 2>&1 < /dev/stdin')).toMatchObject({ effects: [] });
  });

  test('a copy into a folder tells the name that it would have there', () => {
    expect(pathsOf('cp x/.mcp.json .')).toContain(`${root}/.mcp.json`);
    expect(pathsOf('cp -t src x/.mcp.json')).toContain(`${root}/src/.mcp.json`);
    expect(pathsOf('mv x/.mcp.json .')).toContain(`${root}/.mcp.json`);
    expect(pathsOf('mv -t src x/.mcp.json y')).toContain(`${root}/src/.mcp.json`);
    expect(pathsOf('git mv x/.mcp.json .')).toContain(`${root}/.mcp.json`);
    expect(pathsOf('sed -i.json s/a/b/ toolcrib')).toContain(`${root}/toolcrib.json`);
  });

  test.each(['gz', 'z', 'Z', 'GZ', 'bz', 'bz2', 'xz', 'lzma', 'zst'])(
    'a file that ends in .%s tells the name that it has unpacked',
    (ending) => {
      expect(pathsOf(`unxz .mcp.json.${ending}`)).toContain(`${root}/.mcp.json`);
    },
  );

  test('a program that makes up the name of its file tells that name', () => {
    expect(pathsOf('gunzip .mcp.json-gz')).toContain(`${root}/.mcp.json`);
    expect(pathsOf('gunzip .mcp.json_z')).toContain(`${root}/.mcp.json`);
    expect(pathsOf('gunzip a.tgz')).toContain(`${root}/a.tar`);
    expect(pathsOf('bunzip2 a')).toContain(`${root}/a.out`);
    expect(pathsOf('gzip a')).toContain(`${root}/a.gz`);
    expect(pathsOf('zip out a')).toContain(`${root}/out.zip`);
    expect(pathsOf('xxd -i a -r')).toContain(`${root}/-r`);
  });

  test('too many folders or files to follow are asked about, never allowed', () => {
    expect(judge('cd a; '.repeat(20)).decision).toBe('ask');
    expect(judge(`cat ${Array.from({ length: 2000 }, (_, index) => `f${index}`).join(' ')}`).decision).toBe(
      'ask',
    );
  });
});

describe('what the guard says', () => {
  test('every program of the line is listed, inner ones too', () => {
    expect(judge('ls | timeout 5 head; x=$(date +%F); find . -exec wc {} +')).toMatchObject({
      programs: ['ls', 'timeout', 'head', 'date', 'find', 'wc'],
    });
  });

  test('the strictest part decides, and a blocked line names its program', () => {
    expect(judge('ls; rm -rf build; curl x')).toMatchObject({
      decision: 'block',
      program: 'curl',
      reasons: [{ word: 'network_program', part: 'curl x' }, { word: 'recursive_delete' }],
    });
  });

  test('a reason shows the part that it is about, and not more than can be read', () => {
    expect(judge('ls && rm -rf build')).toMatchObject({
      reasons: [{ word: 'recursive_delete', part: 'rm -rf build' }],
    });
    const long = judge(`rm -rf ${'a'.repeat(5000)}`);
    expect(long.decision === 'ask' && long.reasons[0]?.part.length).toBe(201);
  });

  test('a blocked part is found behind any number of asked ones', () => {
    const asked = Array.from({ length: 200 }, (_, index) => `rm -r d${index}`).join('; ');
    const verdict = judge(`${asked}; curl x`);
    expect(verdict).toMatchObject({ decision: 'block', program: 'curl' });
    expect(wordsOf(verdict)[0]).toBe('network_program');
  });

  test.each(['en', 'zh-CN'] as const)('every reason has its sentence in %s', (locale) => {
    const warnings = commandWarnings(locale);
    expect(Object.keys(warnings).toSorted()).toEqual(reasonWords.toSorted());
    for (const sentence of Object.values(warnings)) expect(sentence).toMatch(/[.。]$/u);
  });

  test.each(knownPrograms)('the rules of %s can be read', (program) => {
    for (const words of ['', ' x', ' -x', ' --x', ' x --x y'])
      expect(() => judge(program + words)).not.toThrow();
  });

  test.each(['', ' ', '\n', '# only a comment'])('%j does nothing', (command) => {
    expect(judge(command, false)).toMatchObject({
      decision: 'allow',
      programs: [],
      effects: [],
      losses: [],
      commands: [],
      needsExactRule: false,
    });
  });
});

describe('what the operator allows', () => {
  const judgeWith = (
    allowCommands: Parameters<typeof createCommandGuard>[0]['allowCommands'],
    command: string,
  ) => createCommandGuard({ root, allowCommands }).judge(command, { directory: root, contained: false });

  const any = (program: string) => ({ program, args: 'any' }) as const;

  test('a name brings in a program with what makes it tell about itself, and asks about the rest', () => {
    expect(judgeWith(undefined, 'terraform plan').decision).toBe('block');
    expect(judgeWith(['terraform'], 'terraform --version').decision).toBe('allow');
    for (const command of ['terraform plan', 'terraform', 'terraform --version x', 'terraform $x'])
      expect(judgeWith(['terraform'], command)).toMatchObject({
        decision: 'ask',
        reasons: [{ word: 'unlisted_arguments' }],
      });
  });

  test('all arguments pass only where that is said', () => {
    expect(judgeWith([any('terraform')], 'terraform plan -out=x "$y"').decision).toBe('allow');
    expect(judgeWith([any('curl')], 'curl https://example.com').decision).toBe('allow');
    expect(judgeWith([any('./tools/check')], './tools/check --all').decision).toBe('allow');
  });

  test('of a program that is known all arguments pass, and what it touches is told all the same', () => {
    expect(judgeWith([any('rm')], 'rm -rf build')).toMatchObject({
      decision: 'allow',
      effects: [{ kind: 'write', path: `${root}/build` }],
    });
    expect(judgeWith([any('node')], 'node -e 1').decision).toBe('allow');
    expect(judgeWith([any('bash')], "bash -c 'curl x'").decision).toBe('block');
    expect(judgeWith([any('git')], 'git -C /elsewhere status').decision).toBe('block');
    // Rules that deny still see that git may start anything.
    expect(judgeWith([any('git')], 'git -c core.pager=x log')).toMatchObject({
      decision: 'allow',
      commands: expect.arrayContaining([{ words: [{ start: '' }] }]),
    });
  });

  test('syntax, redirections and variables are judged all the same', () => {
    const terraform = any('terraform');
    expect(judgeWith([terraform], 'terraform ${x@P}').decision).toBe('ask');
    expect(judgeWith([terraform], 'PATH=/tmp terraform plan').decision).toBe('block');
    expect(judgeWith([terraform], 'terraform plan > "$x"').decision).toBe('ask');
    expect(judgeWith([terraform], 'terraform plan | curl x').decision).toBe('block');
  });

  test('a program that is known keeps its own rules', () => {
    expect(judgeWith(['rm', 'git'], 'rm -rf build').decision).toBe('ask');
    expect(judgeWith(['git'], 'git push --force').decision).toBe('ask');
    expect(judgeWith(['eval'], 'eval x').decision).toBe('ask');
  });

  test('what can take the machine apart is asked about even when it is listed', () => {
    expect(judgeWith([any('sudo')], 'sudo ls')).toMatchObject({
      decision: 'ask',
      reasons: [{ word: 'listed_danger' }],
    });
  });

  test('a rule allows its subcommands and flags, and no others', () => {
    const rule = { program: 'kubectl', subcommands: ['get', 'describe'], flags: ['-n', '--output'] };
    expect(judgeWith([rule], 'kubectl get pods').decision).toBe('allow');
    expect(judgeWith([rule], 'kubectl get pods --output=json').decision).toBe('allow');
    expect(judgeWith([rule], 'kubectl delete pods')).toMatchObject({
      reasons: [{ word: 'unknown_subcommand' }],
    });
    expect(judgeWith([rule], 'kubectl get pods --kubeconfig=x')).toMatchObject({
      reasons: [{ word: 'unknown_option' }],
    });
    expect(judgeWith([rule], 'kubectl --output=json get pods').decision).toBe('allow');
    expect(judgeWith([rule], 'kubectl -n get delete pods')).toMatchObject({
      reasons: [{ word: 'unknown_subcommand' }],
    });
    expect(judgeWith([rule], 'kubectl get $x').decision).toBe('ask');
    expect(judgeWith([rule], 'kubectl $x').decision).toBe('ask');
  });

  test('a rule for a known program adds to what it may be told', () => {
    const rule = { program: 'git', subcommands: ['push'], flags: [] };
    expect(judgeWith([rule], 'git push origin main').decision).toBe('allow');
    expect(judgeWith([rule], 'git push --force')).toMatchObject({ decision: 'ask' });
    expect(judgeWith([rule], 'git status').decision).toBe('allow');
  });
});

describe('an exact list', () => {
  const judgeOnly = (
    onlyCommands: Parameters<typeof createCommandGuard>[0]['onlyCommands'],
    command: string,
  ) => createCommandGuard({ root, onlyCommands }).judge(command, { directory: root, contained: true });

  test.each([
    'cat README.md',
    'echo x',
    'cd src',
    'ls; pwd',
    'ls | head',
    'ls $(id)',
    'ls && ./ls',
    '$x',
    '"$x" y',
    'l${x}s',
    'ls; eval x',
    'sh -c ls',
    'env ls',
    'ls <<< $(cat x)',
    'if ls; then cat x; fi',
    'find . -exec ls ";"',
    './git status',
    '/tmp/git status',
    'l"s";/bin/cat x',
    'ls\ncat x',
    'ls & cat x',
    '(ls; cat x)',
    '{ ls; cat x; }',
    'f() { ls; }; f',
    'ls `cat x`',
    'ls <(cat x)',
    'ls\u200b',
    'ls <<EOF\n$(cat x)\nEOF',
    'coproc ls',
    'time cat x',
    '! cat x',
    'exec cat x',
    'command cat x',
    'builtin cd src',
    'trap "ls" EXIT',
    '[ -e x ]',
    'export PAGER=x; git log',
  ])('blocks %j', (command) => {
    expect(judgeOnly(['ls', 'git'], command).decision).toBe('block');
  });

  test('keeps the rules of each program', () => {
    expect(judgeOnly(['ls', 'git'], 'ls -la src && git status').decision).toBe('allow');
    expect(judgeOnly(['ls', 'git'], 'git push --force').decision).toBe('ask');
    expect(judgeOnly(['ls', 'git'], 'git -c core.pager=cat log').decision).toBe('block');
    expect(judgeOnly([{ program: 'git', args: 'any' }], 'git -c core.pager=cat log').decision).toBe('allow');
    expect(judgeOnly(['xargs', 'ls', 'cat'], 'ls | xargs cat').decision).toBe('allow');
    expect(judgeOnly(['xargs', 'ls'], 'ls | xargs cat').decision).toBe('block');
    expect(judgeOnly([], 'ls').decision).toBe('block');
  });

  test('lets nothing run, after whatever answer, that it does not understand', () => {
    const list = ['git', 'sort', 'awk', 'node', 'make', 'tar', 'terraform', 'npm', 'npx', 'uv', 'find', 'sh'];
    for (const command of [
      'git -c alias.x=!id x',
      'git x',
      'git log --output=x --weird',
      'git bisect run ls',
      'sort --compress-program=./x a',
      "awk 'BEGIN { system(1) }'",
      "node -e '1'",
      'node --import data:text/javascript,1 a.mjs',
      "make --eval 'x:;id'",
      'sh /dev/stdin <<< id',
      'node /dev/fd/0 < x',
      'tar xf a.tar --to-command=./x',
      'terraform plan',
      'npm exec x',
      "npm exec -c 'git log'",
      'npx vitest',
      'uv run pytest',
      'find . -fprint x',
      'sh -s',
      'sh -c "ls"',
    ])
      expect([command, judgeOnly(list, command).decision]).toEqual([command, 'block']);
    expect(judgeOnly(list, 'npm test').decision).toBe('allow');
    expect(judgeOnly(list, 'npm exec --version').decision).toBe('allow');
    expect(judgeOnly([{ program: 'npx', args: 'any' }], 'npx vitest').decision).toBe('allow');
    expect(judgeOnly([{ program: 'npm', subcommands: ['exec'] }], 'npm exec x').decision).toBe('allow');
    expect(judgeOnly([{ program: 'terraform', subcommands: ['plan'] }], 'terraform plan').decision).toBe(
      'allow',
    );
    expect(judgeOnly([{ program: 'terraform', subcommands: ['plan'] }], 'terraform apply').decision).toBe(
      'block',
    );
  });
});
