import { Session, type Profiler } from "node:inspector/promises";
import { fileURLToPath } from "node:url";
import { relative } from "node:path";

/** The names of the functions that ran, by the path of their file relative to the root of the repository. */
export type Entered = ReadonlyMap<string, readonly string[]>;

/** Records with V8's code coverage which functions of src/core run. */
export class FunctionCoverage {
  private readonly session = new Session();

  async start(): Promise<void> {
    this.session.connect();
    await this.session.post("Profiler.enable");
    await this.session.post("Profiler.startPreciseCoverage", { callCount: true, detailed: false });
  }

  /** Returns the functions that run during a call. */
  async during(call: () => void): Promise<Entered> {
    await this.session.post("Profiler.takePreciseCoverage");
    call();
    const { result } = await this.session.post("Profiler.takePreciseCoverage");
    return enteredOf(result);
  }

  stop(): void {
    this.session.disconnect();
  }
}

function enteredOf(scripts: readonly Profiler.ScriptCoverage[]): Entered {
  const entered = new Map<string, string[]>();
  for (const { url, functions } of scripts) {
    if (!url.startsWith("file:")) continue;
    const path = relative(process.cwd(), fileURLToPath(url));
    const names = functions
      .filter(({ functionName, ranges }) => functionName !== "" && (ranges[0]?.count ?? 0) > 0)
      .map(({ functionName }) => functionName);
    if (path.startsWith("src/core/") && names.length > 0) entered.set(path, names);
  }
  return entered;
}
