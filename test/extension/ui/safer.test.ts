import { describe, expect, it } from "vitest";
import { saferCommands } from "../../../src/extension/ui/safer.js";

function safer(text: string, executor?: string, rule = "bash/fetch-pipe"): string[] {
  const at = executor === undefined ? -1 : text.lastIndexOf(executor);
  const span: [number, number] = [100, 100 + text.length];
  const trace = at === -1 ? [] : [{ step: "execute", message: "", span: [100 + at, 100 + at + executor!.length] as [number, number] }];
  return saferCommands({ rule, text, span, trace });
}

describe("a safer way for this very command", () => {
  it.each([
    ["curl -sSL https://get.example.org/install.sh | bash", "bash", ["curl -fsSLo install.sh 'https://get.example.org/install.sh'", "less install.sh", "sha256sum install.sh", "bash ./install.sh"]],
    ["wget -qO- https://x.example | sudo sh", "sh", ["wget -O installer 'https://x.example'", "less installer", "sha256sum installer", "sudo sh ./installer"]],
    ["curl https://x.example/a.py | python3", "python3", ["curl -fsSLo a.py 'https://x.example/a.py'", "less a.py", "sha256sum a.py", "python3 ./a.py"]],
    ["source <(curl -s https://x.example/env)", "source", ["curl -fsSLo env 'https://x.example/env'", "less env", "sha256sum env", ". ./env"]],
    ["irm https://x.example/i.ps1 | iex", "iex", ["Invoke-WebRequest 'https://x.example/i.ps1' -OutFile i.ps1", "Get-Content i.ps1 | more", "Get-FileHash i.ps1", ".\\i.ps1"]],
  ])("%s", (text, executor, lines) => {
    expect(safer(text, executor)).toEqual(lines);
  });

  it("is told in words where the address is not certain", () => {
    for (const text of ["curl $URL | sh", "curl -x http://p.example https://x.example | sh", "curl https://x.example/$(id) | sh", "curl https://x.example/a';rm -rf ~' | sh"]) expect(safer(text, "sh")).toEqual([]);
    expect(safer("base64 -d <<< aGk= | sh", "sh", "bash/decode-pipe")).toEqual([]);
  });

  it("names a file that is no option and no path", () => {
    expect(safer("curl https://x.example/-rf | sh", "sh")[1]).toBe("less rf");
    expect(safer("curl https://x.example/%2e%2e%2fetc | sh", "sh")[1]).toBe("less 2e2e2fetc");
  });
});
