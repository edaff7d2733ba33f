import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
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
  licence: "see LICENSE of the repository",
  rule: "A command that its guards `exec-remote` or `exec-decoded` block is positive.",
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

/** Programs of Windows that run what others send. */
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

/** Functions of GTFOBins that open a shell to or from another machine, which is another question. */
const REMOTE = new Set(["reverse-shell", "bind-shell", "non-interactive-reverse-shell"]);

interface GtfoFile {
  readonly functions?: Readonly<Record<string, readonly { readonly code?: string }[]>>;
}

/** Ordinary programs of Unix with commands that misuse them. */
const gtfobins: DataSet = {
  name: "GTFOBins",
  repository: "https://github.com/GTFOBins/GTFOBins.github.io",
  commit: "7382261ef936e35896ba70e7a6b833352ffb9a22",
  licence: "GPL-3.0",
  rule: "No command is positive: none fetches code and runs it. Remote and bind shells are left out.",
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

/** Skills with which another scanner tests itself. */
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

function filesBelow(folder: string, name: RegExp): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && name.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
}

export const DATA_SETS: readonly DataSet[] = [malSkills, nah, lolbas, gtfobins, skillScanner];
