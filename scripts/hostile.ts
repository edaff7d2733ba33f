/**
 * Measures costly programs: `npm run lab -- hostile [NAME]`. Each family is doubled until its programs have 64 KB, in a separate
 * process. Prints processor time and peak memory for each size. Exit status 1 if a program takes more than 10 s or 600 MB, ends
 * its process, loses the finding at its end, exceeds a deadline of 500 ms by more than half, or takes time that grows faster than
 * n·log n with its length.
 */
import { spawnSync } from "node:child_process";
import { costlyFamilies, type CostlyFamily } from "../bench/costly/programs.js";
import { library } from "../bench/library.js";

const LONGEST = 65_536;
const MOST = { milliseconds: 10_000, megabytes: 600 };
/** The deadline of a detection in milliseconds, and the time that it may take. */
const DEADLINE = { given: 500, most: 750 };
/** Shorter times do not show how they grow; on a busy machine one may take three times as long as another. */
const TELLING = { milliseconds: 1000, slack: 3 };

const CHILD = `
import { readFileSync, existsSync } from "node:fs";
import { createNodeDetector } from ${JSON.stringify(library)};
const [profile, found] = process.argv.slice(1);
const detector = await createNodeDetector({ profile });
const text = readFileSync(0, "utf8");
// on a busy machine the process waits for its turn: that does not count
const measured = (work) => {
  const start = performance.now();
  const cpu = process.cpuUsage();
  const result = work();
  const { user, system } = process.cpuUsage(cpu);
  return { result, milliseconds: Math.min(performance.now() - start, (user + system) / 1000) };
};
const { result, milliseconds } = measured(() => detector.detect(text));
const { findings, outcome } = result;
const status = existsSync("/proc/self/status") ? readFileSync("/proc/self/status", "utf8") : "";
const { milliseconds: inTime } = measured(() =>
  detector.detect(text, { deadlineMs: ${String(DEADLINE.given)} }),
);
const kilobytes = Number(/VmHWM:\\s*(\\d+)/.exec(status)?.[1] ?? process.resourceUsage().maxRSS);
const end = text.lastIndexOf(found);
const isFound = findings.some(({ span }) => span[1] > end);
console.log(JSON.stringify({ milliseconds, inTime, megabytes: kilobytes / 1024, isFound, outcome: outcome.status }));
`;

interface Measured {
  readonly milliseconds: number;
  /** Milliseconds with a deadline. */
  readonly inTime: number;
  readonly megabytes: number;
  readonly isFound: boolean;
  readonly outcome: string;
}

function measured({ profile, found }: CostlyFamily, text: string): Measured | null {
  const { stdout, status } = spawnSync(
    process.execPath,
    ["--max-old-space-size=600", "--input-type=module", "-e", CHILD, profile, found],
    {
      input: text,
      encoding: "utf8",
      timeout: 20 * MOST.milliseconds,
      stdio: ["pipe", "pipe", "ignore"],
    },
  );
  return status === 0 ? (JSON.parse(stdout) as Measured) : null;
}

/** Returns what is wrong with a measurement; null if nothing is. */
function fault(
  length: number,
  now: Measured,
  before: { length: number; milliseconds: number },
): string | null {
  if (!now.isFound) return "the finding at its end is lost";
  if (now.milliseconds > MOST.milliseconds) return "takes too long";
  if (now.megabytes > MOST.megabytes) return "takes too much memory";
  if (now.inTime > DEADLINE.most) return "exceeds its deadline";
  const grown = (length * Math.log(length)) / (before.length * Math.log(before.length));
  const isTelling = before.milliseconds > TELLING.milliseconds;
  return isTelling && now.milliseconds > TELLING.slack * grown * before.milliseconds
    ? "grows faster than n·log n"
    : null;
}

function measure(family: CostlyFamily): number {
  let faults = 0;
  let before = { length: 2, milliseconds: 0 };
  for (let size = 8; ; size *= 2) {
    const text = family.program(size);
    if (text.length > LONGEST || text.length === before.length) return faults;
    const now = measured(family, text);
    const wrong = now === null ? "ended its process" : fault(text.length, now, before);
    if (wrong !== null) faults++;
    console.log(
      `${family.name}, ${String(size)}: ${String(text.length)} characters, ` +
        (now === null
          ? ""
          : `${now.milliseconds.toFixed(0)} ms, with a deadline ${now.inTime.toFixed(0)} ms, ${now.megabytes.toFixed(0)} MB, ${now.outcome}`) +
        (wrong === null ? "" : `  <- ${wrong}`),
    );
    if (now === null) return faults;
    before = { length: text.length, milliseconds: now.milliseconds };
  }
}

const [filter = ""] = process.argv.slice(2);
const families = costlyFamilies.filter(({ name }) => name.includes(filter));
const faults = families.reduce((sum, family) => sum + measure(family), 0);
console.log(`${String(families.length)} families, ${String(faults)} faults`);
process.exitCode = faults > 0 || families.length === 0 ? 1 : 0;
