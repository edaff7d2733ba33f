import { resolve } from "node:path";
import { readSettings, withSettings, type Settings } from "../config/settings.js";
import { messageOf } from "../failure.js";
import { decode } from "../input/decode.js";
import type { RuleOptions } from "../options.js";
import { showText } from "../report/width.js";
import { agents, type Agent, type AgentName, type Decision } from "./agents.js";
import { readEvent, type Action } from "./event.js";
import { Exceptions } from "./exceptions.js";
import type { HookContext } from "./hook-context.js";
import { withJudge, type Verdict } from "./judge.js";
import { DecisionLog, type Logged } from "./log.js";
import { scriptsOf } from "./scripts.js";
import { stateFolder } from "./state.js";
import { tampering } from "./tamper.js";

export interface HookOptions extends RuleOptions {
  readonly decision?: Decision;
  readonly files?: boolean;
  readonly onAdvisory?: "ignore" | "ask";
  readonly scripts?: boolean;
  readonly log?: boolean;
  readonly watch?: boolean;
  /** Whether the profile was named on the command line. */
  readonly profileGiven?: boolean;
}

/** A verdict on an action, and the options of the command line and the configuration as one. */
interface Judged {
  readonly action: Action;
  readonly verdict: Verdict;
  readonly options: HookOptions;
}

/** The response of the hook. */
interface Answer {
  readonly decision: Logged;
  /** The message for the agent; null for a response without a reason. */
  readonly reason: string | null;
}

/**
 * Answers an agent's event on standard input. It may deny or ask but never allows; on an error it asks. Returns the exit
 * status: 2 for a denial if the agent expects it, else 0, because with another status the command would run.
 */
export async function hook(
  context: HookContext,
  name: AgentName,
  options: HookOptions,
): Promise<0 | 2> {
  const agent = agents[name];
  const judgement = await judged(context, agent, options).catch(
    (error: unknown): Judged => ({
      action: { kind: "other" },
      verdict: {
        kind: "doubt",
        reason: `curlew could not check it: ${showText(messageOf(error)).text}`,
      },
      options,
    }),
  );
  const answer = recorded(context, name, judgement, answerTo(agent, judgement));
  const isStopped = answer.decision === "deny" || answer.decision === "ask";
  if (isStopped && agent.denies === "status") {
    context.warn(`${answer.reason ?? ""}\n`);
    return 2;
  }
  await context.print(textOf(agent, answer));
  return 0;
}

async function judged(context: HookContext, agent: Agent, options: HookOptions): Promise<Judged> {
  const event = decode(await context.read()).text;
  const action = readEvent(event, agent);
  // what does not run costs no detector
  if (action.kind === "other" || (action.kind === "file" && options.files !== true))
    return { action, verdict: null, options };
  const settings = await readSettings(context, { project: false });
  const ruleOptions = withSettings(options, settings, {
    profileGiven: options.profileGiven === true,
    suppress: true,
  });
  const inForce = withHookSettings(options, settings);
  const verdict = await withJudge(context, ruleOptions, settings, async (judge) => {
    const ofAction = await judge(action);
    return ofAction?.kind === "finding"
      ? ofAction
      : (tamperVerdict(action) ??
          (await scriptVerdict(action, judge, context.cwd, inForce)) ??
          ofAction);
  });
  return { action, verdict, options: inForce };
}

/** Returns the options of the hook with the configuration: the administrator's wins, and what either switches off is off. */
function withHookSettings(options: HookOptions, { required, hook: own }: Settings): HookOptions {
  const ignores = options.onAdvisory === "ignore" || own.onAdvisory === "ignore";
  const decision = required.decision ?? options.decision ?? own.decision;
  return {
    ...options,
    ...(decision !== undefined && { decision }),
    onAdvisory: required.onAdvisory ?? (ignores ? "ignore" : "ask"),
    scripts: required.scripts ?? (options.scripts !== false && own.scripts !== false),
    log: required.log ?? (options.log !== false && own.log !== false),
    // with --watch, the command runs
    watch: required.decision === undefined && options.watch === true,
  };
}

function tamperVerdict(action: Action): Verdict {
  const reason = tampering(action);
  return reason === null ? null : { kind: "doubt", reason: `curlew guard/tamper: ${reason}` };
}

/** Returns the reason against the scripts that a command runs, in their current state: the first finding, else the first doubt. */
async function scriptVerdict(
  action: Action,
  judge: (script: Action) => Promise<Verdict>,
  cwd: string,
  { scripts }: HookOptions,
): Promise<Verdict> {
  if (action.kind !== "command" || action.language !== "bash" || scripts === false) return null;
  let doubt: Verdict = null;
  for (const script of scriptsOf(action.text, resolve(cwd, action.folder ?? "."))) {
    const verdict = await judge({ kind: "script", ...script });
    if (verdict?.kind === "finding") return verdict;
    doubt ??= verdict;
  }
  return doubt;
}

function answerTo(agent: Agent, { verdict, options }: Judged): Answer {
  if (verdict === null) return { decision: "none", reason: null };
  if (verdict.kind === "advice" && options.onAdvisory === "ignore")
    return { decision: "none", reason: null };
  if (verdict.kind === "advice" && !agent.canAsk)
    return { decision: "none", reason: verdict.reason };
  const wanted = verdict.kind === "finding" ? (options.decision ?? "deny") : "ask";
  return wanted === "deny" || agent.canAsk
    ? { decision: wanted, reason: verdict.reason }
    : {
        decision: "deny",
        reason: `${verdict.reason}\nIf the command is intended, ask the user to run it.`,
      };
}

/**
 * Writes the decision to the log, and lets a command through that has an exception or is only watched. A log that cannot be
 * written changes no decision.
 */
function recorded(
  context: HookContext,
  name: AgentName,
  { action, verdict, options: { log, watch } }: Judged,
  answer: Answer,
): Answer {
  const isStopped = answer.decision !== "none";
  let final: Answer = isStopped && watch === true ? { decision: "watched", reason: null } : answer;
  const state = stateFolder(context);
  if (action.kind !== "command" || state === null || (!isStopped && log === false)) return final;
  try {
    const decisions = new DecisionLog(state);
    const hash = decisions.hashOf(action.text);
    if (final === answer && isStopped)
      final = new Exceptions(state).use(hash, Date.now())
        ? { decision: "allowed-once", reason: null }
        : {
            ...answer,
            reason: `${answer.reason ?? ""}\nTo allow it once, the user runs: curlew hook allow-once ${hash}`,
          };
    if (log !== false)
      decisions.append({
        time: new Date().toISOString(),
        agent: name,
        decision: final.decision,
        rules: verdict?.kind === "finding" ? verdict.rules : [],
        hash,
      });
  } catch {
    return final;
  }
  return final;
}

function textOf(agent: Agent, { decision, reason }: Answer): string {
  if (decision === "deny" || decision === "ask")
    return `${JSON.stringify(agent.answer(decision, reason ?? ""))}\n`;
  return reason !== null && agent.showsNotes
    ? `${JSON.stringify({ systemMessage: reason })}\n`
    : agent.silence;
}
