import type { Profile } from "../../core/index.js";
import { Analyzer } from "../analyzer.js";
import { checkRules, readSettings, withSettings, type Settings } from "../config/settings.js";
import type { Context, Detector } from "../context.js";
import { explanations } from "../explain/explanations.js";
import { renderOwnRule, renderRule } from "../explain/render-explanation.js";
import { Failure } from "../failure.js";
import { DEFAULT_MAX_SIZE, showSize } from "../input/size.js";
import type { RuleOptions } from "../options.js";
import { loadPart } from "../optional-packages.js";
import { ruleChoice } from "../rule-options.js";
import type { RuleChoice } from "../rule-choice.js";
import { answerTo } from "./check-text.js";
import { answerToMany, type Part } from "./check-many.js";
import { answerToSkill } from "./check-skill.js";
import type { McpPackage, Question } from "./mcp-package.js";
import { readConfined } from "./read-confined.js";

/**
 * Serves the Model Context Protocol on standard input and output until the client disconnects. Only the user's configuration applies,
 * because texts and the agent's working folder are untrusted.
 */
export async function mcp(context: Context, options: RuleOptions, version: string): Promise<void> {
  const { serveMcp } = await loadPart<McpPackage>("curlew-mcp");
  const settings = await readSettings(context, { project: false });
  if (options.queries === undefined) checkRules(settings);
  const detectors = new Detectors(context, options, settings);
  // reports a mistake in the options at start instead of at the first request
  await detectors.get(options.profile);
  if (context.stdin.isTTY === true)
    context.stderr.write(
      "curlew: waiting for a client of the Model Context Protocol on standard input; configure your agent to start `curlew mcp`\n",
    );
  await serveMcp({
    version,
    stdin: context.stdin,
    stdout: context.stdout,
    check: async (question, signal) => {
      rejectOversized([question]);
      const using = await detectors.get(question.profile ?? options.profile);
      return answerTo(question, { ...using, settings, signal });
    },
    checkTexts: async ({ texts, profile }, signal) => {
      rejectOversized(texts);
      const using = await detectors.get(profile ?? options.profile);
      const parts = texts.map(({ name, text, language }, i): (() => Promise<Part>) => {
        const submitted = { name: name ?? `text ${i + 1}`, text, language: language ?? null };
        return async () => submitted;
      });
      return answerToMany(parts, { ...using, settings, signal });
    },
    checkFiles: async ({ paths, roots, profile }, signal) => {
      const using = await detectors.get(profile ?? options.profile);
      const parts = paths.map((path) => () => readConfined(path, roots ?? [context.cwd]));
      return answerToMany(parts, { ...using, settings, signal });
    },
    checkSkill: async ({ path, roots }, signal) => {
      const using = await detectors.get(options.profile);
      return answerToSkill(path, roots ?? [context.cwd], { ...using, settings, signal });
    },
    explain: async (rule) => explain(rule, (await detectors.get("extended")).detector),
    onError: (message) => context.stderr.write(`curlew: ${message}\n`),
  });
  await detectors.close();
}

interface ProfileDetector {
  readonly detector: Detector;
  readonly analyzer: Analyzer;
}

/** Creates one detector for each requested profile. */
class Detectors {
  private readonly made = new Map<Profile, Promise<ProfileDetector>>();

  constructor(
    private readonly context: Context,
    private readonly options: RuleOptions,
    private readonly settings: Settings,
  ) {}

  get(profile: Profile): Promise<ProfileDetector> {
    const known = this.made.get(profile);
    if (known !== undefined) return known;
    const options = withSettings({ ...this.options, profile }, this.settings, {
      profileGiven: true,
      suppress: true,
    });
    const made = this.make(ruleChoice(options));
    this.made.set(profile, made);
    return made;
  }

  /** Ends the child processes. */
  async close(): Promise<void> {
    for (const made of this.made.values()) await (await made).analyzer.close();
  }

  private async make(rules: RuleChoice): Promise<ProfileDetector> {
    const { toolkit } = this.context;
    const detector = await toolkit.createDetector(rules);
    return { detector, analyzer: Analyzer.with(toolkit, rules, detector) };
  }
}

/** @throws Failure if the texts together exceed the size limit */
function rejectOversized(texts: readonly Pick<Question, "text">[]): void {
  if (texts.reduce((sum, { text }) => sum + text.length, 0) > DEFAULT_MAX_SIZE)
    throw new Failure(
      `the request is longer than ${showSize(DEFAULT_MAX_SIZE)}; check it in parts`,
    );
}

function explain(rule: string, { rules }: Detector): string {
  const found = explanations.get(rule);
  if (found !== undefined) return renderRule(rule, found, plain);
  const customRules = rules.filter(({ pattern }) => pattern !== undefined);
  const customRule = customRules.find(({ id }) => id === rule);
  if (customRule !== undefined) return renderOwnRule(customRule, plain);
  throw new Failure(
    `there is no rule "${rule}"; the rules are: ${[...explanations.keys(), ...customRules.map(({ id }) => id)].join(", ")}`,
  );
}

function plain(_style: string, text: string): string {
  return text;
}
