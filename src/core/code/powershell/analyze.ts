import type { Limit } from "../../model.js";
import type { Source } from "../../source.js";
import { NOTHING, type Analysis } from "../analysis.js";
import { outermost } from "../flow/report.js";
import type { CodeTools } from "../tools.js";
import { Flow } from "./flow.js";
import { lowerPowershell } from "./lower.js";
import { unticked } from "./words.js";

/** Reads PowerShell: what is fetched or decoded and then executed. */
export function analyzePowershell(source: Source, tools: CodeTools): Analysis {
  if (tools.vocabulary("powershell").expressions("sink.execute").length === 0) return NOTHING;
  const { text } = source;
  const { statements, captured, unread } = lowerPowershell(text, (part) =>
    tools.parse("powershell", part, ({ root, captured }) => ({ root, captured })),
  );
  const flow = new Flow(source, tools, captured);
  flow.run(statements);
  const limits: Limit[] = [];
  const say = (limit: Limit["limit"], message: string, start = 0, end = text.length): void =>
    void limits.push({ limit, message, span: source.origin(start, end) });
  // A text of another language has been read as that: what only looks like PowerShell there is not lost.
  const lost =
    tools.beside === true || !names(text, ["sink."], tools)
      ? []
      : unread.filter(({ start, end }) =>
          names(text.slice(start, end), ["source.", "sink."], tools),
        );
  const [first] = lost;
  if (first !== undefined)
    say("syntax", "the grammar does not take this PowerShell", first.start, lost.at(-1)?.end);
  if (flow.tooLong) say("steps", "the flow of values was followed only in part");
  if (flow.tooDeep) say("depth", "code nested too deep was not read");
  return { ...NOTHING, matches: outermost(flow.matches), injections: flow.injections, limits };
}

/** Whether a text names anything that a finding begins with, or ends with. */
function names(text: string, kinds: readonly string[], tools: CodeTools): boolean {
  for (const [word] of text.matchAll(/[\w`-]{2,80}/g)) {
    const roles = tools.named("powershell", unticked(word).toLowerCase());
    if (roles.some(({ capture }) => kinds.some((kind) => capture.startsWith(kind)))) return true;
  }
  return false;
}
