#!/usr/bin/env node
// Old syntax on purpose: a Node that is too old must be able to read this far and say so.
var version = process.versions.node.split('.').map(Number);

if (version[0] < 22 || (version[0] === 22 && version[1] < 18)) {
  var chinese = /^zh/i.test(
    process.env.TOOLCRIB_LOCALE || process.env.LC_ALL || process.env.LC_MESSAGES || process.env.LANG || '',
  );
  console.error(
    chinese
      ? 'toolcrib 需要 Node 22.18 或更高版本；当前是 ' + process.versions.node + '。'
      : 'toolcrib needs Node 22.18 or newer; this is ' + process.versions.node + '.',
  );
  process.exitCode = 2;
} else {
  void Promise.all([import('node:module'), import('node:fs'), import('node:path')])
    .then(function (modules) {
      keepCompiledCode(modules[0], modules[1], modules[2]);
      return import('../dist/cli/main.js');
    })
    .then(function (cli) {
      return cli.main(process);
    });
}

// Compiled code is kept between runs: it halves the time until the first answer. In a folder of our own that nobody else can
// write, because what lies there is run.
function keepCompiledCode(module, fs, path) {
  var home =
    process.env.XDG_STATE_HOME || (process.env.HOME && path.join(process.env.HOME, '.local', 'state'));
  var state = process.env.TOOLCRIB_STATE || (home && path.join(home, 'toolcrib'));
  if (!state || !module.enableCompileCache) return;
  try {
    var compiled = path.join(state, 'compiled');
    fs.mkdirSync(compiled, { recursive: true, mode: 448 });
    if (isOurs(fs.lstatSync(state)) && isOurs(fs.lstatSync(compiled))) module.enableCompileCache(compiled);
  } catch {
    // Then it is compiled each time.
  }
}

function isOurs(stats) {
  if (!stats.isDirectory()) return false;
  return !process.geteuid || (stats.uid === process.geteuid() && (stats.mode & 18) === 0);
}
