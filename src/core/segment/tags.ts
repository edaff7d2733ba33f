import type { CommentStyle } from "./comments.js";

/** The families of tags, each read by its own reader. */
export type Family =
  | "shell" | "console" | "python" | "javascript" | "component" | "dockerfile" | "yaml" | "toml" | "json" | "make" | "systemd" | "crontab"
  | "batch" | "powershell" | "diff" | "html" | "markdown" | "output" | "diagram" | "text" | "notebook" | "cmake" | "bazel" | "puppet" | "vim" | "nix" | "tex" | "spec" | "other";

const FAMILIES: Readonly<Partial<Record<Family, string>>> = {
  shell: "bash sh zsh shell ksh dash fish ash csh tcsh shellscript shell-script bats source-shell posix bashrc zshrc profile envrc cloud-init userdata",
  console: "console terminal shell-session shellsession sh-session bash-session zsh-session session term tty ps1-session consolelog cmd-session",
  python: "python py python3 py3 python2 ipython ipython3 pycon python-repl python-console pyw sage gyp jupyter",
  javascript: "javascript js mjs cjs node nodejs typescript ts tsx jsx mts cts es6 ecmascript deno bun typescriptreact javascriptreact userscript",
  component: "vue svelte astro",
  dockerfile: "dockerfile docker containerfile earthfile earthly",
  yaml: "yaml yml github-actions gitlab-ci docker-compose compose k8s kubernetes ansible helm cloud-config",
  toml: "toml",
  json: "json jsonc json5 package.json",
  make: "make makefile mk gnumake gnumakefile just justfile",
  systemd: "ini systemd service desktop unit conf cfg properties editorconfig timer socket",
  crontab: "crontab cron",
  batch: "bat batch cmd dos winbatch",
  powershell: "powershell ps1 pwsh ps posh psm1",
  diff: "diff patch udiff",
  html: "html xml svg xhtml htm handlebars hbs ejs jinja jinja2 erb",
  markdown: "markdown md mdx gfm mdown rst-md",
  output: "output log logs history out stdout stderr result results",
  diagram: "mermaid plantuml puml uml dot graphviz gv d2 ditaa nomnoml flow sequence svgbob pikchr",
  cmake: "cmake cmakelists",
  bazel: "bazel starlark bzl buck",
  puppet: "puppet pp",
  vim: "vim viml vimscript",
  nix: "nix",
  tex: "tex latex ltx",
  spec: "spec rpmspec rpm-spec",
  text: "text txt plaintext plain none nohighlight ascii raw",
  notebook: "ipynb notebook",
};

const BY_TAG = new Map<string, Family>();
for (const [family, tags] of Object.entries(FAMILIES)) for (const tag of tags.split(" ")) BY_TAG.set(tag, family as Family);

const HASH: CommentStyle = { line: ["#"], block: [] };
const SLASH: CommentStyle = { line: ["//"], block: [["/*", "*/"]] };
const BOTH: CommentStyle = { line: ["#", "//"], block: [["/*", "*/"]] };
const DASH: CommentStyle = { line: ["--"], block: [["/*", "*/"]] };
const SEMICOLON: CommentStyle = { line: [";"], block: [] };
const PERCENT: CommentStyle = { line: ["%"], block: [] };
export const BATCH_COMMENTS: CommentStyle = { line: [], block: [], words: ["REM", "@REM", "::"] };

/** What stands behind it is data. */
const DATA = ["__END__", ""] as const;
const POD = ["=pod", "=head", "=begin", "=over", "=encoding", "=for"].map((open) => [open, "=cut"] as const);
const STYLES: readonly (readonly [style: CommentStyle, tags: string])[] = [
  [{ line: ["#"], block: [["=begin", "=end"], DATA] }, "ruby rb rakefile gemfile"],
  [{ line: ["#"], block: [...POD, DATA] }, "perl pl pm raku"],
  [{ line: ["--"], block: [["--[[", "]]"], ["--[=[", "]=]"], ["--[==[", "]==]"]] }, "lua luau"],
  [{ line: ["--"], block: [["{-", "-}"]] }, "haskell hs elm purescript"],
  [{ line: ["#"], block: [["#[", "]#"]] }, "nim"],
  [{ line: ["#"], block: [["#=", "=#"]] }, "julia jl"],
  [{ line: [], block: [["(*", "*)"]] }, "ocaml ml"],
  [{ line: ["//"], block: [["(*", "*)"]] }, "fsharp fs pascal delphi"],
  [{ line: ["%"], block: [["%{", "%}"]] }, "matlab octave"],
  [HASH, "r elixir ex exs crystal tcl coffee coffeescript cmake cmakelists starlark bazel bzl buck nix graphql gd gdscript puppet pp awk sed"],
  [SLASH, "go golang rust rs java kotlin kt swift c cpp c++ cc h hpp cs csharp c# scala groovy gradle jenkinsfile jenkins dart zig objc objective-c v d css scss less solidity proto verilog haxe"],
  [BOTH, "php hcl terraform tf tfvars hocon"],
  [DASH, "sql mysql postgres postgresql psql plsql tsql sqlite ada applescript vhdl"],
  [SEMICOLON, "clojure clj lisp scheme elisp emacs-lisp racket asm nasm s autohotkey ahk wat wast"],
  [PERCENT, "tex latex ltx erlang erl prolog"],
  [{ line: ['"'], block: [] }, "vim viml vimscript"],
  [{ line: ["'"], block: [], words: ["REM"] }, "vb vba vbs vbnet vbscript basic"],
];
const STYLE_BY_TAG = new Map<string, CommentStyle>();
for (const [style, tags] of STYLES) for (const tag of tags.split(" ")) STYLE_BY_TAG.set(tag, style);

/** The reader's family of a tag; a tag that names no known language says nothing. */
export function familyOf(tag: string): Family {
  const family = BY_TAG.get(tag) ?? (STYLE_BY_TAG.has(tag) ? "other" : null);
  // `terminal-output`, `bash_history`: the last word says what it is.
  return family ?? (BY_TAG.get(/[a-z]+$/.exec(tag)?.[0] ?? "") === "output" ? "output" : "text");
}

/** The comment marks of a language without a reader of its own; both common ones for an unknown tag. */
export function commentStyleOf(tag: string): CommentStyle {
  return STYLE_BY_TAG.get(tag) ?? BOTH;
}

/**
 * The tag of a fence's info string, lower-cased: its first word, without what follows it
 * (`bash title="x"`, `sh {linenos}`, `{.bash .numberLines}`, `js:app.js`); null where there is none.
 */
export function tagOf(info: string): string | null {
  const first = /^\s*\{?\s*[.=]?\s*(?:language-|lang-|source-)?([\w+#.-]+)/.exec(info)?.[1]?.toLowerCase() ?? null;
  if (first === null) return null;
  const known = BY_TAG.has(first) || STYLE_BY_TAG.has(first);
  const extension = /^[\w./-]+\.([a-z0-9]+)$/.exec(first)?.[1];
  return !known && extension !== undefined && (BY_TAG.has(extension) || STYLE_BY_TAG.has(extension)) ? extension : first;
}
