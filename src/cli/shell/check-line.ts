import { Analyzer } from "../analyzer.js";
import { readSettings, withSettings } from "../config/settings.js";
import type { Context } from "../context.js";
import { decode } from "../input/decode.js";
import { readAll } from "../input/read-limited.js";
import type { RuleOptions } from "../options.js";
import { print } from "../output.js";
import { remedyLines } from "../report/remedy.js";
import { showText } from "../report/terminal-text.js";
import { ruleChoice } from "../rule-options.js";
import { Ruleset } from "../ruleset.js";
import { isTrusted } from "../suppress/trusted-commands.js";

/** The exit status if the user must confirm a line; it is used neither by shells nor for a failure of this program. */
export const FINDING_STATUS = 10;
const DEADLINE_MS = 3000;

export interface CheckOptions extends RuleOptions {
  /** Whether the profile was named on the command line. */
  readonly profileGiven?: boolean;
  readonly shell: string;
}

/** The output if the line contains no URL that can be trusted. */
const NO_ADDRESS = "-";

/**
 * Checks the command line that the user's shell passes on standard input. If the line has a finding or cannot be analyzed completely,
 * writes to standard output the URL that could be trusted, or a dash, and then to standard error the reason and a safer command. A shell
 * that stops waiting after the first output knows from it that the line needs confirmation.
 * @returns the exit status
 */
export async function checkLine(context: Context, options: CheckOptions): Promise<number> {
  const line = decode(await readAll(context.stdin, 1 << 20)).text;
  const settings = await readSettings(context, { project: false });
  const rules = ruleChoice(
    withSettings(options, settings, {
      profileGiven: options.profileGiven === true,
      suppress: true,
    }),
  );
  const ruleset = await Ruleset.of(context.toolkit, rules);
  const analyzer = new Analyzer(context.toolkit, rules, ruleset);
  const detection = await analyzer.detect(line, {
    deadlineMs: DEADLINE_MS,
    format: options.shell,
    guard: true,
  });
  await analyzer.close();
  const found = detection.findings.find(
    (finding) => finding.level === "finding" && !isTrusted(finding, line, settings.trust),
  );
  const rule = found?.rule;
  const unread =
    detection.outcome.status === "complete"
      ? null
      : `the line could not be analyzed completely: ${detection.outcome.limits[0]?.message ?? ""}`;
  const message =
    rule === undefined
      ? unread
      : (ruleset.known.rules.find(({ id }) => id === rule)?.message ?? rule);
  if (message === null) return 0;
  const safer = found === undefined ? [] : remedyLines(found, line);
  const addresses =
    found === undefined
      ? []
      : [
          ...new Set(
            Array.from(
              line.matchAll(/https?:\/\/[^\s"'`<>|;()\\{}[\]$*]+/g),
              ([address]) => address,
            ),
          ),
        ];
  const [address] = addresses;
  const canTrust =
    found !== undefined &&
    address !== undefined &&
    isTrusted(found, line, new Set(addresses)) &&
    addresses.length === 1;
  await print(context, `${canTrust ? address : NO_ADDRESS}\n`);
  const lines = [
    `curlew: ${message}`,
    ...safer.map((each, i) => `${i === 0 ? "  safer: " : "         "}${each}`),
  ];
  context.stderr.write(lines.map((each) => `\r\n${showText(each).text}`).join("") + "\r\n");
  return FINDING_STATUS;
}
