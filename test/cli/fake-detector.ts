import { PassThrough, Readable } from "node:stream";
import type { Detection, Finding, OffsetEncoding, Outcome, Span } from "../../src/core/index.js";
import type { Context, Detector, Toolkit } from "../../src/cli/context.js";
import { run } from "../../src/cli/run.js";

/**
 * A detector that finds `curl … | sh`. For a text with `TOO LONG`, the outcome is incomplete; `ADVISORY` and `NOTE` in a text add an
 * advisory and a note.
 */
export const fakeDetector: Detector = {
  revision: { package: "0.0.0", profile: "contract", queries: "0".repeat(64) },
  rules: [
    {
      id: "bash/fetch-pipe",
      message: "what is fetched is piped into an interpreter",
      severity: "error",
    },
  ],
  disabledRules: [],
  ownQueries: { replaced: [], joined: [], unread: [], unused: [], overruled: [] },
  explain: (text) => ({
    mentions: true,
    regions: [],
    judgements: [],
    candidates: [],
    steps: 0,
    detection: fakeDetector.detect(text),
  }),
  takesComment: () => null,
  detect(
    text: string,
    { offsetEncoding = "utf-16" }: { offsetEncoding?: OffsetEncoding } = {},
  ): Detection {
    const found = [...text.matchAll(/curl\s[^|`]*\|\s*(?:sudo\s+)?(?:ba)?sh\b/g)].map((match) =>
      findingOf(text, match.index, match[0], offsetEncoding),
    );
    const advisory = text.includes("ADVISORY")
      ? [{ ...findingOf(text, 0, "ADVISORY", offsetEncoding), level: "advisory" as const }]
      : [];
    const outcome: Outcome = text.includes("TOO LONG")
      ? {
          status: "incomplete",
          limits: [{ limit: "size", message: "the rest was not read", span: [0, 1] }],
        }
      : { status: "complete" };
    const notes = text.includes("NOTE")
      ? [
          {
            kind: "dismissed" as const,
            reason: "comment",
            message: "it is in a comment",
            span: [0, 4] as const,
          },
        ]
      : [];
    return {
      labels: found.length > 0 ? ["PS"] : [],
      spans: found.map((finding) => finding.span),
      findings: [...found, ...advisory],
      notes,
      outcome,
    };
  },
};

function findingOf(text: string, start: number, match: string, encoding: OffsetEncoding): Finding {
  const at = (offset: number) =>
    encoding === "utf-16"
      ? offset
      : encoding === "codepoint"
        ? [...text.slice(0, offset)].length
        : Buffer.byteLength(text.slice(0, offset));
  const span = (from: number, to: number): Span => [at(from), at(to)];
  const end = start + match.length;
  return {
    rule: "bash/fetch-pipe",
    level: "finding",
    span: span(start, end),
    text: match,
    snippet: { kind: "prose", language: "unknown", tag: null },
    trace: [
      {
        step: "fetch",
        span: span(start, start + 4),
        message: "curl fetches remote content",
        cardRule: 1,
      },
      { step: "output", message: "curl writes to standard output", cardRule: 2 },
      {
        step: "execute",
        span: span(start + match.lastIndexOf("|") + 1, end),
        message: "standard input is the program",
        cardRule: 1,
      },
    ],
  };
}

export const toolkit: Toolkit = { createDetector: async () => fakeDetector };

export interface Given {
  readonly cwd?: string;
  readonly stdin?: string | Uint8Array;
  readonly env?: Record<string, string>;
  /** Whether standard output and standard error are terminals. */
  readonly terminal?: boolean;
  readonly toolkit?: Partial<Toolkit>;
  readonly machineFolder?: string;
}

export interface Ran {
  readonly status: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs a command line in this process, with the fake detector. */
export async function runHere(args: readonly string[], given: Given = {}): Promise<Ran> {
  const stdout = collector(given.terminal);
  const stderr = collector(given.terminal);
  const context: Context = {
    toolkit: { ...toolkit, ...given.toolkit },
    stdin: Readable.from(given.stdin === undefined ? [] : [Buffer.from(given.stdin)]),
    stdout: stdout.stream,
    stderr: stderr.stream,
    env: given.env ?? {},
    cwd: given.cwd ?? process.cwd(),
    stdinIsData: given.stdin !== undefined,
    ...(given.machineFolder !== undefined && { machineFolder: given.machineFolder }),
  };
  const status = await run(args, context, "0.0.0");
  return { status, stdout: stdout.text(), stderr: stderr.text() };
}

function collector(isTTY = false): {
  stream: PassThrough & { isTTY: boolean };
  text: () => string;
} {
  const chunks: Buffer[] = [];
  const stream = Object.assign(new PassThrough(), { isTTY });
  stream.on("data", (chunk: Buffer) => chunks.push(chunk));
  return { stream, text: () => Buffer.concat(chunks).toString("utf8") };
}
