import type { Source } from "../../source.js";
import { NOTHING, type Analysis } from "../analysis.js";
import { outermost } from "../flow/report.js";
import type { CodeTools } from "../tools.js";
import { followsSources } from "../tokens/names.js";
import { Flow } from "./flow.js";
import { parsePowershell } from "./parse.js";

/** Reads PowerShell: what is fetched or decoded and then executed. */
export function analyzePowershell(source: Source, tools: CodeTools): Analysis {
  if (!followsSources(tools.language("powershell"))) return NOTHING;
  const flow = new Flow(source, tools);
  flow.run(parsePowershell(source.text));
  return { ...NOTHING, matches: outermost(flow.matches), injections: flow.injections };
}
