import { resolve } from "node:path";
import { lintRule } from "unified-lint-rule";
import { EditorAnalyst } from "../../../src/cli/lsp/editor-analyst.js";
import { Lines } from "../../../src/cli/report/lines.js";
import { createNodeDetector, type NodeDetectorOptions } from "../../../src/host/node-detector.js";
import { createIsolatedDetector } from "../../../src/host/isolated-detector.js";

export interface Options {
  /** By default the profile of the project's curlew.json, otherwise `extended`. */
  readonly profile?: "contract" | "extended";
  /** Folders with custom query files. */
  readonly queries?: readonly string[];
  readonly disableRule?: readonly string[];
  /** Languages in which warnings are recognized in addition to English. */
  readonly language?: readonly string[];
}

const LISTS: readonly string[] = ["queries", "disableRule", "language"] satisfies (keyof Options)[];

/** The analysts by the JSON of their options, so that detectors are reused. */
const analysts = new Map<string, EditorAnalyst>();

/** A rule for remark-lint that reports the findings of `curlew scan`; comments in the file and the project's curlew.json apply. */
const remarkLintCurlew = lintRule<{ type: string }, Options | undefined>(
  "remark-lint:curlew",
  async (_tree, file, options) => {
    const text = String(file);
    const path = file.path === undefined ? null : resolve(file.cwd, file.path);
    const { problems, remarks } = await analyzed(options ?? {}, {
      path,
      folder: file.cwd,
      language: "markdown",
      text,
    });
    const lines = new Lines(text);
    for (const warning of remarks) file.message(warning);
    for (const { span, code, message } of problems) {
      const [start, end] = span.map((offset) => ({ ...lines.position(offset), offset }));
      file.message(
        code === undefined ? message : `${message} (${code})`,
        start === undefined || end === undefined ? {} : { place: { start, end } },
      );
    }
  },
);
export default remarkLintCurlew;

type Analysis = Awaited<ReturnType<EditorAnalyst["problems"]>>;

/** Returns the findings. An error, such as a mistake in the options, becomes a message without a stack trace. */
async function analyzed(
  options: Options,
  file: Parameters<EditorAnalyst["problems"]>[0],
): Promise<Analysis> {
  const mistake = mistakeIn(options);
  if (mistake !== null) return notAnalyzed(mistake);
  try {
    return await analystFor(options).problems(file, new AbortController().signal);
  } catch (error) {
    return notAnalyzed(error instanceof Error ? error.message : String(error));
  }
}

function notAnalyzed(why: string): Analysis {
  return { problems: [], remarks: [`not analyzed: ${why}`] };
}

/** Returns a message about an unknown or invalid option; null if there is none. */
function mistakeIn(options: Options): string | null {
  for (const [name, value] of Object.entries<unknown>({ ...options })) {
    if (name !== "profile" && !LISTS.includes(name))
      return `there is no option "${name}"; there are profile, ${LISTS.join(", ")}`;
    if (name !== "profile" && !Array.isArray(value)) return `the option "${name}" must be a list`;
  }
  return null;
}

function analystFor(options: Options): EditorAnalyst {
  const key = JSON.stringify(options);
  const known = analysts.get(key);
  if (known !== undefined) return known;
  const context = {
    toolkit: {
      createDetector: createNodeDetector,
      isolate: async (rules: NodeDetectorOptions, processes: number) =>
        createIsolatedDetector({ ...rules, processes }),
    },
    stdin: process.stdin,
    stdout: process.stdout,
    stderr: process.stderr,
    env: process.env,
    cwd: process.cwd(),
    stdinIsData: false,
  };
  const created = new EditorAnalyst(context, {
    profile: "extended",
    ...options,
    profileGiven: options.profile !== undefined,
    baseline: null,
  });
  analysts.set(key, created);
  return created;
}
