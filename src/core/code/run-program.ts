import type { Limit } from "../model.js";
import { fileName } from "../scan.js";
import type { Source } from "../source.js";
import { NOTHING, type Analysis } from "./analysis.js";
import type { CommandOutput } from "./flow/evaluator.js";
import { ReachedLimits } from "./flow/reached-limits.js";
import { Engine } from "./flow/engine.js";
import { LANGUAGE_TRAITS } from "./flow/language-traits.js";
import { Report } from "./flow/report.js";
import { NodeRoles } from "./flow/node-roles.js";
import type { Reading } from "./lowering.js";
import type { CodeLanguage, CodeTools, ProgramLanguage } from "./code-tools.js";

/** Evaluates a lowered program. */
export function runProgram(
  { language, tag, named }: ProgramLanguage,
  source: Source,
  { program, tooDeep, broken, captured }: Reading,
  tools: CodeTools,
): Analysis {
  const { budget } = tools;
  const vocabulary = isScript(language) ? null : tools.vocabulary(language);
  const limits = new ReachedLimits(source);
  const report = new Report(source, vocabulary, tag, budget, limits);
  const engine = new Engine(
    source,
    LANGUAGE_TRAITS[language],
    new NodeRoles(named, captured),
    report,
    limits,
    {
      stdinIsRemote: tools.stdinIsRemote ?? false,
      innermost: tools.innermost ?? false,
      outputs: (command) => outputOf(command, language, tools),
      interprets: (command) => {
        if (tools.interprets === undefined || !startsProgram(command, tools)) return false;
        engine.spend(command.length >> 4);
        return tools.interprets(wordsOf(command)) !== null;
      },
      downloads: tools.downloads,
      writes: (path, text, appends) => tools.writes?.(path, text, appends),
      mentions: (text) => tools.mentions(text),
      commands: language === "powershell" ? tools : null,
      budget,
      expired: () => tools.expired(),
    },
  );
  if (!engine.run(program) && !tools.expired())
    limits.add("steps", "the flow of values was only partly evaluated", engine.whole);
  if (tooDeep || program.tooDeep)
    limits.add("depth", "code nested too deeply was not read", engine.whole);
  return { ...report.result(), broken, ...(limits.all.length > 0 && { limits: limits.all }) };
}

/**
 * Returns the analysis of a source that was not parsed because a limit was reached. It records that limit, except the time limit,
 * which the detector reports itself.
 */
export function notParsed(source: Source, tools: CodeTools): Analysis {
  if (tools.expired()) return NOTHING;
  const limit: Limit = {
    limit: "size",
    message: "the code was not parsed within its limits",
    span: source.origin(0, source.text.length),
  };
  return { ...NOTHING, limits: [limit] };
}

/**
 * Returns the origin of a command line's output: fetched by its first command, or decoded by one of its commands. Returns null for
 * any other output, and if a later command only summarizes the content, like `wc -l`.
 */
function outputOf(
  command: string,
  language: ProgramLanguage["language"],
  tools: CodeTools,
): CommandOutput | null {
  if (command.includes(">")) return null;
  const stages = command.split("|").map(wordsOf);
  const fetch = tools.fetches?.(stages[0] ?? []) ?? null;
  const fetcher = fetch?.isOutput === true ? fetch.role : null;
  const roles = [fetcher, ...stages.map((words) => tools.decodes?.(words) ?? null)];
  const first = roles.findIndex((each) => each !== null);
  const role = roles[first];
  if (!role || stages.slice(first).some((words) => tools.sumsUp?.(words))) return null;
  const prefix = isScript(language) ? "script" : language;
  return fetcher === null
    ? { origin: "decoded", role: { ...role, rule: `${prefix}/decode-execute` } }
    : { origin: "fetched", role: { ...role, rule: `${prefix}/fetch-execute` } };
}

const WORD = /[^\s"']+/g;

function wordsOf(command: string): string[] {
  return Array.from(command.matchAll(WORD), ([word]) => word);
}

/** Whether a command begins with an interpreter or a launcher, which is tested before a long command is split into words. */
function startsProgram(command: string, tools: CodeTools): boolean {
  const [first] = command.matchAll(WORD).next().value ?? [];
  return tools
    .named("bash", fileName(first ?? ""))
    .some(({ capture }) => capture === "sink.interpreter" || capture === "flow.launcher");
}

/** Whether a language is neither Python nor JavaScript, so that the `script` rules apply. */
function isScript(
  language: ProgramLanguage["language"],
): language is Exclude<ProgramLanguage["language"], CodeLanguage> {
  return language !== "python" && language !== "javascript";
}
