import { mkdtemp, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, join, resolve } from "node:path";
import { Analyzer } from "../analyzer.js";
import { readSettings, withSettings, withSeverities } from "../config/settings.js";
import type { Context } from "../context.js";
import { formatOf, judge, type Examined } from "../examine.js";
import { failureOf } from "../failed-detection.js";
import { Failure, fileErrorMessage } from "../failure.js";
import { decode, looksBinary } from "../input/decode.js";
import { kindOf, shebangTag } from "../input/file-type.js";
import type { DetectionOptions } from "../options.js";
import { showSize } from "../input/size.js";
import { print } from "../output.js";
import { paintFor } from "../paint.js";
import { count, emptySummary, type Setting } from "../report/reporter.js";
import { TextReporter } from "../report/text.js";
import { showText } from "../report/terminal-text.js";
import { ruleChoice } from "../rule-options.js";
import { download, type Download } from "./download.js";

export interface InspectOptions extends DetectionOptions {
  /** Whether the profile was named on the command line. */
  readonly profileGiven?: boolean;
  readonly output?: string;
  readonly timeout: number;
  readonly userAgent: string;
  readonly trace?: boolean;
}

/**
 * Downloads a URL to a file, and prints facts about the download and its findings. Nothing is run. The scanned bytes are those that were
 * written to the file.
 * @returns the exit status, with the same meaning as the exit status of `curlew scan`
 */
export async function inspect(
  context: Context,
  url: string,
  options: InspectOptions,
): Promise<number> {
  const downloaded = await download(url, {
    maxSize: options.maxSize,
    timeoutMs: options.timeout * 1000,
    userAgent: options.userAgent,
  });
  const path =
    options.output ??
    join(await mkdtemp(join(tmpdir(), "curlew-")), nameOf(downloaded.urls.at(-1) ?? ""));
  await save(context, path, downloaded);
  await print(context, factsOf(downloaded, path));
  if (looksBinary(downloaded.bytes)) {
    await print(context, "It is binary, and was not scanned.\n");
    return 0;
  }
  const { report, status } = await scanDownload(context, downloaded, options);
  await print(context, `\n${report}`);
  return status;
}

/**
 * Writes a new file without execute permission.
 * @throws Failure if the file already exists or cannot be written
 */
async function save({ cwd }: Context, path: string, { bytes }: Download): Promise<void> {
  await writeFile(resolve(cwd, path), bytes, { flag: "wx", mode: 0o600 }).catch(
    (error: unknown) => {
      const exists = error instanceof Error && "code" in error && error.code === "EEXIST";
      throw new Failure(
        `${path}: ${exists ? "already exists; name a new file" : fileErrorMessage(error)}`,
      );
    },
  );
}

/** Returns lines with the properties of a download. */
function factsOf(
  { urls, contentType, contentEncoding, bytes, sha256, certificate }: Download,
  path: string,
): string {
  const last = urls.at(-1) ?? "";
  const plain = urls.filter((url) => url.startsWith("http:"));
  const facts: readonly (readonly [string, string | null])[] = [
    ...urls.map((url, i) => [i === 0 ? "address" : "redirected to", url] as const),
    ["type", contentType],
    ["encoding", contentEncoding],
    ["size", showSize(bytes.length)],
    ["sha256", sha256],
    [
      "certificate",
      certificate === null
        ? null
        : `${certificate.subject}, by ${certificate.issuer}, until ${certificate.validTo}`,
    ],
    ["fingerprint", certificate?.fingerprint ?? null],
    [
      "not encrypted",
      plain.length === 0
        ? null
        : `anyone on the network path to ${plain.includes(last) ? last : plain[0]} can replace the content`,
    ],
    ["file", path],
  ];
  return facts
    .flatMap(([name, value]) =>
      value === null ? [] : [`${name.padEnd(14)} ${showText(value).text}\n`],
    )
    .join("");
}

async function scanDownload(
  context: Context,
  { urls, bytes }: Download,
  options: InspectOptions,
): Promise<{ report: string; status: number }> {
  // a download belongs to no project, so only the user's configuration applies
  const settings = await readSettings(context, { project: false });
  const choice = ruleChoice(
    withSettings(options, settings, {
      profileGiven: options.profileGiven === true,
      suppress: true,
    }),
  );
  const detector = await context.toolkit.createDetector(choice);
  const { revision, disabledRules, ownQueries } = detector;
  const rules = new Map(withSeverities(detector.rules, settings).map((rule) => [rule.id, rule]));
  const setting: Setting = { revision, rules, disabledRules, ownQueries, offsetEncoding: "utf-16" };
  const { text, remarks } = decode(bytes);
  const name = nameOf(urls.at(-1) ?? "");
  const kind = kindOf(name);
  const document = {
    path: name,
    text,
    tag: kind.known ? kind.tag : shebangTag(text),
    remarks,
    isFile: false,
  };
  const suppressions = {
    comments: false,
    requireReason: false,
    trust: settings.trust,
    baseline: null,
    rules,
    isRule: (id: string) => rules.has(id),
  };
  const analyzer = Analyzer.with(context.toolkit, choice, detector);
  const detection = await analyzer.detect(text, {
    deadlineMs: options.deadline,
    ...formatOf(document),
  });
  await analyzer.close();
  const examined: Examined = judge(document, detection, suppressions, "utf-16");
  const summary = emptySummary();
  count(summary, examined);
  const reporter = new TextReporter(setting, {
    paint: paintFor(context, options.color),
    trace: options.trace === true,
    quiet: options.quiet === true,
    showIgnored: true,
  });
  return {
    report: reporter.file(examined) + reporter.end(summary),
    status:
      failureOf(detection) !== null ? 2 : summary.findings > 0 ? 1 : summary.incomplete > 0 ? 2 : 0,
  };
}

/** Returns the last segment of a URL's path, whose extension shows the type of the file; the host if the path is empty. */
function nameOf(url: string): string {
  const { pathname, hostname } = new URL(url);
  const name = basename(pathname);
  return name === "" ? hostname : name;
}
