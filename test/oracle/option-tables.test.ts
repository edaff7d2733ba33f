import { describe, expect, it } from "vitest";
import { layoutNamed, type Layout } from "../../src/core/shell/command-layout.js";
import type { Arities, Arity } from "../../src/core/shell/options.js";
import { helpOf, run, runEach } from "./run-tool.js";

const tableOf = (name: string): Arities => layoutNamed(name).arities;
/** Returns the options table of a command, or of its subcommand if one is given. */
function prefixTable(name: string, ...commands: string[]): Arities {
  let layout: Layout | null | undefined = layoutNamed(name);
  for (const command of commands) layout = layout?.inner(command);
  return layout?.arities ?? expect.fail(`no row ${[name, ...commands].join(" ")}`);
}

const [bash, python, node] = [tableOf("bash"), tableOf("python"), tableOf("node")];
const [curl, wget] = [tableOf("curl"), tableOf("wget")];

/** An option as a help text shows it. */
interface Shown {
  readonly short: string | undefined;
  readonly long: string | undefined;
  readonly arity: Arity;
}

/** Yields the options in rows such as ` -o, --output <file>  text`, `  --opt=VALUE`, `  --opt[=VALUE]`, `-n, --namespace='':`. */
function* rowsOf(help: string): Generator<Shown> {
  for (const line of help.split("\n")) {
    const row = /^ {1,8}(?:-(\S)(?:,? +| *$))?(?:--([A-Za-z0-9][\w.-]*))?(\[=|=| ?<| \[)?/.exec(
      line,
    );
    if (!row || (row[1] === undefined && row[2] === undefined)) continue;
    yield {
      short: row[1],
      long: row[2],
      arity: row[3] === undefined ? "flag" : row[3] === "[=" ? "optional" : "value",
    };
  }
}

/** Returns the differences between a table and a help text as sentences. */
function differences(
  table: Arities,
  help: string,
  read: (help: string) => Iterable<Shown> = rowsOf,
): string[] {
  const found: string[] = [];
  for (const { short, long, arity } of read(help)) {
    for (const [name, map] of [
      [short, table.short],
      [long, table.long],
    ] as const) {
      if (name === undefined || (map.get(name) ?? "flag") === arity) continue;
      found.push(`${name}: table says ${map.get(name)}, help says ${arity}`);
    }
  }
  return found;
}

const curlHelp = helpOf("curl", "--help", "all");
/** All rows except that of `--help`, whose value is optional although the help shows it like a required one. */
const curlRows = [...rowsOf(curlHelp)].filter((row) => row.long !== "help");

describe("the table of curl's options", () => {
  it("contains every option of curl's help, with the same arity", () => {
    expect(differences(curl, curlHelp, () => curlRows)).toEqual([]);
    const unknown = curlRows.filter((row) => row.long !== undefined && !curl.long.has(row.long));
    expect(unknown).toEqual([]);
    expect(curlRows.filter((row) => row.short !== undefined && !curl.short.has(row.short))).toEqual(
      [],
    );
  });

  it("gives a value to exactly the options for which the program requires one", () => {
    const names = curlRows.map(({ long = "" }) => long);
    const results = runEach(
      "curl",
      names.map((long) => ["-q", `--${long}`]),
    );
    const wrong = names.filter((long, at) => {
      const asks = /requires parameter/.test(results?.[at]?.output ?? "");
      return asks !== (curl.long.get(long) === "value");
    });
    expect(wrong).toEqual([]);
  });

  it("gives a value to exactly the short options for which the program requires one", () => {
    const results = runEach(
      "curl",
      [...curl.short.keys()].map((letter) => [`-${letter}`]),
    );
    const wrong = [...curl.short].flatMap(([letter, arity], at) => {
      const result = results?.[at];
      if (!result || /is unknown/.test(result.output)) return [];
      return /requires parameter/.test(result.output) === (arity === "value") ? [] : [letter];
    });
    expect(wrong).toEqual([]);
  });
});

describe("the table of wget's options", () => {
  it("gives a value to exactly the options for which the program requires one", () => {
    const options = [
      ...[...wget.long].map(([name, arity]) => [`--${name}`, arity] as const),
      ...[...wget.short].map(([name, arity]) => [`-${name}`, arity] as const),
    ];
    const results = runEach(
      "wget",
      options.map(([option]) => [option]),
    );
    const wrong = options.filter(([, arity], at) => {
      const output = results?.[at]?.output;
      // this version does not have the option, or the program is not installed
      if (output === undefined || /unrecognized option|invalid option/.test(output)) return false;
      return /requires an argument/.test(output) !== (arity === "value");
    });
    expect(wrong).toEqual([]);
  });

  it("contains every option of wget's help", () => {
    const shown = [...rowsOf(helpOf("wget", "--help").replace(/^( +)-(n\w), /gm, "$1    "))];
    expect(shown.filter(({ long }) => long !== undefined && !wget.long.has(long))).toEqual([]);
    expect(
      shown.filter(({ short }) => short !== undefined && short !== "n" && !wget.short.has(short)),
    ).toEqual([]);
  });
});

describe("the options table of", () => {
  it("python3 has the values that the program requires", () => {
    const asks = [...python.short].filter(([letter, arity]) => {
      const result = run("python3", [`-${letter}`]);
      if (!result || /Unknown option/.test(result.output)) return false;
      return /Argument expected/.test(result.output) !== (arity === "value");
    });
    expect(asks).toEqual([]);
  });

  it.each([
    ["fish", /requires an argument/, /unrecognized option|invalid option/],
    ["ruby", /missing argument|Can't chdir/, /invalid (?:option|switch)/],
  ])("%s has the long and short values that the program requires", (name, requires, unknown) => {
    // `ruby -I` and `ruby -r` accept an empty value
    const isLax = (option: string): boolean => name === "ruby" && /^-[IreF]$/.test(option);
    const { long, short } = tableOf(name);
    const options = [
      ...[...long].map(([option, arity]) => [`--${option}`, arity] as const),
      ...[...short].map(([option, arity]) => [`-${option}`, arity] as const),
    ].filter(([option]) => !isLax(option));
    const results = runEach(
      name,
      options.map(([option]) => [option]),
    );
    const wrong = options.filter(([, arity], at) => {
      const output = results?.[at]?.output;
      if (output === undefined || unknown.test(output)) return false;
      return requires.test(output) !== (arity === "value");
    });
    expect(wrong).toEqual([]);
  });

  it("node has the values that its help shows", () => {
    const help = helpOf("node", "--help").replace(/^ {2}--\w[\w-]*, /gm, "  ");
    const rows = [...help.matchAll(/^ {2}(?:-(\w), )?--([\w-]+)(=|\[)?/gm)].filter(
      (row) => row[2] !== "debug-port",
    );
    const wrong = rows.filter(([, , name = "", mark]) => {
      const arity = node.long.get(name) ?? "flag";
      return (
        arity !==
        (mark === "=" ? "value" : mark === "[" ? "optional" : name === "print" ? "loose" : "flag")
      );
    });
    expect(wrong.map((row) => row[0])).toEqual([]);
  });

  it("bash has the separate values that the program requires", () => {
    const wrong = [...bash.short].flatMap(([letter, arity]) => {
      const result = run("bash", [`-${letter}`, "curlew-no-such-option", "-c", "echo ran"]);
      if (!result || /usage|^bash: -.: invalid option/im.test(result.output)) return [];
      return /curlew-no-such-option: invalid/.test(result.output) === (arity === "separate")
        ? []
        : [letter];
    });
    expect(wrong).toEqual([]);
  });
});

describe("the options table of the wrapper or launcher", () => {
  const compared: [name: string, help: string, ...path: string[]][] = [
    ...[
      "env",
      "nice",
      "ionice",
      "stdbuf",
      "setsid",
      "timeout",
      "chroot",
      "unshare",
      "nsenter",
      "flock",
      "systemd-run",
      "xargs",
      "su",
    ].map((name): [string, string] => [name, helpOf(name, "--help")]),
  ];

  it.each(compared)("%s has the arities of its help", (name, help) => {
    // Rewrites rows with several spellings, or with an argument in the description, in the form that `rowsOf` reads.
    const text = help
      .replace(/^( *)-, /gm, "$1")
      .replace(/^( *)-m, -p, /gm, "$1-p, ")
      .replace(/^( *-W)\. /gm, "$1, ")
      .replace(/^( +-\w) (--)/gm, "$1, $2");
    const known = KNOWN[name] ?? [];
    expect(
      differences(prefixTable(name), text).filter(
        (line) => !known.some((start) => line.startsWith(start)),
      ),
    ).toEqual([]);
  });

  it.each([
    ["docker", []],
    ["docker", ["run"]],
    ["docker", ["exec"]],
  ])("%s %j has the arities of its help", (name, path) => {
    const help = helpOf(name, ...path, "--help").replace(
      /^( +(?:-\w, )?--[\w-]+) [a-z][\w-]*( {2,}|$)/gm,
      "$1=VALUE$2",
    );
    expect(differences(prefixTable(name, ...path), help)).toEqual([]);
  });

  it.each([
    [["exec"], helpOf("kubectl", "exec", "--help")],
    [[], helpOf("kubectl", "options")],
    [["exec"], helpOf("kubectl", "options")],
  ])("kubectl %j has the arities of its help", (path, help) => {
    const text = help.replace(/^( +(?:-\w, )?--[\w-]+)=(?:false|true):/gm, "$1");
    expect(differences(prefixTable("kubectl", ...path), text)).toEqual([]);
  });

  it("ssh has the short options of its usage line", () => {
    const usage = helpOf("ssh");
    const flags = /\[-(\w+)\]/.exec(usage)?.[1] ?? "";
    const values = [...usage.matchAll(/\[-(\w) [^\]]/g)].map((match) => match[1] ?? "");
    const { short } = prefixTable("ssh");
    expect([...flags].filter((letter) => short.get(letter) !== "flag")).toEqual([]);
    expect(values.filter((letter) => short.get(letter) !== "value")).toEqual([]);
  });
});

/** The beginnings of differences that are expected, because a help text is incomplete or unusual. */
const KNOWN: Readonly<Record<string, readonly string[]>> = {
  unshare: ["m:", "u:", "i:", "n:", "p:", "U:", "C:", "T:", "propagation:", "setgroups:"], // only the long options have an optional file
  xargs: ["E:", "I:", "max-lines:"], // `-E END`, `-I R`; getopt takes --max-lines without a number
  ionice: ["p:", "pid:", "P:", "pgid:", "u:", "uid:"], // ionice runs nothing with these options
};
