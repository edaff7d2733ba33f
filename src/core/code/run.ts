import type { Limit } from "../model.js";
import type { Role } from "../query/role.js";
import type { Source } from "../source.js";
import { NOTHING, type Analysis } from "./analysis.js";
import { Engine } from "./flow/engine.js";
import { MANNERS } from "./flow/manner.js";
import { Report } from "./flow/report.js";
import { NodeRoles } from "./flow/roles.js";
import type { Reading } from "./lowering.js";
import type { CodeLanguage, CodeTools, ProgramLanguage } from "./tools.js";

/** Steps the engine may take: so many, and so many for each character. */
const BUDGET = { least: 40_000, perCharacter: 2 };

/** Follows the values of a lowered source. */
export function runProgram(
  { language, tag, named }: ProgramLanguage,
  source: Source,
  { program, tooDeep, broken, captured }: Reading,
  tools: CodeTools,
): Analysis {
  const report = new Report(source, isScript(language) ? null : tools.vocabulary(language), tag);
  const engine = new Engine(source, MANNERS[language], new NodeRoles(named, captured), report, {
    stdinIsRemote: tools.stdinIsRemote ?? false,
    innermost: tools.innermost ?? false,
    fetches: (command) => fetcherOf(command, language, tools),
    interprets: (command) =>
      tools.interprets !== undefined && tools.interprets(wordsOf(command)) !== null,
    commands: language === "powershell" ? tools : null,
    budget: BUDGET.least + BUDGET.perCharacter * source.text.length,
    expired: () => tools.expired(),
  });
  const finished = engine.run(program);
  const limits: Limit[] = [];
  const span = source.origin(0, source.text.length);
  if (!finished && !tools.expired())
    limits.push({ limit: "steps", message: "the flow of values was followed only in part", span });
  if (report.tooMuch)
    limits.push({
      limit: "size",
      message: "strings that run were read only in part: together they are too long",
      span,
    });
  if (engine.functions.tooDeep)
    limits.push({ limit: "depth", message: "calls nested too deep were not followed", span });
  if (tooDeep || program.tooDeep)
    limits.push({ limit: "depth", message: "code nested too deep was not read", span });
  return { ...report.result(), broken, ...(limits.length > 0 ? { limits } : {}) };
}

/** What is said where the pipeline's bounds kept a source from being parsed; of the time the pipeline tells itself. */
export function notParsed(source: Source, tools: CodeTools): Analysis {
  if (tools.expired()) return NOTHING;
  const limit: Limit = {
    limit: "size",
    message: "the code was not parsed within its bounds",
    span: source.origin(0, source.text.length),
  };
  return { ...NOTHING, limits: [limit] };
}

/** The role of the first command of a line, where it fetches what the line puts out. */
function fetcherOf(
  command: string,
  language: ProgramLanguage["language"],
  tools: CodeTools,
): Role | null {
  const role = command.includes(">")
    ? null
    : (tools.fetches?.(wordsOf(command.split("|")[0] ?? "")) ?? null);
  return role === null
    ? null
    : { ...role, rule: `${isScript(language) ? "script" : language}/fetch-execute` };
}

function wordsOf(command: string): string[] {
  return Array.from(command.matchAll(/[^\s"']+/g), ([word]) => word);
}

/** Whether the calls of a language are told by names, so that its rules are those of scripts. */
function isScript(
  language: ProgramLanguage["language"],
): language is Exclude<ProgramLanguage["language"], CodeLanguage> {
  return language !== "python" && language !== "javascript";
}
