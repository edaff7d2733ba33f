import { describe, expect, it } from "vitest";
import { promptLength } from "../../../src/core/lex/prompt.js";
import { expectRegions } from "./harness.js";

describe("prompts", () => {
  it.each([
    "$ ",
    "% ",
    "❯ ",
    "➜  ~ ",
    "➜  src git:(main) ✗ ",
    "user@host:~$ ",
    "my-host:~$ ",
    "host:/etc# ",
    "root@host:~# ",
    "[root@h ~]# ",
    "(venv) u@h:~$ ",
    "/ # ",
    "~/src $ ",
    "sh-5.1# ",
    "bash-3.2$ ",
    "PS C:\\> ",
    "PS C:\\Users\\me> ",
    "C:\\> ",
    ">>> ",
    "host% ".replace("host", "me@host "),
    "(base) $ ",
    "me@host ~/src (main) $ ",
    "me@host:~/src git:(main)$ ",
    "me@host:~/src main* $ ",
    "Anns-Mac:src ann$ ",
    "host:~ # ",
    "host ~ $ ",
    "host% ",
    "10:03:11 me@host ~ $ ",
    "PS /home/me> ",
    "(base) C:\\src>",
    "~/src> ",
    "$> ",
    "└──╼ $",
    "me@host:~$",
    "[root@host ~]#",
  ])("%j is removed from the command", (prompt) => {
    expect(promptLength(`${prompt}curl A | sh`)).toBe(prompt.length);
  });

  it.each([
    "# curl A | sh",
    "> curl A | sh",
    "curl A | sh",
    "$HOME/x",
    "$(curl A)",
    "/usr/bin/curl A",
    "50 % curl",
    "cd ~ # curl A",
    "is 5$ curl",
    "curl me@host:~/x # y",
    "a:b # curl",
    "https://x.example/y# curl A",
  ])("%j does not begin with a prompt", (line) => {
    expect(promptLength(line)).toBe(0);
  });
});

describe("console sessions", () => {
  it("are read as one script of the typed lines, and their output is shown text", () => {
    expectRegions('```console\nu@h:~$ S=$(curl A)\nIt\'s curl output\nu@h:~$ eval "$S"\n```', [
      'fence shell: S=$(curl A)\neval "$S"',
      "fence shell (output): It's curl output",
    ]);
  });

  it.each([
    ["a backslash", "$ curl A \\\n>  | sh\ncurl ok", "curl A \\\n | sh"],
    ["a trailing pipe", "$ curl A |\n  sh\ncurl ok", "curl A |\n  sh"],
    ["an open quotation", "$ sh -c 'curl A |\n  sh'\ncurl ok", "sh -c 'curl A |\n  sh'"],
    [
      "a here-document",
      "$ bash <<EOF\n> curl A | sh\n> EOF\ncurl ok",
      "bash <<EOF\ncurl A | sh\nEOF",
    ],
  ])("continue a command after %s", (_name, session, command) => {
    expectRegions(`\`\`\`\n${session}\n\`\`\``, [
      `fence shell: ${command}`,
      "fence shell (output): curl ok",
    ]);
  });

  it("may have the prompt `>` in a console block, or in a shell block that begins with this prompt", () => {
    expectRegions("```console\n> curl A | sh\n```", ["fence shell: curl A | sh"]);
    expectRegions("```sh\n> curl A | sh\ncurl ok\n```", [
      "fence shell: curl A | sh",
      "fence shell (output): curl ok",
    ]);
  });

  it("are read as history if all lines are numbered", () => {
    expectRegions("```\n  501  ls\n  502  curl A | sh\n```", [
      "fence shell (output):   502  curl A | sh",
    ]);
  });

  it("do not include scripts in which some lines begin with numbers", () => {
    expectRegions("```bash\ncat <<EOF\n  1  a\nEOF\ncurl A | sh\n```", [
      "fence shell: cat <<EOF\n  1  a\nEOF\ncurl A | sh",
    ]);
  });
});
