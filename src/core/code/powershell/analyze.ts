import { nothingCaptured } from "../../query/captured.js";
import type { Source } from "../../source.js";
import { NOTHING, type Analysis } from "../analysis.js";
import { outermost } from "../flow/report.js";
import type { CodeTools } from "../tools.js";
import { Flow } from "./flow.js";
import { lowerPowershell } from "./lower.js";

/** Reads PowerShell: what is fetched or decoded and then executed. */
export function analyzePowershell(source: Source, tools: CodeTools): Analysis {
  if (tools.vocabulary("powershell").expressions("sink.execute").length === 0) return NOTHING;
  const { text } = source;
  const read = tools.parse("powershell", text, ({ root, captured }) => ({ root, captured }));
  const statements = lowerPowershell(text, read?.root ?? null, (part) => tools.parse("powershell", part, ({ root }) => root));
  const flow = new Flow(source, tools, read?.captured ?? nothingCaptured);
  flow.run(statements);
  return { ...NOTHING, matches: outermost(flow.matches), injections: flow.injections };
}
