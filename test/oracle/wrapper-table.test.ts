import { describe, expect, it } from "vitest";
import { prefixOf, type Prefix } from "../../src/core/shell/prefixes.js";
import { prefixRoles } from "../support/prefix-roles.js";
import { run } from "./run-tool.js";

const roles = await prefixRoles();

/** Returns how the words of a command line are read with the package's queries. */
function read(name: string, words: readonly string[]): Prefix {
  const role = roles.get(name);
  if (role === undefined) throw new Error(`${name} is not a wrapper or launcher`);
  return prefixOf(role, words, 0);
}

/** Lines that the test runs with the real wrappers. Each runs at most a `printf`, whose output shows that it ran. */
const LINES = [
  "env printf ran",
  "env -i A=1 printf ran",
  "env - A=1 printf ran",
  "env -u A -C / printf ran",
  "env -uA --chdir=/ printf ran",
  "env A=1 -u B printf ran",
  "env -- A=1 printf ran",
  "env -0 printf ran",
  "nice -n 1 printf ran",
  "nice -n1 printf ran",
  "nice -1 printf ran",
  "nice --adjustment=1 printf ran",
  "nice --adjustment 1 printf ran",
  "nice --adj 1 printf ran",
  "ionice -c 3 printf ran",
  "ionice -c3 -t printf ran",
  "ionice --class idle printf ran",
  "stdbuf -o L -e0 printf ran",
  "stdbuf -oL printf ran",
  "stdbuf --output L printf ran",
  "setsid -w printf ran",
  "setsid --wait printf ran",
  "timeout 5 printf ran",
  "timeout -s KILL -k 5 5 printf ran",
  "timeout --signal=KILL --preserve-status 5 printf ran",
  "timeout -- 5 printf ran",
  "timeout 5",
  "nohup printf ran",
  "nohup -- printf ran",
  "flock /dev/null printf ran",
  "flock -w 5 -x /dev/null printf ran",
  "flock -E 3 --timeout 5 /dev/null printf ran",
  "xargs printf ran",
  "xargs -n 1 -P 1 printf ran",
  "xargs -n1 -d , printf ran",
  "xargs -i -l1 printf ran",
  "xargs --max-args 1 printf ran",
  "time printf ran",
];

describe("the table of wrappers and the real program agree whether a command is run by", () => {
  it.each(LINES)("%s", (line) => {
    const words = line.split(" ");
    const [name = "", ...args] = words;
    const prefix = read(name, words);
    const result = run(name, args, "input");
    const ran = result === null ? null : /^ran/m.test(result.output);
    const says = prefix.kind === "words" && words[prefix.next] === "printf";
    expect(ran ?? says, result?.output).toBe(says);
  });
});

describe("an option whose value contains a command:", () => {
  it("flock FILE -c CODE passes the code to a shell", () => {
    const words = ["flock", "-n", "/dev/null", "-c", "printf r; printf an"];
    expect(read("flock", words)).toMatchObject({ kind: "code", codeAt: 4 });
    expect(run("flock", words.slice(1))?.output ?? "ran").toBe("ran");
  });

  it("env -S splits its value and appends the other words", () => {
    const words = ["env", "-iS", "PATH=/bin:/usr/bin printf", "ran"];
    expect(read("env", words)).toMatchObject({ kind: "split", codeAt: 2, next: 3 });
    expect(run("env", words.slice(1))?.output ?? "ran").toBe("ran");
  });
});
