import { describe, expect, test } from 'vitest';
import { isHarmlessAwk } from './awk-program.ts';

describe('an awk program', () => {
  test.each([
    '{print $1}',
    '{ sum += $3 } END { print sum / NR }',
    'NR > 10 && NR < 20',
    '$3 > 100 { print $1, $2 }',
    '/foo|bar/ { print }',
    '!/x/',
    '$1 ~ /^[a-z]+$/',
    '/[[:space:]]/',
    'BEGIN { FS = "|" } { printf "%s|%s\\n", $1, $2 }',
    '{ print ($1 > $2 ? "a" : "b") }',
    '{ a[$1]++ } END { for (k in a) print k, a[k] }',
    '{ n = split($0, parts, /,/); print parts[n] }',
    'function f(x) { return x * 2 } { print f($1) }',
    '{ if ($1 >= 2) print "a | b > c" }',
    'length > 80',
    '{ x = 6 / 2; y /= 2 }',
    '{ gsub(/a/, "b"); print }',
    '{ print $1,\n $2 }',
  ])('%j only computes', (program) => {
    expect(isHarmlessAwk(program)).toBe(true);
  });

  test.each([
    'BEGIN{system("id")}',
    '{ "id" | getline x }',
    '{ getline < "/etc/passwd" }',
    '{ print | "sh" }',
    '{ print "x" |& "sh" }',
    '{ print > "out" }',
    '{ print $1 >> "out" }',
    '{ print $1, $2 > "out" }',
    '{ print $1,\n $2 > "out" }',
    '{ print($1)($2) > "out" }',
    '{ printf "%s", $1 > $2 }',
    'BEGIN { ARGV[1] = "/etc/passwd"; ARGC = 2 } 1',
    '@load "x"',
    '@include "x"',
    'BEGIN { f = "x"; @f() }',
    'BEGIN { if (1) /"/; print | "sh" #" }',
    'BEGIN { x++ /"/; print | "sh" #" }',
    '/[/]/ { print | "sh" }',
    '{ print "a\nb" }',
    '{ print `id` }',
    "{ print 'a' }",
    '{ awk::system("id") }',
    '/a',
    '"a',
  ])('%j is not taken for harmless', (program) => {
    expect(isHarmlessAwk(program)).toBe(false);
  });
});
