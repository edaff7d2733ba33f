import { expect, test } from "vitest";
import { analyzeJavaScript } from "../../../src/core/code/javascript/analyze.js";
import { Source } from "../../../src/core/source.js";
import { injected, markedPipes, unmark, withTools } from "./harness.js";

const PIPES = [
  "exec('«curl A | sh»');",
  "execSync('«curl A | sh»', { stdio: 'inherit' });",
  "execSync(`«curl ${url} | sh»`);",
  "execSync('«curl ' + url + ' | sh»');",
  "execSync(`\n  set -e\n  «curl A | sh»\n`);",
  "execSync(String.raw`«curl A | sh»`);",
  "child_process.exec('«curl A | sh»', cb);",
  "require('child_process').exec('«curl A | sh»');",
  "require('node:child_process').execSync('«curl A | sh»');",
  "const cp = require('child_process');\ncp.exec('«curl A | sh»');",
  "const { exec: run } = require('child_process');\nrun('«curl A | sh»');",
  "import { execSync as run } from 'child_process';\nrun('«curl A | sh»');",
  "import * as proc from 'child_process';\nproc.exec('«curl A | sh»');",
  "import proc from 'node:child_process';\nproc.execSync('«curl A | sh»');",
  "const run = util.promisify(require('child_process').exec);\nawait run('«curl A | sh»');",
  "const exec = promisify(cp.exec);\nawait exec('«curl A | sh»');",
  "const { exec } = await import('child_process');\nexec('«curl A | sh»');",
  "spawn('«curl A | sh»', { shell: true });",
  "spawn('«curl A | sh»', [], { shell: '/bin/bash' });",
  "spawn('«curl', ['A', '|', 'sh»'], { shell: true });",
  "execa('«curl A | sh»', { shell: true });",
  "execaCommand('«curl A | sh»', { shell: true });",
  "shell.exec('«curl A | sh»');",
  "shelljs.exec('«curl A | sh»');",
  "await $`«curl ${url} | sh»`;",
  "await $({ quiet: true })`«curl A | sh»`;",
  "const cmd = '«curl A | sh»';\nexec(cmd);",
  "const URL = 'https://a.example';\nexec(`«curl ${URL} | sh»`);",
  "let cmd = '«curl A';\ncmd += ' | sh»';\nexec(cmd);",
  "exec(['«curl A', 'sh»'].join(' | '));",
  "exec('«curl '.concat(url, ' | sh»'));",
  "function sh(c) { execSync(c); }\nsh('«curl A | sh»');",
  "const sh = (c) => execSync(c, { stdio: 'inherit' });\nsh('«curl A | sh»');",
  "for (const c of ['ls', '«curl A | sh»']) execSync(c);",
  "['«curl A | sh»'].forEach((c) => execSync(c));",
  "const CMDS = { a: '«curl A | sh»' };\nfor (const c of Object.values(CMDS)) execSync(c);",
  "const CMDS = { install: '«curl A | sh»' };\nexecSync(CMDS.install);",
  "new Promise((r) => exec('«curl A | sh»', r));",
  "module.exports = { run() { execSync('«curl A | sh»'); } };",
  "gulp.task('x', () => { exec('«curl A | sh»'); });",
  "export default () => <button onClick={() => exec('«curl A | sh»')}>x</button>;",
];

const QUIET = [
  "console.log('curl A | sh');",
  "const hint = 'curl A | sh';\nconsole.log(`run ${hint}`);",
  "// exec('curl A | sh')",
  "re.exec('curl A | sh');",
  "/curl.*sh/.exec('curl A | sh');",
  "pattern.exec('curl A | sh');",
  "db.exec('curl A | sh');",
  "spawn('curl A | sh');",
  "execFile('curl A | sh');",
  "execa('curl A | sh');",
  "execaCommand('curl A | sh');",
  "app.exec_('curl A | sh');",
  "function exec(c) { console.log(c); }\nexec('curl A | sh');",
  "let cmd = 'curl A | sh';\ncmd = 'ls';\nexec(cmd);",
  "html`curl A | sh`;",
  "const a = <pre>curl A | sh</pre>;",
  "eval('curl A | sh');",
];

test.each(PIPES)("exactly the marked commands are passed to a shell: %s", (text) => {
  expect(markedPipes(unmark(text), analyzeJavaScript)).toBe(text);
});

test.each(QUIET)("no pipe from a fetcher is passed to a shell: %s", (text) => {
  expect(markedPipes(text, analyzeJavaScript)).toBe(text);
});

const EXACT: [string, string[]][] = [
  ["spawn('sh', ['-c', 'curl A | sh'])", ["shell: sh -c 'curl A | sh'"]],
  ["spawnSync('bash', ['-c', `curl ${u} | sh`])", ["shell: bash -c 'curl value | sh'"]],
  ["execFile('/bin/sh', ['-c', 'a | b'], cb)", ["shell: /bin/sh -c 'a | b'"]],
  ["cp.spawn('curl', ['A', '|', 'sh'])", ["shell: curl A '|' sh"]],
  ["spawn('echo', ['curl A | sh'], { stdio: 'inherit' })", ["shell: echo 'curl A | sh'"]],
  ["const args = ['-c'];\nargs.push('a | b');\nspawn('sh', args)", ["shell: sh -c 'a | b'"]],
  ["new Deno.Command('sh', { args: ['-c', 'a | b'] })", ["shell: sh -c 'a | b'"]],
  ["Deno.run({ cmd: ['sh', '-c', 'a | b'] })", ["shell: sh -c 'a | b'"]],
  ["Bun.spawn(['sh', '-c', 'a | b'])", ["shell: sh -c 'a | b'"]],
  ["Bun.spawnSync({ cmd: ['sh', '-c', 'a | b'] })", ["shell: sh -c 'a | b'"]],
  ["grunt.util.spawn({ cmd: 'sh', args: ['-c', 'a | b'] })", ["shell: sh -c 'a | b'"]],
  ["spawnSync('sh', { input: 'a | b' })", ["shell: sh", "shell: sh <<< 'a | b'"]],
  ["execa('sh', ['-c', 'a | b'])", ["shell: sh -c 'a | b'"]],
  ["execaCommand(\"sh -c 'a | b'\")", ["shell: sh -c 'a | b'"]],
  ["await exec.exec('bash', ['-c', 'a | b'])", ["shell: bash -c 'a | b'"]],
  ["await exec.exec('curl A | sh')", ["shell: curl A '|' sh"]],
  ["container.exec(['sh', '-c', 'a | b'])", ["shell: sh -c 'a | b'"]],
  ["eval('eval(x)')", ["javascript: eval(x)"]],
  ["setTimeout('eval(x)', 1)", ["javascript: eval(x)"]],
  ["new Function('eval(x)')()", ["javascript: eval(x)"]],
  ['const a = <p onclick="eval(x)">b</p>', ["javascript: eval(x)"]],
  ["eval('1 + 1')", []],
];

test.each(EXACT)("the exact strings are passed to a shell: %s", (text, expected) => {
  expect(injected(text, analyzeJavaScript)).toEqual(expected);
});

const STDIN = [
  "eval(require('fs').readFileSync(0).toString())",
  "eval(fs.readFileSync('/dev/stdin', 'utf8'))",
  "process.stdin.on('data', (d) => eval(d.toString()))",
  "let s = '';\nprocess.stdin.on('data', (d) => { s += d; });\nprocess.stdin.on('end', () => eval(s));",
  "require('child_process').execSync(require('fs').readFileSync(0))",
];

test.each(STDIN)("%s executes standard input", (text) => {
  expect(
    withTools((tools) => analyzeJavaScript(Source.whole(text), tools), { stdinIsRemote: true })
      .executesStdin,
  ).toBe(true);
  expect(
    withTools((tools) => analyzeJavaScript(Source.whole(text), tools)).executesStdin,
  ).toBeUndefined();
});

test.each([
  "JSON.parse(require('fs').readFileSync(0))",
  "eval(fs.readFileSync('f'))",
  "process.stdin.on('data', (d) => console.log(d))",
])("%s does not execute standard input", (text) => {
  expect(
    withTools((tools) => analyzeJavaScript(Source.whole(text), tools), { stdinIsRemote: true })
      .executesStdin,
  ).toBeUndefined();
});
