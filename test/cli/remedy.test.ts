import { describe, expect, it } from "vitest";
import { remedy } from "../../src/cli/report/remedy.js";
import { sharedDetector } from "../support/marked.js";

/** The first and the last line of the safer way for a text's first finding. */
async function saferWay(text: string): Promise<string[]> {
  const [finding] = (await sharedDetector()).detect(text).findings;
  const lines = remedy(finding!, text);
  return lines.length > 1 ? [lines[0]!, lines.at(-1)!] : lines;
}

const IN_WORDS = "download to a file, read it, compare its checksum with the publisher's, then run the file";

describe("a safer way", () => {
  it.each([
    ["curl -fsSL https://x.example/i.sh | sh", "curl -fsSLo i.sh 'https://x.example/i.sh'", "sh ./i.sh"],
    ["wget -qO- https://x.example/ | sudo bash", "wget -O installer 'https://x.example/'", "sudo bash ./installer"],
    ["curl 'https://x.example/i.sh?a=1&b=2' | bash -s -- --yes", "curl -fsSLo i.sh 'https://x.example/i.sh?a=1&b=2'", "bash ./i.sh"],
    ['bash -c "$(curl -fsSL https://x.example/i.sh)"', "curl -fsSLo i.sh 'https://x.example/i.sh'", "bash ./i.sh"],
    ["source <(curl -s https://x.example/env.sh)", "curl -fsSLo env.sh 'https://x.example/env.sh'", ". ./env.sh"],
    ['curl -H "Referer: https://r.example/" https://x.example/i.sh | sh', "curl -fsSLo i.sh 'https://x.example/i.sh'", "sh ./i.sh"],
    ["curl https://x.example/i.sh | sudo -u bob bash", "curl -fsSLo i.sh 'https://x.example/i.sh'", "sudo -u bob bash ./i.sh"],
    ['```sh\nS=$(curl -s https://x.example/i.sh)\neval "$S"\n# see https://y.example\n```', "curl -fsSLo i.sh 'https://x.example/i.sh'", ". ./i.sh"],
  ])("for %s names the address and the program", async (text, first, last) => {
    expect(await saferWay(text)).toEqual([first, last]);
  });

  it.each([
    'curl -fsSL "https://x.example/$VERSION/i.sh" | sh',
    'sh -c "$(curl -fsSL https://x.example/$(uname -s)/i.sh)"',
    "curl https://x.example/{a,b}.sh | sh",
    "curl -x http://proxy.example:3128 https://x.example/i.sh | sh",
    "curl -fsSL https://<host>/i.sh | sh",
    "curl x.example/i.sh | sh",
  ])("for %s names no address that may be the wrong one", async (text) => {
    expect(await saferWay(text)).toEqual([IN_WORDS]);
  });
});
