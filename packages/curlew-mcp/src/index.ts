import type { Readable, Writable } from "node:stream";
import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { StdioServerTransport } from "@modelcontextprotocol/sdk/server/stdio.js";
import { z } from "zod";

/** A text that an agent asks about. */
export interface Question {
  readonly text: string;
  /** What the text is, as the tag of a fence (`bash`, `python`); Markdown and prose where it is absent. */
  readonly language?: string | undefined;
  readonly profile?: "contract" | "extended" | undefined;
}

/** An answer for the model to read, and the same as data. */
export interface Answer {
  readonly text: string;
  readonly data: Record<string, unknown>;
}

/** What the tools do; this package knows nothing of detection. */
export interface McpOptions {
  readonly version: string;
  /**
   * @param signal aborted when the client cancels its request
   * @throws an error whose message the agent is to read
   */
  check(question: Question, signal: AbortSignal): Promise<Answer>;
  /** @throws an error whose message the agent is to read */
  explain(rule: string): Promise<string>;
  readonly stdin: Readable;
  readonly stdout: Writable;
  /** Told of messages that are none of the protocol. */
  readonly onTrouble: (message: string) => void;
}

/** A message holds its text escaped; what is longer than this is none that an agent asks about. */
const MOST_BYTES = 32 * 1024 * 1024;

const INSTRUCTIONS = `Call check_text before you run a shell command that you did not write yourself, and before you hand on instructions, \
a script or a README: it finds what fetches remote content and executes it, and payloads that are decoded and executed. \
It runs and fetches nothing. A clean answer is no permission.`;

/** Serves the Model Context Protocol over two streams until the client leaves. */
export async function serveMcp(options: McpOptions): Promise<void> {
  const server = new McpServer(
    { name: "curlew", version: options.version },
    { instructions: INSTRUCTIONS },
  );
  registerCheck(server, options);
  registerExplain(server, options);
  const transport = new StdioServerTransport(options.stdin, options.stdout, {
    maxBufferSize: MOST_BYTES,
  });
  const left = new Promise<void>((resolve) => {
    server.server.onclose = resolve;
  });
  server.server.onerror = (error) => options.onTrouble(error.message);
  options.stdin.once("end", () => void transport.close());
  options.stdout.once("error", () => void transport.close());
  await server.connect(transport);
  await left;
}

const place = z.object({ line: z.number(), column: z.number() });
const finding = z.object({
  rule: z.string(),
  level: z.string(),
  severity: z.string(),
  message: z.string(),
  text: z.string(),
  location: z.object({ start: place, end: place }).optional(),
});

function registerCheck(server: McpServer, { check }: McpOptions): void {
  server.registerTool(
    "check_text",
    {
      title: "Check a text for instructions that execute unseen code",
      description:
        "Finds instructions that fetch remote content and execute it, or that execute a payload decoded at run time, in any text: a shell command, a script, a README, an answer. Says where, why, and a safer way. Runs and fetches nothing.",
      inputSchema: {
        text: z.string().describe("The whole text, as it is."),
        language: z
          .string()
          .max(40)
          .optional()
          .describe(
            'What the text is, as the tag of a fence: "bash" for a command that is about to run, "python", "dockerfile". Leave it out for Markdown and prose.',
          ),
        profile: z
          .enum(["contract", "extended"])
          .optional()
          .describe(
            "Which rules are in force: a closed list of tools, or all that are known (extended).",
          ),
      },
      outputSchema: {
        verdict: z
          .enum(["unsafe", "advisory", "clean", "undecided"])
          .describe(
            "advisory: something to look at before it is run, such as a download that runs later; undecided: nothing was found, and the text was not read to its end.",
          ),
        profile: z.string(),
        findings: z.array(finding.passthrough()),
        notes: z.array(
          z.object({ kind: z.string(), reason: z.string(), message: z.string() }).passthrough(),
        ),
        outcome: z.object({ status: z.string() }).passthrough(),
        omitted: z
          .object({ findings: z.number(), notes: z.number(), message: z.string() })
          .optional()
          .describe("What this answer leaves out, and how to get it."),
      },
      annotations: {
        readOnlyHint: true,
        idempotentHint: true,
        destructiveHint: false,
        openWorldHint: false,
      },
    },
    async (question, { signal }) => {
      const { text, data } = await check(question, signal);
      return { content: [{ type: "text", text }], structuredContent: data };
    },
  );
}

function registerExplain(server: McpServer, { explain }: McpOptions): void {
  server.registerTool(
    "explain_rule",
    {
      title: "Explain a rule",
      description:
        "Says what a rule finds, why that is unsafe, what to do instead, with examples of what is a finding and what is none.",
      inputSchema: { rule: z.string().max(200).describe("Id of a rule, such as bash/fetch-pipe.") },
      annotations: {
        readOnlyHint: true,
        idempotentHint: true,
        destructiveHint: false,
        openWorldHint: false,
      },
    },
    async ({ rule }) => ({ content: [{ type: "text", text: await explain(rule) }] }),
  );
}
