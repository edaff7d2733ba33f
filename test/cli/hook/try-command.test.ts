import { describe, expect, it } from "vitest";
import { tryCommand } from "../../../src/cli/hook/try-command.js";

const place = { cwd: process.cwd(), env: { PATH: process.env["PATH"] ?? "" } };
/** An input that is larger than a pipe's buffer, so that writing it fails if the program ends without reading it. */
const LONG = "x".repeat(4_000_000);

describe("tryCommand", () => {
  it.each([
    ["that reads its input", "cat > /dev/null; echo yes", LONG, "yes\n", null],
    ["that ends before it reads", "echo yes", LONG, "yes\n", null],
    [
      "that fails before it reads",
      "echo broken >&2; exit 1",
      LONG,
      "",
      "ends with status 1, so the agent runs the command: broken",
    ],
    [
      "that is missing",
      "/nonexistent/curlew",
      LONG,
      "",
      "the program is missing: /nonexistent/curlew",
    ],
    [
      "that blocks",
      "echo missing >&2; exit 2",
      "",
      "",
      "ends with status 2, so the agent blocks every command: missing",
    ],
    ["that is killed", "kill -9 $$", "", "", "was ended by SIGKILL: kill -9 $$"],
  ])("returns the result of a program %s", (_name, command, input, output, failure) => {
    expect(tryCommand(command, input, place)).toMatchObject({ output, failure });
  });

  it("kills a program that hangs", () => {
    expect(tryCommand("exec sleep 60", "", place, [0], 200)).toMatchObject({
      output: "",
      failure: "does not end within 0.2 seconds: exec sleep 60",
    });
  });

  it("reports why a program cannot start", () => {
    const { output, failure } = tryCommand("true", "", { ...place, cwd: "/nonexistent" });
    expect([output, failure]).toEqual(["", expect.stringMatching(/^cannot be started: .*ENOENT/)]);
  });
});
