import { readdirSync, readFileSync } from "node:fs";
import { basename, dirname, join, relative } from "node:path";
import { parse } from "yaml";
import type { DataSet, LabelledCase } from "./data-set.js";

function lines(path: string): string[] {
  return readFileSync(path, "utf8")
    .split("\n")
    .filter((line) => line.trim() !== "");
}

/** 100 malicious and 100 benign skills of a public registry. */
const malSkills: DataSet = {
  name: "MalSkills",
  repository: "https://github.com/security-pride/MalSkills",
  commit: "46d60f09cef00fd3a9c01272be63dbd273ab4444",
  licence: "Apache-2.0; the skills belong to their authors",
  rule:
    "A skill that the authors call malicious is positive; " +
    "it counts as found if `curlew skill` flags a unit in its folder.",
  heldOut: 60,
  read: (folder) => {
    const [head = "", ...rows] = lines(join(folder, "data/ground_truth/ground_truth_final.csv"));
    const columns = head.trim().split(",");
    return rows
      .map((row): LabelledCase => {
        const cells = row.split(",");
        const cell = (name: string): string => cells[columns.indexOf(name)]?.trim() ?? "";
        return {
          pointer: cell("Ground_truth_path"),
          group: cell("Skill_name").split("/", 1)[0] ?? "",
          isPositive: cell("Label") === "malicious",
        };
      })
      .sort((a, b) => (a.pointer < b.pointer ? -1 : 1));
  },
};

interface NahCase {
  readonly id: string;
  readonly command: string;
  readonly expected: { readonly verdict: string; readonly guard?: string };
}

/** Commands with the verdicts of a guard for coding agents. */
const nah: DataSet = {
  name: "nah, execution flows",
  repository: "https://github.com/manuelschipper/nah",
  commit: "04ef756b34f5aeb745ac301c23799936f9f62569",
  licence: "MIT",
  rule: "A command that nah's guard `exec-remote` or `exec-decoded` blocks is positive.",
  read: (folder) =>
    lines(join(folder, "corpus/execution-flows.jsonl"))
      .map((line) => JSON.parse(line) as NahCase)
      .map(({ id, command, expected: { verdict, guard = "" } }) => ({
        pointer: `corpus/execution-flows.jsonl#${id}`,
        group: guard === "" ? verdict : guard,
        isPositive: verdict === "block" && ["exec-remote", "exec-decoded"].includes(guard),
        text: command,
        format: "bash",
      })),
};

interface LolbasFile {
  readonly Name: string;
  readonly Commands?: readonly {
    readonly Command?: string;
    readonly Tags?: readonly (string | Readonly<Record<string, string>>)[];
  }[];
}

/** Windows programs that can run remote code, with the commands for it. */
const lolbas: DataSet = {
  name: "LOLBAS, Execute: Remote",
  repository: "https://github.com/LOLBAS-Project/LOLBAS",
  commit: "3403b338875b8a99a0cd7ba4ced5086e8d310bf7",
  licence: "GPL-3.0",
  rule: "A command with the tag `Execute: Remote` is positive; the others are not read.",
  read: (folder) =>
    filesBelow(join(folder, "yml"), /\.ya?ml$/).flatMap((path): LabelledCase[] => {
      const { Commands = [], Name } = parse(readFileSync(path, "utf8")) as LolbasFile;
      return Commands.flatMap(({ Command = "", Tags = [] }, at) =>
        Tags.some((tag) => typeof tag === "object" && tag["Execute"] === "Remote")
          ? [
              {
                pointer: `${relative(folder, path)}#${String(at)}`,
                group: Name,
                isPositive: true,
                text: Command,
                format: "bat",
              },
            ]
          : [],
      );
    }),
};

/** Functions of GTFOBins that open a shell to or from another machine; their commands are not read. */
const REMOTE = new Set(["reverse-shell", "bind-shell", "non-interactive-reverse-shell"]);

interface GtfoFile {
  readonly functions?: Readonly<Record<string, readonly { readonly code?: string }[]>>;
}

/** Ordinary Unix programs with commands that misuse them. */
const gtfobins: DataSet = {
  name: "GTFOBins",
  repository: "https://github.com/GTFOBins/GTFOBins.github.io",
  commit: "7382261ef936e35896ba70e7a6b833352ffb9a22",
  licence: "GPL-3.0",
  rule: "No command is positive: none fetches code and runs it. Reverse and bind shells are left out.",
  read: (folder) =>
    filesBelow(join(folder, "_gtfobins"), /^[^.]/).flatMap((path): LabelledCase[] => {
      const [, written = ""] = readFileSync(path, "utf8").split(/^(?:---|\.\.\.)$/m);
      const { functions = {} } = (parse(written) as GtfoFile | null) ?? {};
      return Object.entries(functions)
        .filter(([name]) => !REMOTE.has(name))
        .flatMap(([name, examples]) =>
          [examples].flat().flatMap(({ code = "" }, at) =>
            code === ""
              ? []
              : [
                  {
                    pointer: `${relative(folder, path)}#${name}-${String(at)}`,
                    group: name,
                    isPositive: false,
                    text: code,
                    format: "bash",
                  },
                ],
          ),
        );
    }),
};

interface ExpectedSkill {
  readonly expected_safe: boolean;
}

/** The skills that another scanner uses as test cases. */
const skillScanner: DataSet = {
  name: "skill-scanner, evals",
  repository: "https://github.com/cisco-ai-defense/skill-scanner",
  commit: "48f59347a54b93606dd1e31c41989ebfd0fcc84d",
  licence: "Apache-2.0",
  rule:
    "A skill with `expected_safe: false` is positive, whatever is wrong with it: " +
    "most steal data, which is not what curlew looks for.",
  read: (folder) =>
    filesBelow(join(folder, "evals/skills"), /^_expected\.json$/).map((path) => {
      const { expected_safe: isSafe } = JSON.parse(readFileSync(path, "utf8")) as ExpectedSkill;
      const pointer = relative(folder, dirname(path));
      return { pointer, group: pointer.split("/")[2] ?? "", isPositive: !isSafe };
    }),
};

interface ClickFixFile {
  readonly malicious?: readonly string[];
  readonly benign?: readonly string[];
}

/** Clipboard commands that the patterns of a library must match (malicious) or must not match (benign). */
const clickFix: DataSet = {
  name: "clickfix-patterns",
  repository: "https://github.com/don-san-sec/clickfix-patterns",
  commit: "d4c107f3b9f2f64bae7d72521329139d1cf4a075",
  licence: "MIT",
  rule:
    "An entry of `malicious` is positive and an entry of `benign` negative; each is read as a fence without a tag. Many " +
    "positive entries only download a file, start a local one or hide a window, which is not what curlew looks for.",
  read: (folder) =>
    filesBelow(join(folder, "patterns"), /\.ya?ml$/).flatMap((path): LabelledCase[] => {
      const entries = parse(readFileSync(path, "utf8")) as ClickFixFile;
      return (["malicious", "benign"] as const).flatMap((label) =>
        (entries[label] ?? []).map((command, at) => ({
          pointer: `${relative(folder, path)}#${label}-${String(at)}`,
          group: basename(path).replace(/\.ya?ml$/, ""),
          isPositive: label === "malicious",
          command,
          text: `\`\`\`\n${command}\n\`\`\`\n`,
          format: "markdown",
        })),
      );
    }),
};

/** PowerShell scripts from public repositories that a study of malicious scripts used as harmless examples. */
const mpsd: DataSet = {
  name: "mpsd, benign scripts",
  repository: "https://github.com/das-lab/mpsd",
  commit: "37cf29c461f5dfe0384e8e1256d15b8912e7405e",
  licence: "none stated; the scripts belong to their authors",
  rule:
    "Every script of `powershell_benign_dataset` is negative. Some install software as its authors recommend, and some " +
    "are part of attack frameworks; both kinds do fetch code and run it.",
  read: (folder) =>
    filesBelow(join(folder, "powershell_benign_dataset"), /\.ps1$/).map((path) => ({
      pointer: relative(folder, path),
      group: "scripts",
      isPositive: false,
      text: decoded(readFileSync(path)),
      format: "powershell",
    })),
};

/** Returns the text of a file in UTF-8 or, with a byte order mark, in UTF-16. */
function decoded(bytes: Buffer): string {
  const [first, second] = bytes;
  const encoding = first === 0xff && second === 0xfe ? "utf-16le" : "utf-8";
  return new TextDecoder(encoding).decode(bytes);
}

function filesBelow(folder: string, name: RegExp): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && name.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
}

export const DATA_SETS: readonly DataSet[] = [
  malSkills,
  nah,
  clickFix,
  lolbas,
  mpsd,
  gtfobins,
  skillScanner,
];
