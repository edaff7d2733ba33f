/**
 * Scores data sets that others labelled: `npm run benchmark -- FOLDER…`, clones at the commits that docs/accuracy.md lists.
 * Writes the tables of docs/accuracy.md and the short one of README.md, which are the same on each run. Tables of a data set
 * without a given clone are kept. `--peers` installs other analyzers into a temporary folder, runs them on the same cases and
 * writes their table, too; if they cannot be installed, and without the option, that table is kept. `--print` writes nothing.
 */
import { execFileSync, spawnSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { createNodeDetector } from "../src/host/node.js";
import type { DataSet, LabelledCase } from "./benchmark/data-set.js";
import { DATA_SETS } from "./benchmark/data-sets.js";
import { KeptTables } from "./benchmark/kept-tables.js";
import { installPeers, type Peer } from "./benchmark/peers.js";
import {
  type Judged,
  PEERS_HEAD,
  peerRow,
  section,
  SUMMARY_HEAD,
  summaryRow,
} from "./benchmark/tables.js";
import { withTable } from "./marked-table.js";

const MARKS = ["<!-- benchmark: written by npm run benchmark -->", "<!-- /benchmark -->"] as const;
const PEER_MARKS = [
  "<!-- peers: written by npm run benchmark -- --peers -->",
  "<!-- /peers -->",
] as const;
/** The number of processes of other analyzers at a time. */
const AT_ONCE = 2;

const args = process.argv.slice(2);
const folders = args.filter((arg) => !arg.startsWith("--")).map((folder) => resolve(folder));
if (folders.length === 0) {
  console.error(
    "usage: npm run benchmark -- FOLDER…; docs/accuracy.md lists the commands that clone the data sets",
  );
  process.exit(2);
}

function git(folder: string, ...rest: string[]): string {
  return execFileSync("git", ["-C", folder, ...rest], { encoding: "utf8" }).trim();
}

/** Returns the clone of a data set among the folders: the one that is at its commit. */
function cloneOf({ commit }: DataSet): string | null {
  return folders.find((folder) => git(folder, "rev-parse", "HEAD") === commit) ?? null;
}

const detector = await createNodeDetector({ profile: "extended" });

/** Returns the folders of skills in which `curlew skill` flags a unit. */
function flaggedIn(folder: string, cases: readonly LabelledCase[]): ReadonlySet<string> {
  const { stdout, status, stderr } = spawnSync(
    process.execPath,
    [
      "--import",
      "tsx",
      "src/cli/main.ts",
      "skill",
      "--json",
      ...cases.map(({ pointer }) => join(folder, pointer)),
    ],
    {
      encoding: "utf8",
      maxBuffer: 1 << 28,
      env: { ...process.env, XDG_CONFIG_HOME: resolve("node_modules/.cache/no-configuration") },
    },
  );
  if (status === null || stdout === "") throw new Error(`curlew skill: ${stderr}`);
  const { units } = JSON.parse(stdout) as {
    units: readonly { readonly path: string; readonly verdict: string }[];
  };
  const flagged = units.filter(({ verdict }) => verdict === "flagged").map(({ path }) => path);
  return new Set(
    cases
      .map(({ pointer }) => pointer)
      .filter((pointer) => {
        const root = join(folder, pointer);
        return flagged.some((path) => path === root || path.startsWith(`${root}/`));
      }),
  );
}

function judge(folder: string, cases: readonly LabelledCase[]): Judged[] {
  const skills = cases.filter(({ text }) => text === undefined);
  const flagged = skills.length === 0 ? new Set<string>() : flaggedIn(folder, skills);
  return cases.map((each) => ({
    case: each,
    isFound:
      each.text === undefined
        ? flagged.has(each.pointer)
        : detector.detect(each.text, each.format === undefined ? {} : { format: each.format })
            .labels.length > 0,
  }));
}

/** Returns the results of another analyzer for the cases that it accepts, in their order. */
async function judgeBy(
  peer: Peer,
  folder: string,
  cases: readonly LabelledCase[],
): Promise<Judged[]> {
  const taken = cases.filter((each) => peer.takes(each));
  const judged: Judged[] = [];
  for (let at = 0; at < taken.length; at += AT_ONCE)
    judged.push(
      ...(await Promise.all(
        taken.slice(at, at + AT_ONCE).map(async (each) => ({
          case: each,
          isFound: await peer.isFlagged(folder, each),
        })),
      )),
    );
  return judged;
}

/** Returns the other analyzers; null, with a message, if they are not requested or cannot be installed. */
function peersIfAsked(): ReturnType<typeof installPeers> | null {
  if (!args.includes("--peers")) return null;
  try {
    return installPeers();
  } catch (error) {
    console.error(
      `${error instanceof Error ? error.message : String(error)}; the table of other tools stays`,
    );
    return null;
  }
}

const accuracy = readFileSync("docs/accuracy.md", "utf8");
const kept = {
  summary: new KeptTables(readFileSync("README.md", "utf8"), MARKS),
  sections: new KeptTables(accuracy, MARKS),
  peers: new KeptTables(accuracy, PEER_MARKS),
};
let summary = SUMMARY_HEAD;
let sections = "";
let beside = PEERS_HEAD;
const asked = peersIfAsked();
try {
  for (const set of DATA_SETS) {
    const folder = cloneOf(set);
    if (folder === null) {
      console.error(`${set.name}: no folder is at commit ${set.commit}; its tables stay`);
      summary += kept.summary.rows(set.name);
      beside += kept.peers.rows(set.name);
      const before = kept.sections.section(set.name);
      sections += `\n${before ?? `### ${set.name}\n\nNot read yet.\n`}`;
      continue;
    }
    const cases = set.read(folder);
    const judged = judge(folder, cases);
    const row = summaryRow(set.name, judged);
    process.stdout.write(row);
    summary += row;
    sections += `\n${section(set, judged)}`;
    for (const peer of asked?.peers ?? []) {
      if (!cases.some((each) => peer.takes(each))) continue;
      const line = peerRow(set.name, peer.name, await judgeBy(peer, folder, cases));
      process.stdout.write(line);
      beside += line;
    }
  }
} finally {
  asked?.outside.remove();
}

function write(page: string, table: string, marks: readonly [string, string]): void {
  const written = withTable(readFileSync(page, "utf8"), table, ...marks);
  if (written === null) throw new Error(`${page} has no marks for the benchmark`);
  writeFileSync(page, written);
}

if (!args.includes("--print")) {
  write("README.md", summary, MARKS);
  write("docs/accuracy.md", sections, MARKS);
  if (asked !== null) write("docs/accuracy.md", beside, PEER_MARKS);
}
