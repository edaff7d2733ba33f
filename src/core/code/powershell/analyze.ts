import type { Limit } from "../../model.js";
import type { Source } from "../../source.js";
import { NOTHING, type Analysis } from "../analysis.js";
import { runProgram } from "../run-program.js";
import type { CodeTools } from "../code-tools.js";
import { lowerPowershell } from "./lower-powershell.js";
import { unticked } from "./names.js";

/** Minimum length of a script whose lowered program is kept: lowering a shorter one again costs little. */
const MIN_KEPT_LENGTH = 4096;

/** Analyzes PowerShell: fetched or decoded values that are executed, and strings that are executed as code. */
export function analyzePowershell(source: Source, tools: CodeTools): Analysis {
  if (tools.vocabulary("powershell").expressions("sink.execute").length === 0) return NOTHING;
  const { text } = source;
  const pause = (): void => undefined;
  const lowered =
    tools.lowered?.get(text) ??
    lowerPowershell(text, pause, (part, sound) =>
      tools.parse("powershell", part, (syntax) =>
        sound === true && syntax.broken ? null : { root: syntax.root, captured: syntax.captured },
      ),
    );
  const { program, captured, unread } = lowered;
  // a document may be analyzed again after its files are known
  if (text.length >= MIN_KEPT_LENGTH && !tools.expired()) tools.lowered?.set(text, lowered);
  const reading = { program, texts: [], broken: false, tooDeep: false, captured };
  const language = {
    language: "powershell",
    tag: "powershell",
    named: (name: string) => tools.named("powershell", name),
  } as const;
  const analysis = runProgram(language, source, reading, tools);
  const limits: Limit[] = [...(analysis.limits ?? [])];
  // if the text is also analyzed as another language, a part that the grammar rejects is not reported
  const lost =
    tools.beside === true || !names(text, ["sink."], tools)
      ? []
      : unread.filter(({ start, end }) =>
          names(text.slice(start, end), ["source.", "sink."], tools),
        );
  const [first] = lost;
  if (first !== undefined)
    limits.push({
      limit: "syntax",
      message: "the grammar does not accept this PowerShell",
      span: source.origin(first.start, lost.at(-1)?.end ?? first.end),
    });
  return { ...NOTHING, matches: analysis.matches, injections: analysis.injections, limits };
}

/** Whether a text contains a name with a role whose capture begins with one of the prefixes. */
function names(text: string, prefixes: readonly string[], tools: CodeTools): boolean {
  for (const [word] of text.matchAll(/[\w`-]{2,80}/g)) {
    const roles = tools.named("powershell", unticked(word).toLowerCase());
    if (roles.some(({ capture }) => prefixes.some((prefix) => capture.startsWith(prefix))))
      return true;
  }
  return false;
}
