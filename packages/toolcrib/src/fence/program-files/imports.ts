import { dirname, extname, join } from 'node:path';
import { codeFileOf } from './code-files.ts';
import type { Findings } from './findings.ts';
import { addPackages, packageAround, packageName, type WantedPackage } from './packages.ts';
import { textOf } from './real-file.ts';

/** Adds what the files take in, and so on: from beside them as files, by name as packages. */
export function addImports(findings: Findings): void {
  const wanted: WantedPackage[] = [];
  for (const file of findings.files()) {
    const text = textOf(file);
    if (!findings.take('bytes', text.length)) return;
    const folder = dirname(file);
    const around = packageAround(file);
    if (around !== undefined) wanted.push(around);
    switch (languageOf(file, text)) {
      case 'script':
        for (const name of namesIn(text, scriptImport)) {
          if (/^\.{1,2}\//u.test(name)) codeFileOf(name, folder, findings);
          else if (packageName(name) !== undefined)
            wanted.push({ name: packageName(name) ?? '', from: folder });
        }
        break;
      case 'python':
        findings.addImportable(folder);
        for (const name of pythonModules(text)) codeFileOf(name, folder, findings);
        break;
      case 'shell':
        for (const name of shellPaths(text)) codeFileOf(name, folder, findings);
        break;
      case undefined:
    }
  }
  addPackages(wanted, findings);
}

type Language = 'script' | 'python' | 'shell';

const languages: { readonly [ending: string]: Language } = {
  ...Object.fromEntries(
    ['.js', '.mjs', '.cjs', '.ts', '.mts', '.cts', '.jsx', '.tsx'].map((ending) => [ending, 'script']),
  ),
  '.py': 'python',
  '.pyw': 'python',
  '.sh': 'shell',
  '.bash': 'shell',
  '.zsh': 'shell',
};

function languageOf(file: string, text: string): Language | undefined {
  const byName = languages[extname(file).toLowerCase()];
  if (byName !== undefined || !text.startsWith('#!')) return byName;
  const line = text.slice(0, text.indexOf('\n'));
  if (/node|bun|deno|tsx/u.test(line)) return 'script';
  if (/python/u.test(line)) return 'python';
  return /sh\b/u.test(line) ? 'shell' : undefined;
}

const scriptImport =
  /(?:\bfrom|\bimport|\brequire|\bURL|\bfork|\bWorker)\s{0,20}\(?\s{0,20}["'`]([^"'`\n]{1,500})["'`]/gu;
const pythonImport = /^[ \t]*import[ \t]+([\w., \t]+)/gmu;
const pythonFrom = /^[ \t]*from[ \t]+(\.*[\w.]*[ \t]+import[ \t]+\(?[\w, \t]*)/gmu;

function namesIn(text: string, pattern: RegExp): readonly string[] {
  return [...text.matchAll(pattern)].map((match) => match[1] as string);
}

/** What a small script starts is mostly named from the folder that it lies in. */
function shellPaths(text: string): readonly string[] {
  return text
    .split(/[\s;&|()<>"'`]+/u)
    .filter((word) => word.includes('/') || /\.\w+$/u.test(word))
    .map((word) => word.replace(/^\$\{?\w+\}?\//u, './'))
    .filter((word) => !word.startsWith('/'));
}

function pythonModules(text: string): readonly string[] {
  return [...namesIn(text, pythonImport).flatMap(modulesOf), ...namesIn(text, pythonFrom).flatMap(fromOf)];
}

/** `import a.b, c as d`. */
function modulesOf(list: string): readonly string[] {
  return list.split(',').flatMap((each) => pathsOf(each.trim().split(/\s/u)[0] ?? '', '.'));
}

/** `from ..a import b`: `b` may be a module, too. */
function fromOf(statement: string): readonly string[] {
  const [, dots = '', name = '', list = ''] = /^(\.*)([\w.]*)\s+import\s+\(?(.*)$/u.exec(statement) ?? [];
  const base = dots.length > 1 ? '../'.repeat(dots.length - 1) : '.';
  const imported = list.split(',').map((each) => each.trim().split(/\s/u)[0] ?? '');
  const prefix = name === '' ? '' : `${name}.`;
  return [
    ...pathsOf(name, base),
    ...imported.flatMap((each) => (each === '' ? [] : pathsOf(prefix + each, base))),
  ];
}

/** A module and the packages around it, each of which is executed. */
function pathsOf(module: string, base: string): readonly string[] {
  const parts = module.split('.').filter((part) => part !== '');
  return parts.map((_, index) => join(base, ...parts.slice(0, index + 1)));
}
