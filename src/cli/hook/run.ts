import { resolve } from "node:path";
import { readSettings, withSettings, type Settings } from "../config/settings.js";
import { messageOf } from "../failure.js";
import { decode } from "../input/decode.js";
import type { RuleOptions } from "../options.js";
import { showText } from "../report/terminal-text.js";
import { agents, type Agent, type AgentName, type Decision } from "./agents.js";
import { readEvent, type Action } from "./read-event.js";
import { Exceptions } from "./one-time-exceptions.js";
import type { HookContext } from "./hook-context.js";
import { withJudge, type Verdict } from "./judge-action.js";
import { DecisionLog, type Logged } from "./decision-log.js";
import { scriptsOf } from "./executed-scripts.js";
import { stateFolder } from "./state-folder.js";
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

/** The verdict on an action, with the options of the command line and the configuration combined. */
interface Judgement {
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
 * Responds to an agent's event on standard input. The response may deny a command or ask the user about it, but never allows one. After an
 * error, the response asks, or denies if the agent cannot ask.
 * @returns the exit status: 2 for a denial if the agent expects that, else 0, because agents run the command after any other status
 */
export async function hook(
  context: HookContext,
  name: AgentName,
  options: HookOptions,
): Promise<0 | 2> {
  const agent = agents[name];
  const judgement = await judgeEvent(context, agent, options).catch(
    (error: unknown): Judgement => ({
      action: { kind: "other" },
      verdict: {
        kind: "doubt",
        reason: `curlew could not check it: ${showText(messageOf(error)).text}`,
      },
      options,
    }),
  );
  const answer = applyExceptionsAndLog(context, name, judgement, answerTo(agent, judgement));
  const isStopped = answer.decision === "deny" || answer.decision === "ask";
  if (isStopped && agent.denies === "status") {
    context.warn(`${answer.reason ?? ""}\n`);
    return 2;
  }
  await context.print(textOf(agent, answer));
  return 0;
}

async function judgeEvent(
  context: HookContext,
  agent: Agent,
  options: HookOptions,
): Promise<Judgement> {
  const event = decode(await context.read()).text;
  const action = readEvent(event, agent);
  // returns before a detector is loaded
  if (action.kind === "other" || (action.kind === "file" && options.files !== true))
    return { action, verdict: null, options };
  const settings = await readSettings(context, { project: false });
  const ruleOptions = withSettings(options, settings, {
    profileGiven: options.profileGiven === true,
    suppress: true,
  });
  const effectiveOptions = withHookSettings(options, settings);
  const verdict = await withJudge(context, ruleOptions, settings, async (judge) => {
    const actionVerdict = await judge(action);
    return actionVerdict?.kind === "finding"
      ? actionVerdict
      : (tamperVerdict(action) ??
          (await scriptVerdict(action, judge, context.cwd, effectiveOptions)) ??
          actionVerdict);
  });
  return { action, verdict, options: effectiveOptions };
}

/**
 * Returns the options of the command line combined with the configuration. The administrator's settings take precedence, then the command
 * line. Questions about advisories, the check of scripts and the log are also disabled if the user's settings disable them.
 */
function withHookSettings(options: HookOptions, { required, hook: user }: Settings): HookOptions {
  const ignores = options.onAdvisory === "ignore" || user.onAdvisory === "ignore";
  const decision = required.decision ?? options.decision ?? user.decision;
  return {
    ...options,
    ...(decision !== undefined && { decision }),
    onAdvisory: required.onAdvisory ?? (ignores ? "ignore" : "ask"),
    scripts: required.scripts ?? (options.scripts !== false && user.scripts !== false),
    log: required.log ?? (options.log !== false && user.log !== false),
    // ignored if the administrator requires a decision, because --watch lets every command run
    watch: required.decision === undefined && options.watch === true,
  };
}

function tamperVerdict(action: Action): Verdict {
  const reason = tampering(action);
  return reason === null ? null : { kind: "doubt", reason: `curlew guard/tamper: ${reason}` };
}

/** Returns the verdict on the scripts that a command runs, with their current content: the first finding, else the first doubt. */
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

function answerTo(agent: Agent, { verdict, options }: Judgement): Answer {
  if (verdict === null) return { decision: "none", reason: null };
  if (verdict.kind === "advice" && options.onAdvisory === "ignore")
    return { decision: "none", reason: null };
  if (verdict.kind === "advice" && !agent.canAsk)
    return { decision: "none", reason: verdict.reason };
  const decision = verdict.kind === "finding" ? (options.decision ?? "deny") : "ask";
  return decision === "deny" || agent.canAsk
    ? { decision, reason: verdict.reason }
    : {
        decision: "deny",
        reason: `${verdict.reason}\nIf the command is intended, ask the user to run it.`,
      };
}

/**
 * Returns the final response, which allows the command if there is an exception for it or the hook only logs (`--watch`); otherwise, the
 * reason also says how to allow the command once. Writes the decision to the log. An error in accessing the log or the exceptions is
 * ignored.
 */
function applyExceptionsAndLog(
  context: HookContext,
  name: AgentName,
  { action, verdict, options: { log, watch } }: Judgement,
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
