/** A child process that loads one build of the library, measures the texts that it receives, and sends the results. */
import type * as Library from "../src/host/node.js";
import type { Profile } from "../src/core/index.js";

/** A text, and how often it is analyzed for one measurement. */
export interface Task {
  readonly text: string;
  readonly calls: number;
}

const [library = "", profile = "contract"] = process.argv.slice(2);
const { createNodeDetector } = (await import(library)) as typeof Library;
const detector = await createNodeDetector({ profile: profile as Profile });

/** Returns the mean processor time of a call, in microseconds: wall-clock time would include other processes. */
function measured({ text, calls }: Task): number {
  const start = process.cpuUsage();
  for (let call = 0; call < calls; call++) detector.detect(text);
  const { user, system } = process.cpuUsage(start);
  return (user + system) / calls;
}

process.on("disconnect", () => process.exit());
process.on("message", (task: Task) => process.send?.(measured(task), () => undefined));
process.send?.("ready");
