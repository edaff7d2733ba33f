/**
 * Measures the analysis of costly programs: `npm run lab -- hostile [NAME]`. The programs of a family double in size up to 64 KB,
 * and each is analyzed in a separate process. Prints the time and the peak memory for each. The exit status is 1 if an analysis
 * takes more than 10 s or 600 MB, crashes, misses the finding at the end of the program, takes more than 750 ms with a deadline of
 * 500 ms, or if its time grows faster than n·log n with the length of the program.
 */
import { spawnSync } from "node:child_process";
import { costlyFamilies, type CostlyFamily } from "../bench/costly/programs.js";
import { library } from "../bench/library.js";

/** The maximum length of a program, in UTF-16 code units. */
const MAX_LENGTH = 65_536;
const MAX = { milliseconds: 10_000, megabytes: 600 };
/** The deadline of a detection, and the time that the detection may take, in milliseconds. */
const DEADLINE = { set: 500, max: 750 };
/** Growth is checked only above this time, and with this tolerance factor, because measured times vary on a busy machine. */
const GROWTH = { minMilliseconds: 1000, tolerance: 3 };

const CHILD = `
import { readFileSync, existsSync } from "node:fs";
import { createNodeDetector } from ${JSON.stringify(library)};
const [profile, found] = process.argv.slice(1);
const detector = await createNodeDetector({ profile });
const text = readFileSync(0, "utf8");
// The smaller of the two times is used, because elapsed time includes waiting on a busy machine.
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
const { milliseconds: withDeadline } = measured(() =>
  detector.detect(text, { deadlineMs: ${String(DEADLINE.set)} }),
);
const kilobytes = Number(/VmHWM:\\s*(\\d+)/.exec(status)?.[1] ?? process.resourceUsage().maxRSS);
const end = text.lastIndexOf(found);
const isFound = findings.some(({ span }) => span[1] > end);
console.log(JSON.stringify({ milliseconds, withDeadline, megabytes: kilobytes / 1024, isFound, outcome: outcome.status }));
`;

interface Measured {
  readonly milliseconds: number;
  /** Milliseconds of a detection with a deadline. */
  readonly withDeadline: number;
  readonly megabytes: number;
  readonly isFound: boolean;
  readonly outcome: string;
}

/** Analyzes a program in a separate process; returns null if the process does not end with status 0. */
function measured({ profile, found }: CostlyFamily, text: string): Measured | null {
  const { stdout, status } = spawnSync(
    process.execPath,
    ["--max-old-space-size=600", "--input-type=module", "-e", CHILD, profile, found],
    {
      input: text,
      encoding: "utf8",
      timeout: 20 * MAX.milliseconds,
      stdio: ["pipe", "pipe", "ignore"],
    },
  );
  return status === 0 ? (JSON.parse(stdout) as Measured) : null;
}

/** Returns what is wrong with a measurement, or null if nothing is. */
function fault(
  length: number,
  now: Measured,
  before: { length: number; milliseconds: number },
): string | null {
  if (!now.isFound) return "misses the finding at the end";
  if (now.milliseconds > MAX.milliseconds) return "takes too long";
  if (now.megabytes > MAX.megabytes) return "takes too much memory";
  if (now.withDeadline > DEADLINE.max) return "exceeds its deadline";
  const expected = (length * Math.log(length)) / (before.length * Math.log(before.length));
  return before.milliseconds > GROWTH.minMilliseconds &&
    now.milliseconds > GROWTH.tolerance * expected * before.milliseconds
    ? "grows faster than n·log n"
    : null;
}

/** Measures the programs of a family, prints the results and returns the number of faults. */
function measure(family: CostlyFamily): number {
  let faults = 0;
  let before = { length: 2, milliseconds: 0 };
  for (let size = 8; ; size *= 2) {
    const text = family.program(size);
    if (text.length > MAX_LENGTH || text.length === before.length) return faults;
    const now = measured(family, text);
    const wrong = now === null ? "crashes" : fault(text.length, now, before);
    if (wrong !== null) faults++;
    console.log(
      `${family.name}, ${String(size)}: ${String(text.length)} characters, ` +
        (now === null
          ? ""
          : `${now.milliseconds.toFixed(0)} ms, with a deadline ${now.withDeadline.toFixed(0)} ms, ${now.megabytes.toFixed(0)} MB, ${now.outcome}`) +
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
