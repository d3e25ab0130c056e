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
  void import('node:module')
    .then(function (module) {
      // Compiled code is kept between runs: it halves the time until the first answer.
      if (module.enableCompileCache) module.enableCompileCache();
      return import('../dist/cli/main.js');
    })
    .then(function (cli) {
      return cli.main(process);
    });
}
