/**
 * Scores data sets that others labelled: `npm run benchmark -- FOLDER…`. Each folder is a clone of a data set at the commit that
 * docs/accuracy.md lists. Writes the tables of docs/accuracy.md and the short table of README.md; the same inputs give the same
 * tables. The tables of data sets without a clone are kept. `--peers` also installs other analyzers into a temporary folder, runs
 * them on the same cases and writes their table; if they cannot be installed, or without the option, that table is kept.
 * `--print` writes nothing.
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
/** The number of processes of other analyzers that run at the same time. */
const MAX_PROCESSES = 2;

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

/** Returns the folder in which the commit of the data set is checked out, or null if there is none. */
function cloneOf({ commit }: DataSet): string | null {
  return folders.find((folder) => git(folder, "rev-parse", "HEAD") === commit) ?? null;
}

const detector = await createNodeDetector({ profile: "extended" });

/** Returns the pointers of the skills in whose folders `curlew skill` flags a unit. */
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

/** Returns the results of another analyzer for the cases that it accepts, in the order of the cases. */
async function judgeBy(
  peer: Peer,
  folder: string,
  cases: readonly LabelledCase[],
): Promise<Judged[]> {
  const accepted = cases.filter((each) => peer.accepts(each));
  const judged: Judged[] = [];
  for (let at = 0; at < accepted.length; at += MAX_PROCESSES)
    judged.push(
      ...(await Promise.all(
        accepted.slice(at, at + MAX_PROCESSES).map(async (each) => ({
          case: each,
          isFound: await peer.isFlagged(folder, each),
        })),
      )),
    );
  return judged;
}

/** Returns the other analyzers, or null if they are not requested or, after a message, if they cannot be installed. */
function requestedPeers(): ReturnType<typeof installPeers> | null {
  if (!args.includes("--peers")) return null;
  try {
    return installPeers();
  } catch (error) {
    console.error(
      `${error instanceof Error ? error.message : String(error)}; the table of other tools is kept`,
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
let peerTable = PEERS_HEAD;
const requested = requestedPeers();
try {
  for (const set of DATA_SETS) {
    const folder = cloneOf(set);
    if (folder === null) {
      console.error(`${set.name}: no folder is at commit ${set.commit}; its tables are kept`);
      summary += kept.summary.rows(set.name);
      peerTable += kept.peers.rows(set.name);
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
    for (const peer of requested?.peers ?? []) {
      if (!cases.some((each) => peer.accepts(each))) continue;
      const line = peerRow(set.name, peer.name, await judgeBy(peer, folder, cases));
      process.stdout.write(line);
      peerTable += line;
    }
  }
} finally {
  requested?.outside.remove();
}

function write(page: string, table: string, marks: readonly [string, string]): void {
  const written = withTable(readFileSync(page, "utf8"), table, ...marks);
  if (written === null) throw new Error(`${page} has no markers for the benchmark`);
  writeFileSync(page, written);
}

if (!args.includes("--print")) {
  write("README.md", summary, MARKS);
  write("docs/accuracy.md", sections, MARKS);
  if (requested !== null) write("docs/accuracy.md", peerTable, PEER_MARKS);
}
