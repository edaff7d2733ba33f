import { readSettings } from "../config/settings.js";
import type { Context } from "../context.js";
import { Failure } from "../failure.js";
import { decode } from "../input/decode.js";
import { readAll } from "../input/read-limited.js";
import { DEFAULT_MAX_SIZE } from "../input/size.js";
import { print } from "../output.js";
import { Exceptions } from "./one-time-exceptions.js";
import { withJudge } from "./judge-action.js";
import { DecisionLog } from "./decision-log.js";
import { requiredStateFolder } from "./state-folder.js";

/** Prints the decision log, the oldest entry first. */
export async function showLog(context: Context, format: "text" | "json"): Promise<void> {
  const entries = new DecisionLog(requiredStateFolder(context)).entries();
  const lines = entries.map((entry) =>
    format === "json"
      ? JSON.stringify(entry)
      : [entry.time, entry.agent, entry.decision, entry.hash, entry.rules.join(",")]
          .join("  ")
          .trim(),
  );
  const text = lines.map((line) => `${line}\n`).join("");
  await print(context, text === "" && format === "text" ? "no decisions yet\n" : text);
}

/**
 * Explains a decision: prints the log entries with a hash, and analyzes the command on standard input, because the log does not contain it.
 * @returns the exit status: 1 if the command has a finding, else 0
 * @throws Failure if the command has another hash
 */
export async function why(context: Context, hash: string): Promise<number> {
  const log = new DecisionLog(requiredStateFolder(context));
  const text = decode(await readAll(context.stdin, DEFAULT_MAX_SIZE)).text;
  const command = [text, text.replace(/\r?\n$/, "")].find((each) => log.hashOf(each) === hash);
  if (command === undefined)
    throw new Failure(
      `the text on standard input does not have the hash ${hash}; pass the command exactly as the agent ran it`,
    );
  const entries = log.entries().filter((entry) => entry.hash === hash);
  const settings = await readSettings(context, { project: false });
  const verdict = await withJudge(
    context,
    { profile: settings.profile ?? "extended" },
    settings,
    (judge) => judge({ kind: "command", text: command, language: "bash" }),
  );
  const history = entries.map(({ time, agent, decision }) => `${time}  ${agent}  ${decision}\n`);
  await print(context, `${history.join("")}${verdict?.reason ?? "curlew found nothing in it"}\n`);
  return verdict?.kind === "finding" ? 1 : 0;
}

/**
 * Allows the command with a hash once.
 * @throws Failure if standard input is not a terminal, or the hash is not valid
 */
export async function allowOnce(context: Context, hash: string): Promise<void> {
  if (!/^[\da-f]{16}$/.test(hash))
    throw new Failure(
      `"${hash}" is not a hash; \`curlew hook log\` shows the hashes, which have 16 hexadecimal digits`,
    );
  if (context.stdin.isTTY !== true)
    throw new Failure("allow-once works only in a terminal, so that a person decides");
  new Exceptions(requiredStateFolder(context)).add(hash, Date.now());
  await print(context, "The command may run once within the next hour.\n");
}
