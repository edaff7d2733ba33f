import { Analyzer } from "../analyzer.js";
import { readSettings, withSettings } from "../config/settings.js";
import type { Context } from "../context.js";
import { messageOf } from "../failure.js";
import { decode } from "../input/decode.js";
import { readAll } from "../input/read.js";
import { DEFAULT_MAX_SIZE, type RuleOptions } from "../options.js";
import { print } from "../output.js";
import { showText } from "../report/width.js";
import { ruleChoice } from "../rules.js";
import { Ruleset } from "../ruleset.js";
import { agents, type Agent, type AgentName, type Decision } from "./agents.js";
import { readEvent } from "./event.js";
import { judgeAction, type Verdict } from "./judge.js";

export interface HookOptions extends RuleOptions {
  readonly decision?: Decision;
  readonly files?: boolean;
}

/**
 * Answers an agent's event on standard input. It may deny or ask and never allows; whatever goes wrong asks, and the status is
 * 0, for another would end the hook and let the command run.
 */
export async function hook(context: Context, name: AgentName, options: HookOptions): Promise<void> {
  const agent = agents[name];
  const { verdict, decision } = await judged(context, agent, options).catch((error: unknown) => ({
    verdict: {
      kind: "doubt",
      reason: `curlew could not judge it: ${showText(messageOf(error)).text}`,
    } as const,
    decision: undefined,
  }));
  await print(
    context,
    verdict === null ? agent.silence : answerOf(agent, verdict, decision ?? "deny"),
  );
}

async function judged(
  context: Context,
  agent: Agent,
  options: HookOptions,
): Promise<{ verdict: Verdict; decision: Decision | undefined }> {
  if (context.stdin.isTTY === true)
    context.stderr.write("curlew: waiting for an agent's event on standard input\n");
  const event = decode(await readAll(context.stdin, DEFAULT_MAX_SIZE)).text;
  const action = readEvent(event, agent);
  // what does not run costs no detector
  if (action.kind === "other" || (action.kind === "file" && options.files !== true))
    return { verdict: null, decision: undefined };
  const settings = await readSettings(context, { project: false });
  const rules = ruleChoice(withSettings(options, settings, { profileGiven: true, suppress: true }));
  const ruleset = await Ruleset.of(context.toolkit, rules);
  const analyzer = new Analyzer(context.toolkit, rules, ruleset);
  try {
    return {
      verdict: await judgeAction(action, ruleset, analyzer, settings),
      decision: options.decision ?? settings.decision,
    };
  } finally {
    await analyzer.close();
  }
}

function answerOf(
  agent: Agent,
  { kind, reason }: NonNullable<Verdict>,
  configured: Decision,
): string {
  const decision: Decision = kind === "doubt" ? "ask" : configured;
  const asks = decision === "ask" && !agent.canAsk;
  const told = asks ? `${reason}\nIf it is meant, ask the user to run it.` : reason;
  return `${JSON.stringify(agent.answer(asks ? "deny" : decision, told))}\n`;
}
