import { existsSync, readFileSync } from "node:fs";
import { resolve } from "node:path";
import { readSettings } from "../config/settings.js";
import type { Context } from "../context.js";
import { messageOf } from "../failure.js";
import { print } from "../output.js";
import { showText } from "../report/terminal-text.js";
import { AGENTS, agents, type AgentName } from "./agents.js";
import { isBroken, misplacedStages, settingsStages } from "./doctor-settings.js";
import { agentSettings } from "./agent-settings.js";
import { ok, problem, type Stage } from "./doctor-stage.js";

/** The check of one settings file. */
interface Report {
  readonly agent: AgentName;
  /** The settings file that was checked. */
  readonly file: string;
  readonly stages: readonly Stage[];
}

export interface DoctorOptions {
  /** The only agent whose hook is checked; all agents if it is absent. */
  readonly only?: AgentName;
  readonly format: "text" | "json";
  /** The version of this curlew. */
  readonly version: string;
}

/**
 * Checks the installed hooks: curlew's configuration, the settings of the agents, and the responses of their command lines to a harmless
 * command and to one with a finding.
 * @returns the exit status: 0 without a problem, 1 with one, 2 if no hook is installed
 */
export async function doctor(
  context: Context,
  { only, format, version }: DoctorOptions,
): Promise<0 | 1 | 2> {
  const configuration = await configurationStages(context);
  const reports = (only === undefined ? AGENTS : [only]).flatMap((agent) =>
    reportsOf(agent, version, only !== undefined, context).map((report) => ({
      ...report,
      stages: [...configuration, ...report.stages],
    })),
  );
  const isSound = reports.every(({ stages }) => stages.every(({ isOk }) => isOk));
  await print(context, format === "json" ? `${JSON.stringify(reports)}\n` : shown(reports, only));
  return reports.length === 0 ? 2 : isSound ? 0 : 1;
}

function shown(reports: readonly Report[], only: AgentName | undefined): string {
  if (reports.length === 0)
    return `no curlew hook is installed${only === undefined ? "" : ` for ${agents[only].title}`}; curlew hook install ${only ?? "AGENT"} installs one\n`;
  return reports
    .map(({ agent, file, stages }) => {
      const lines = stages.map(
        ({ name, isOk, message }) =>
          `  ${isOk ? "ok     " : "PROBLEM"}  ${name}: ${showText(message).text}\n`,
      );
      return `${agents[agent].title} (${file})\n${lines.join("")}`;
    })
    .join("\n");
}

async function configurationStages(context: Context): Promise<Stage[]> {
  try {
    const { files, dropped } = await readSettings(context, { project: false });
    return [
      ok("configuration", files.length === 0 ? "no curlew.json" : "curlew.json is valid"),
      ...dropped.map((message) => ok("administrator", message)),
    ];
  } catch (error) {
    return [problem("configuration", messageOf(error))];
  }
}

/**
 * Checks the settings files of an agent that name curlew.
 * @param isRequested whether the user named this agent; then unparsable settings are reported even if they do not name curlew
 */
function reportsOf(
  agent: AgentName,
  version: string,
  isRequested: boolean,
  context: Context,
): Report[] {
  const settings = agentSettings[agent];
  const userFile = settings.user(context);
  const files = [...new Set([userFile, resolve(context.cwd, settings.project)])].filter(
    (path) => path !== null && existsSync(path),
  );
  const found = (files as string[]).flatMap((file) => {
    const text = readFileSync(file, "utf8");
    const isNamed = text.includes("curlew") || text.includes(` hook ${agent}`);
    if (!isNamed && !(isRequested && isBroken(agent, text))) return [];
    const stages = settingsStages(
      agent,
      { file, text, isUsers: file === userFile, version },
      context,
    );
    return [{ agent, file, stages }];
  });
  return [...found, ...misplacedStages(agent, found.length > 0, context)];
}
