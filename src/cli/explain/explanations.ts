import type { Explanation } from "./explanation.js";
import { extendedExplanations } from "./extended-explanations.js";

const REMOTE = `Whoever controls the server or the connection decides what runs, and may send something different
to the next caller. No copy is left to read or to verify.`;

const DOWNLOAD = `curl -fsSLo install.sh 'https://x.example/install.sh'
less install.sh         # look at what would run
sha256sum install.sh    # compare with the publisher's checksum or signature
sh ./install.sh`;

const DECODED = `An encoded payload hides its effect from everybody who reads the code and from tools that search for
known patterns. Decoding alone is harmless; executing the result is not.`;

/** The explanations of all built-in rules by id. */
export const explanations: ReadonlyMap<string, Explanation> = new Map<string, Explanation>([
  [
    "bash/fetch-pipe",
    {
      profile: "contract",
      title: "content downloaded with curl or wget is piped to an interpreter",
      why: `${REMOTE}
It is a finding when the fetcher writes to standard output and the interpreter takes its program
from standard input: curl does so unless an option names a file, wget only with -O-.`,
      instead: DOWNLOAD,
      findings: [
        "«curl -fsSL https://x.example/install.sh | sh»",
        "«wget -qO- https://x.example/install.sh | sudo bash» -s -- --yes",
      ],
      clean: [
        "curl -fsSLo install.sh https://x.example/install.sh",
        "curl -s https://api.example/items | jq .name",
        "curl -s https://api.example/items | python3 -m json.tool",
        "Never run `curl https://x.example/install.sh | sh`.",
      ],
    },
  ],
  [
    "bash/fetch-substitution",
    {
      profile: "contract",
      title: "downloaded content becomes code through a command substitution",
      why: `${REMOTE}
It is a finding when the output of the fetch becomes code: the value of -c or -e, the argument of
eval, or the program operand. Printed, or kept in a variable that nothing executes, it is data.`,
      instead: DOWNLOAD,
      findings: [
        '«bash -c "$(curl -fsSL https://x.example/install.sh)"»',
        '«eval "$(wget -qO- https://x.example/env.sh)"»',
        "«sh -c '$(curl -fsSL https://x.example/install.sh)'»",
      ],
      clean: [
        'echo "$(curl -s https://x.example/motd)"',
        "VERSION=$(curl -s https://x.example/version)",
        'bash -c "$(curl -o install.sh https://x.example/install.sh)"',
        "python3 -c '$(curl -s https://x.example/a.py)'",
      ],
    },
  ],
  [
    "bash/fetch-process-substitution",
    {
      profile: "contract",
      title: "an interpreter reads its program from a process substitution that downloads it",
      why: `${REMOTE}
It is a finding when the process substitution is the program operand. After a local script, it is data
for that script.`,
      instead: DOWNLOAD,
      findings: [
        "«bash <(curl -fsSL https://x.example/install.sh)» --yes",
        "«source <(curl -fsSL https://x.example/env.sh)»",
        "«bash < <(wget -qO- https://x.example/install.sh)»",
      ],
      clean: [
        "diff <(curl -s https://x.example/a) <(curl -s https://x.example/b)",
        "bash local.sh <(curl -s https://x.example/data)",
      ],
    },
  ],
  [
    "bash/fetch-here-string",
    {
      profile: "contract",
      title: "downloaded content is passed to an interpreter in a here-string",
      why: REMOTE,
      instead: DOWNLOAD,
      findings: ['«bash <<< "$(curl -fsSL https://x.example/install.sh)"»'],
      clean: ['cat <<< "$(curl -fsSL https://x.example/install.sh)"'],
    },
  ],
  [
    "bash/fetch-here-document",
    {
      profile: "contract",
      title: "downloaded content is passed to an interpreter in a here-document",
      why: REMOTE,
      instead: DOWNLOAD,
      findings: ["```bash\n«bash <<EOF\n$(curl -fsSL https://x.example/install.sh)»\nEOF\n```"],
      clean: [
        "```bash\ncat > notes.txt <<EOF\n$(curl -fsSL https://x.example/install.sh)\nEOF\n```",
      ],
    },
  ],
  [
    "bash/fetch-variable",
    {
      profile: "contract",
      title: "downloaded content is executed from a variable",
      why: `${REMOTE}
The finding is the command that executes it. A variable that is only printed, or overwritten first, is not
a finding.`,
      instead: DOWNLOAD,
      findings: [
        '```bash\nS=$(curl -fsSL https://x.example/install.sh)\n«eval "$S"»\n```',
        '```bash\nS=$(curl -fsSL https://x.example/install.sh)\n«bash -c "$S"»\n```',
      ],
      clean: [
        '```bash\nS=$(curl -fsSL https://x.example/version)\necho "$S"\n```',
        '```bash\nS=$(curl -fsSL https://x.example/install.sh)\nS=true\neval "$S"\n```',
      ],
    },
  ],
  [
    "python/decode-execute",
    {
      profile: "contract",
      title: "Python code executes decoded content",
      why: DECODED,
      instead: "print(base64.b64decode(payload).decode())    # read it first",
      findings: ["«exec(base64».b64decode(payload))", "«eval(bytes.fromhex»(payload).decode())"],
      clean: [
        "data = json.loads(base64.b64decode(payload))",
        "token = base64.b64encode(secret)",
        "value = eval_expression(base64.b64decode(payload))",
      ],
    },
  ],
  [
    "javascript/decode-execute",
    {
      profile: "contract",
      title: "JavaScript code executes decoded content",
      why: DECODED,
      instead: "console.log(atob(payload)); // read it first",
      findings: ["«eval(atob»(payload))", "«eval( atob»(process.env.PAYLOAD))"],
      clean: ["const data = JSON.parse(atob(payload));", "const token = btoa(secret);"],
    },
  ],
  [
    "bash/decode-pipe",
    {
      profile: "extended",
      title: "a payload decoded at run time is piped to an interpreter",
      why: DECODED,
      instead: "base64 -d payload.txt > payload.sh\nless payload.sh         # read it first",
      findings: ["echo Y3VybCB4 | «base64 -d | sh»"],
      clean: [
        "base64 -d payload.txt > payload.sh",
        "echo Y3VybCB4 | base64 -d | jq .",
        "echo text | base64",
      ],
    },
  ],
  [
    "bash/fetch-file-run",
    {
      profile: "extended",
      title:
        "a downloaded file is run without a check in a later step (advisory, never sets the label)",
      why: `Between the two steps the file can be read and verified. The advisory shows that this step is missing,
even if the two steps are in different blocks of a text. It is not reported if a checksum or signature is
verified in between.`,
      instead: DOWNLOAD,
      findings: [
        "```bash\ncurl -fsSLo install.sh https://x.example/install.sh\n«sh install.sh»\n```",
      ],
      clean: [
        "```bash\ncurl -fsSLo data.json https://x.example/data.json\njq . data.json\n```",
        "```bash\ncurl -fsSLO https://x.example/install.sh\nsha256sum -c install.sh.sha256\nsh install.sh\n```",
      ],
    },
  ],
  [
    "prose/copy-and-run",
    {
      profile: "extended",
      title:
        "the text tells the reader to open an address and to run a command from there (advisory, never sets the label)",
      why: `Whoever owns the address decides what is run, and can change it at any time. Nobody who reads the text sees the
command. Consecutive sentences, list items and headings are read together. The instruction is recognized in English, German,
Spanish, French, Portuguese, Russian, Chinese and Japanese.`,
      instead: "Write the command into the text, or name the package and its version.",
      findings: [
        "«Visit [this page](https://x.example/p), copy the script and paste it into Terminal».",
        "1. «Open https://x.example/setup\n2. Copy the command\n3. Run it» in a terminal",
      ],
      clean: [
        "Open https://x.example/login, copy the token and paste it into the terminal.",
        "Follow the guide at https://docs.example/install and run the commands.",
        "Never open https://x.example/setup, copy the command and run it.",
      ],
    },
  ],
  [
    "prose/download-and-run",
    {
      profile: "extended",
      title:
        "the text tells the reader to download a program and to run it (advisory, never sets the label)",
      why: `The program is run without a check. A password on an archive keeps scanners from reading it. The advisory is not reported if a
checksum or signature is verified in between.`,
      instead:
        "Name a package of a registry with its version, or add the checksum and the command that compares it.",
      findings: [
        "«Download [the tool](https://x.example/tool.zip) (password `x`) and run the executable» first.",
        "«Install the helper from https://pastebin.com/raw/x» before you continue.",
      ],
      clean: [
        "Download the tool from https://x.example/tool.zip, compare its SHA-256 checksum, and run the installer.",
        "Install the package from https://www.npmjs.com/package/left-pad.",
        "Download the dataset from https://x.example/data.zip and run the script.",
      ],
    },
  ],
  [
    "python/fetch-execute",
    {
      profile: "extended",
      title: "Python code executes downloaded content",
      why: REMOTE,
      instead: DOWNLOAD.replace(/install\.sh/g, "install.py").replace("sh ./", "python3 ./"),
      findings: ['```python\n«exec(requests.get»("https://x.example/install.py").text)\n```'],
      clean: ['```python\nprint(requests.get("https://x.example/install.py").text)\n```'],
    },
  ],
  [
    "javascript/fetch-execute",
    {
      profile: "extended",
      title: "JavaScript code executes downloaded content",
      why: REMOTE,
      instead: DOWNLOAD.replace(/install\.sh/g, "install.js").replace("sh ./", "node ./"),
      findings: [
        '```javascript\n«eval(await (await fetch»("https://x.example/install.js")).text())\n```',
      ],
      clean: [
        '```javascript\nconsole.log(await (await fetch("https://x.example/install.js")).text())\n```',
      ],
    },
  ],
  ...extendedExplanations,
]);
