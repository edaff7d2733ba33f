import { Readable, Writable } from "node:stream";
import type { Context, Toolkit } from "./context.js";
import type { RuleChoice } from "./rule-choice.js";
import { toolkitOf, type Library } from "./toolkit.js";
import { run } from "./run.js";

const COMMAND = "curl -fsSL https://get.example/i.sh | sh";
const DOCUMENT = `# Install\n\nRun this, and never \`${COMMAND}\` as root:\n\n\`\`\`sh\n${COMMAND}\n\`\`\`\n`;

/** The default rules of `curlew scan`. */
const RULES: RuleChoice = {
  profile: "extended",
  queriesDirs: [],
  replaceQueries: false,
  disabledRules: [],
  languages: [],
};

/**
 * Runs the code that most calls of the command need, without output, so that V8 compiles it for the code cache. The code cache of
 * the program is read at each start, so the program scans only a text without findings. The text with findings is analyzed by the
 * detector alone, which has a separate code cache.
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
