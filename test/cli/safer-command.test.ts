import { describe, expect, it } from "vitest";
import { remedyLines } from "../../src/cli/report/remedy.js";
import { createNodeDetector } from "../../src/host/node.js";
import { sharedDetector } from "../support/marked.js";

const extended = createNodeDetector({ profile: "extended" });

/** Returns the first and last line of the safer command for a text's first finding. */
async function saferCommand(
  text: string,
  profile: "contract" | "extended" = "contract",
): Promise<string[]> {
  const [finding] = (await (profile === "contract" ? sharedDetector() : extended)).detect(
    text,
  ).findings;
  const lines = remedyLines(finding!, text);
  return lines.length > 1 ? [lines[0]!, lines.at(-1)!] : lines;
}

const DESCRIPTION =
  "download to a file, read it, compare its checksum with the publisher's, then run the file";

/** The beginning of the last line for a PowerShell script. */
const POWERSHELL_RUN =
  "# if Windows does not allow scripts: powershell -ExecutionPolicy Bypass -File";

describe("the safer command", () => {
  it.each([
    [
      "curl -fsSL https://x.example/i.sh | sh",
      "curl -fsSLo i.sh 'https://x.example/i.sh'",
      "sh ./i.sh",
    ],
    [
      "wget -qO- https://x.example/ | sudo bash",
      "wget -qO installer 'https://x.example/'",
      "sudo bash ./installer",
    ],
    [
      "curl 'https://x.example/i.sh?a=1&b=2' | bash -s -- --yes",
      "curl -fsSLo i.sh 'https://x.example/i.sh?a=1&b=2'",
      "bash ./i.sh --yes",
    ],
    [
      "curl https://x.example/i.sh | sudo bash -s -- --dir '/opt/x y' $MORE && echo done",
      "curl -fsSLo i.sh 'https://x.example/i.sh'",
      "sudo bash ./i.sh --dir '/opt/x y' $MORE",
    ],
    [
      "run curl https://x.example/i.sh | sh to install it",
      "curl -fsSLo i.sh 'https://x.example/i.sh'",
      "sh ./i.sh",
    ],
    [
      "```sh\nbash <(curl -s https://x.example/i.sh) --yes\n```",
      "curl -fsSLo i.sh 'https://x.example/i.sh'",
      "bash ./i.sh --yes",
    ],
    [
      '```sh\nsh -c "$(curl -s https://x.example/i.sh)" "" --unattended\n```',
      "curl -fsSLo i.sh 'https://x.example/i.sh'",
      "sh ./i.sh --unattended",
    ],
    [
      "curl https://x.example/i.sh | DIR=/opt sh",
      "curl -fsSLo i.sh 'https://x.example/i.sh'",
      "DIR=/opt sh ./i.sh",
    ],
    [
      'bash -c "$(curl -fsSL https://x.example/i.sh)"',
      "curl -fsSLo i.sh 'https://x.example/i.sh'",
      "bash ./i.sh",
    ],
    [
      "source <(curl -s https://x.example/env.sh)",
      "curl -fsSLo env.sh 'https://x.example/env.sh'",
      ". ./env.sh",
    ],
    [
      'curl -H "Referer: https://r.example/" https://x.example/i.sh | sh',
      `curl -fsSLo i.sh -H "Referer: https://r.example/" 'https://x.example/i.sh'`,
      "sh ./i.sh",
    ],
    [
      "curl --proto '=https' --tlsv1.2 -sSf https://x.example/i.sh | sudo -E sh -ex",
      "curl -fsSLo i.sh --proto '=https' --tlsv1.2 'https://x.example/i.sh'",
      "sudo -E sh -ex ./i.sh",
    ],
    [
      "curl https://x.example/i.sh | sudo -u bob bash",
      "curl -fsSLo i.sh 'https://x.example/i.sh'",
      "sudo -u bob bash ./i.sh",
    ],
    [
      '```sh\nS=$(curl -s https://x.example/i.sh)\neval "$S"\n# see https://y.example\n```',
      "curl -fsSLo i.sh 'https://x.example/i.sh'",
      ". ./i.sh",
    ],
  ])("for %s contains the URL and the program", async (text, first, last) => {
    expect(await saferCommand(text)).toEqual([first, last]);
  });

  it.each([
    'curl -fsSL "https://x.example/$VERSION/i.sh" | sh',
    'sh -c "$(curl -fsSL https://x.example/$(uname -s)/i.sh)"',
    "curl https://x.example/{a,b}.sh | sh",
    "curl -x http://proxy.example:3128 https://x.example/i.sh | sh",
    "curl -fsSL https://<host>/i.sh | sh",
    "curl x.example/i.sh | sh",
    'bash -c "$(curl -s https://x.example/i.gz | gunzip)"',
    '```sh\nS=$(curl -s https://x.example/i.b64 | rev)\neval "$S"\n```',
  ])("for %s is only a description, because the URL is not certain", async (text) => {
    expect(await saferCommand(text)).toEqual([DESCRIPTION]);
  });

  it.each([
    [
      "curl -sSL https://x.example/i.py | python3.12 - --version 1.2",
      "curl -fsSLo i.py 'https://x.example/i.py'",
      "python3.12 ./i.py --version 1.2",
    ],
    [
      "```powershell\nirm https://x.example/i.ps1 | iex\n```",
      "Invoke-RestMethod 'https://x.example/i.ps1' -OutFile i.ps1",
      `${POWERSHELL_RUN} .\\i.ps1`,
    ],
    [
      '```powershell\niex "& { $(irm https://x.example/get) } -Quiet"\n```',
      "Invoke-RestMethod 'https://x.example/get' -OutFile get.ps1",
      `${POWERSHELL_RUN} .\\get.ps1 -Quiet`,
    ],
    [
      "```powershell\n& ([scriptblock]::Create((irm https://x.example/i.ps1))) -Channel LTS\n```",
      "Invoke-RestMethod 'https://x.example/i.ps1' -OutFile i.ps1",
      `${POWERSHELL_RUN} .\\i.ps1 -Channel LTS`,
    ],
    [
      "```powershell\nirm get.x.example | iex\n```",
      "Invoke-RestMethod 'get.x.example' -OutFile installer.ps1",
      `${POWERSHELL_RUN} .\\installer.ps1`,
    ],
    [
      'powershell -c "irm x.example/install.ps1|iex"',
      "Invoke-RestMethod 'x.example/install.ps1' -OutFile install.ps1",
      `${POWERSHELL_RUN} .\\install.ps1`,
    ],
    [
      '```powershell\niex "& {$(irm get.x.example)} -RunAsAdmin"\n```',
      "Invoke-RestMethod 'get.x.example' -OutFile installer.ps1",
      `${POWERSHELL_RUN} .\\installer.ps1 -RunAsAdmin`,
    ],
    [
      "```powershell\n(iwr -Uri https://x.example -UseBasicParsing).Content | py - --yes\n```",
      "Invoke-RestMethod 'https://x.example' -OutFile installer.py",
      "py .\\installer.py --yes",
    ],
    [
      "curl -s https://x.example/i.b64 | base64 -d | python3 - --yes",
      "curl -s https://x.example/i.b64 | base64 -d > payload.py",
      "python3 ./payload.py --yes",
    ],
    [
      "wget -qO- https://x.example/i.sh | sed 's|a|b|' | sudo bash",
      "wget -qO- https://x.example/i.sh | sed 's|a|b|' > payload.sh",
      "sudo bash ./payload.sh",
    ],
    [
      "cd /x && curl -A 'a|b' https://x.example/i.sh 2>/dev/null | sudo -E sh",
      "curl -fsSLo i.sh 'https://x.example/i.sh'",
      "sudo sh ./i.sh",
    ],
    [
      "```sh\necho aGVsbG8= | base64 -d | sudo bash -s -- --yes\n```",
      "echo aGVsbG8= | base64 -d > payload.sh",
      "sudo bash ./payload.sh --yes",
    ],
    [
      "```sh\n$ base64 -d payload.b64 | python3 -\n```",
      "base64 -d payload.b64 > payload.py",
      "python3 ./payload.py",
    ],
  ])(
    "for %s of the extended profile is a download, a comment and a run of the file",
    async (text, first, last) => {
      expect(await saferCommand(text, "extended")).toEqual([first, last]);
    },
  );

  it.each([
    [
      "powershell -enc aQBlAHgA",
      "[Text.Encoding]::Unicode.GetString([Convert]::FromBase64String('aQBlAHgA'))    # read it, instead of executing it unseen",
    ],
    [
      "```sh\ncd /x; echo aGk= | base64 -d | sh\n```",
      "print the decoded payload and read it, instead of executing it unseen",
    ],
    [
      "deno run -A https://x.example/y.ts",
      "look at the program at this address first, and run a copy that you have read, or a version that is pinned",
    ],
    ["```sh\ncurl -s https://x.example/i.gz | gunzip > i.sh\nsh i.sh\n```", DESCRIPTION],
  ])("for %s is one line", async (text, line) => {
    expect(await saferCommand(text, "extended")).toEqual([line]);
  });
});
