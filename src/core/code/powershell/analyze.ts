import { nothingCaptured } from "../../query/captured.js";
import type { Source } from "../../source.js";
import { NOTHING, type Analysis } from "../analysis.js";
import { outermost } from "../flow/report.js";
import type { CodeTools } from "../tools.js";
import { Flow } from "./flow.js";
import { lowerPowershell } from "./lower.js";
import { parsePowershell } from "./parse.js";

/** Reads PowerShell: what is fetched or decoded and then executed. Where there is no tree, the tolerant reader reads all of it. */
export function analyzePowershell(source: Source, tools: CodeTools): Analysis {
  if (tools.vocabulary("powershell").expressions("sink.execute").length === 0) return NOTHING;
  const { text } = source;
  const read = tools.parse("powershell", text, (syntax) => ({ statements: lowerPowershell(text, syntax), captured: syntax.captured }));
  const flow = new Flow(source, tools, read?.captured ?? nothingCaptured);
  flow.run(read?.statements ?? parsePowershell(text));
  return { ...NOTHING, matches: outermost(flow.matches), injections: flow.injections };
}
