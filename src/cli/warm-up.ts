import { Readable, Writable } from "node:stream";
import type { Context, Toolkit } from "./context.js";
import type { RuleChoice } from "./rule-choice.js";
import { toolkitOf, type Library } from "./toolkit.js";
import { run } from "./run.js";

const COMMAND = "curl -fsSL https://get.example/i.sh | sh";
const DOCUMENT = `# Install\n\nRun this, and never \`${COMMAND}\` as root:\n\n\`\`\`sh\n${COMMAND}\n\`\`\`\n`;

/** Those of the commands that people call. */
const RULES: RuleChoice = {
  profile: "extended",
  queriesDirs: [],
  replaceQueries: false,
  disabledRules: [],
  languages: [],
};

/**
 * Runs the code of most calls of the command without output, so that V8 compiles it for the code cache. The cache of the command
 * is read at each start, so it analyzes a text without findings; only the detector has a finding.
 */
export async function warmUp(load: () => Promise<Library>): Promise<void> {
  const toolkit = toolkitOf(load);
  await run(["scan", "-"], contextOf(toolkit, "Run `npm test`.\n"), "");
  (await toolkit.createDetector(RULES)).detect(DOCUMENT);
}

function contextOf(toolkit: Toolkit, text: string): Context {
  const nowhere = (): Writable => new Writable({ write: (_chunk, _encoding, done) => done() });
  return {
    toolkit,
    stdin: Readable.from([Buffer.from(text)]),
    stdout: nowhere(),
    stderr: nowhere(),
    env: { XDG_CONFIG_HOME: "/nonexistent" },
    cwd: "/",
    stdinIsData: true,
  };
}
