import { commentsOf, type Family, type Language } from "./language.js";
import * as syntaxes from "./syntax.js";

interface Row {
  /** Tags beside the name. */
  readonly tags?: string;
  /** Names of files that may hold commands: whole ones, and endings with their dot. */
  readonly files?: string;
  readonly programs?: string;
  readonly comments?: string;
  readonly syntax?: keyof typeof syntaxes;
  readonly calls?: string;
  readonly opening?: RegExp;
  readonly lines?: readonly RegExp[];
}

const words = (text = ""): readonly string[] => text.split(" ").filter((word) => word !== "");

/** What may open a string, where nothing is known of them. */
const QUOTES = `"'\``;

function quotesOf(syntax: Language["syntax"]): string {
  const opens = (mark: string): boolean => syntax?.strings.some(({ open }) => mark.replace(open, "") === "") ?? true;
  return [...QUOTES].filter(opens).join("");
}

/** Languages of one family, by name. */
function family(of: Family, rows: Readonly<Record<string, Row>>): readonly Language[] {
  return Object.entries(rows).map(([name, { tags, files, programs, comments = "", syntax, calls, opening, lines }]) => ({
    name,
    family: of,
    tags: [name, ...words(tags)],
    files: words(files),
    programs: words(programs),
    comments: commentsOf(comments),
    quotes: quotesOf(syntax === undefined ? null : syntaxes[syntax]),
    syntax: syntax === undefined ? null : syntaxes[syntax],
    calls: calls ?? null,
    opening: opening ?? null,
    lines: lines ?? [],
  }));
}

const SLASHES = "// /*..*/";
const MARKUP = `<!--..--> ${SLASHES}`;
const POD = "^=pod..=cut ^=head..=cut ^=begin..=cut ^=over..=cut ^=encoding..=cut ^=for..=cut ^=item..=cut";
const JAVASCRIPT = { comments: SLASHES };

const shells = family("shell", {
  bash: {
    tags: "sh shell ksh dash ash shellscript shell-script bats source-shell posix bashrc profile envrc cloud-init userdata",
    files: ".sh .bash .ksh .bats .command .bashrc .bash_profile .bash_aliases .profile .envrc pkgbuild apkbuild",
    programs: "sh bash dash ash ksh", comments: "#",
  },
  zsh: { tags: "zshrc", files: ".zsh .zshrc .zprofile", programs: "zsh", comments: "#" },
  fish: { files: ".fish", programs: "fish", comments: "#" },
  csh: { tags: "tcsh", programs: "csh tcsh", comments: "#" },
});

const sessions = family("console", {
  console: {
    tags: "terminal shell-session shellsession sh-session bash-session zsh-session session term tty ps1-session consolelog cmd-session",
    comments: "#",
  },
});

const programs = [
  ...family("python", {
    python: {
      tags: "py python3 py3 python2 ipython ipython3 pycon python-repl python-console pyw sage gyp jupyter", files: ".py .pyi .pyw",
      programs: "python", comments: "#",
    },
  }),
  ...family("javascript", {
    javascript: {
      tags: "js mjs cjs node nodejs es6 ecmascript deno bun userscript", files: ".js .mjs .cjs", programs: "node deno bun",
      ...JAVASCRIPT,
    },
    jsx: { tags: "javascriptreact", files: ".jsx", ...JAVASCRIPT },
    typescript: { tags: "ts mts cts", files: ".ts .mts .cts", ...JAVASCRIPT },
    tsx: { tags: "typescriptreact", files: ".tsx", ...JAVASCRIPT },
  }),
  ...family("batch", { bat: { tags: "batch cmd dos winbatch batchfile", files: ".bat .cmd", comments: "REM @REM ^::" } }),
  ...family("powershell", { powershell: { tags: "ps1 pwsh ps posh psm1", files: ".ps1 .psm1", programs: "pwsh", comments: "# <#..#>" } }),
];

const formats = [
  ...family("dockerfile", {
    dockerfile: {
      tags: "docker containerfile earthfile earthly", files: "dockerfile containerfile earthfile .dockerfile .containerfile", comments: "#",
    },
  }),
  ...family("yaml", {
    yaml: {
      tags: "yml github-actions gitlab-ci docker-compose compose k8s kubernetes ansible helm cloud-config", files: ".yml .yaml",
      comments: "#",
    },
  }),
  ...family("toml", { toml: { files: ".toml", comments: "#" } }),
  ...family("json", {
    json: { tags: "jsonc json5 package.json", files: ".json .jsonc .json5 .jsonl .ndjson", comments: SLASHES },
    ipynb: { tags: "notebook", files: ".ipynb" },
  }),
  ...family("make", {
    makefile: { tags: "make mk gnumake gnumakefile", files: "makefile gnumakefile .mk .mak", programs: "make", comments: "#" },
    just: {
      tags: "justfile", files: "justfile", programs: "just", comments: "#",
      lines: [/^(?!class\b)[\w-]+(?: [^:\n]*)?:[ \t]*\n[ \t]+(?:@\w|#!)/m],
    },
  }),
  ...family("systemd", {
    ini: {
      tags: "systemd service desktop unit conf cfg properties editorconfig timer socket", files: ".ini .cfg .conf .service .timer",
      comments: "; #",
    },
  }),
  ...family("crontab", { cron: { tags: "crontab", files: "crontab .cron", comments: "#" } }),
  ...family("bazel", {
    starlark: { tags: "bazel bzl buck", files: ".bzl .bazel .star tiltfile", comments: "#", lines: [/^genrule\([ \t]*$/m] },
  }),
  ...family("puppet", { puppet: { tags: "pp", files: ".pp", comments: "#" } }),
  ...family("diff", { diff: { tags: "patch udiff", files: ".diff .patch" } }),
];

const pages = [
  ...family("html", {
    html: { tags: "xml svg xhtml htm", files: ".html .htm", comments: MARKUP },
    handlebars: { tags: "hbs", comments: `{{!--..--}} {{!..}} ${MARKUP}` },
    ejs: { comments: `<%#..%> ${MARKUP}` },
    erb: { comments: `<%#..%> ${MARKUP}`, syntax: "RUBY", calls: "ruby" },
    jinja: { tags: "jinja2", comments: `{#..#} ${MARKUP}` },
  }),
  ...family("component", {
    vue: { files: ".vue", comments: MARKUP },
    svelte: { files: ".svelte", comments: MARKUP },
    astro: { files: ".astro", comments: MARKUP },
  }),
  ...family("markdown", {
    markdown: { tags: "md mdx gfm mdown rst-md", files: ".md .markdown .mdown .mkd .mdx .mdc .qmd .rmd", comments: MARKUP },
  }),
  ...family("tex", { tex: { tags: "latex ltx", files: ".tex .ltx", comments: "%" } }),
  ...family("text", {
    text: {
      tags: "txt plaintext plain none nohighlight ascii raw",
      files:
        ".txt .text .rst .spec .adoc .asciidoc .org .textile readme install changelog contributing authors license todo news hacking .cursorrules .windsurfrules .clinerules .roorules .goosehints",
    },
    registry: { tags: "reg", comments: ";" },
  }),
  ...family("output", { output: { tags: "log logs history out stdout stderr result results" } }),
  ...family("diagram", { diagram: { tags: "mermaid plantuml puml uml dot graphviz gv d2 ditaa nomnoml flow sequence svgbob pikchr" } }),
];

/** First lines are tried in this order. */
const others = family("other", {
  go: {
    tags: "golang", files: ".go", comments: SLASHES, syntax: "GO", calls: "go",
    opening:
      /^(?:package [a-z]\w*|\w+ := `[^`]*|(?:return )?(?:fmt|log|errors)\.[A-Z]\w*\((?:.*\))?|func (?:main\(|\w+\(\w+ [^:]*|\(\w+ \*?\w+\) \w+\(.*)\).*\{)$/,
    lines: [/^[ \t]*(?:(?:\w+, )?\w+ :?= |return )?exec\.Command(?:Context)?\((?:.*[(){};,])?[ \t]*$/m],
  },
  java: {
    files: ".java", comments: SLASHES, syntax: "JAVA", calls: "java",
    opening:
      /^(?:(?:(?:private|protected|public|static|final) )*String \w+ = """|package [a-z][\w.]*;|import(?: static)? [a-z]\w*(?:\.\w+)+(?:\.\*)?;|(?:(?:public|abstract|final) )+(?:class|interface|enum|record) [A-Z]\w*.*)$/,
    lines: [/^[ \t]*(?:Process \w+ = )?Runtime\.getRuntime\(\)\.exec\((?:.*;)?[ \t]*$/m],
  },
  c: {
    tags: "h objc objective-c objectivec arduino", files: ".c .h .ino", comments: SLASHES, syntax: "C", calls: "c",
    opening: /^#include [<"][\w./+-]+[>"]$/,
  },
  cpp: { tags: "c++ cc cxx hpp cuda", files: ".cc .cpp .cxx .hpp .cu", comments: SLASHES, syntax: "C", calls: "c" },
  csharp: {
    tags: "cs c# dotnet", files: ".cs .csx", comments: SLASHES, syntax: "CSHARP", calls: "csharp",
    opening: /^(?:using [A-Z][\w.]*;|namespace [A-Z][\w.]*[;{]?)$/,
    lines: [/^[ \t]*(?:(?:var|Process|ProcessStartInfo) \w+ = )?(?:new ProcessStartInfo\b|(?:await )?Process\.Start\()/m],
  },
  kotlin: {
    tags: "kt kts", files: ".kt .kts", programs: "kotlin", comments: SLASHES, syntax: "KOTLIN", calls: "kotlin",
    opening: /^(?:package [a-z]\w*(?:\.\w+)+|(?:(?:private|const) )*(?:val|var|let) \w+(?:: \w+)? = """[^"]*)$/,
  },
  php: {
    tags: "php3 php7 phtml hack", files: ".php .phtml", programs: "php", comments: "# // /*..*/ !#[", syntax: "PHP", calls: "php",
    opening: /^(?:<\?php\b|\$\w+ = <<<)/,
  },
  perl: {
    tags: "pl pm raku", files: ".pl .pm", programs: "perl", comments: `# ${POD} ^__END__..`, syntax: "PERL", calls: "perl",
    opening: /^(?:use (?:strict|warnings);|my \$\w+ = <<.*)$/,
  },
  applescript: {
    tags: "osascript", files: ".applescript", programs: "osascript", comments: "-- # (*..*)", syntax: "APPLESCRIPT", calls: "applescript",
    opening: /^(?:tell application "|do shell script ["(])/,
    lines: [/^[ \t]*(?:set \w+ to \(?)?do shell script ["(]/m],
  },
  elixir: {
    tags: "ex exs iex", files: ".ex .exs", programs: "elixir", comments: "#", syntax: "ELIXIR", calls: "elixir",
    opening: /^(?:defmodule [A-Z][\w.]* do|IO\.(?:puts|inspect)[ (].*)$/,
    lines: [/^[ \t]*(?:\{?\w+(?:, \w+\})? = )?System\.(?:cmd|shell)\((?:.*[\])(,])?[ \t]*$/m],
  },
  hcl: {
    tags: "terraform tf tfvars packer", files: ".tf .tfvars .hcl", comments: "# // /*..*/", syntax: "HCL", calls: "hcl",
    opening:
      /^(?:(?:terraform|locals|build|packer) \{|(?:resource|data|source|module|variable|output|provider|provisioner)(?: "[\w.-]+"){1,2} \{|(?:user_data|custom_data|(?:metadata_)?startup_script|inline) += (?:\[.*|(?:base64encode\()?<<-?[A-Z]\w*))$/,
    lines: [/^[ \t]*(?:provisioner|resource|data|module|variable|output|provider|job|group|task)(?: "[\w.-]+"){1,2} \{[ \t]*$/m],
  },
  rust: {
    tags: "rs", files: ".rs", comments: SLASHES, syntax: "RUST", calls: "rust",
    opening:
      /^(?:(?:e?println|e?print|panic|bail|anyhow|assert(?:_eq|_ne)?)!\((?:.*[);,])?|(?:pub )?(?:let|const|static)(?: mut)? \w+(?:: [\w&' ]+)? = r#*"[^"]*|use [a-z]\w*::[\w:*{}, ]+;|(?:pub )?(?:async )?fn \w+\s*[(<].*\{|#!?\[\w+.*\]|extern crate \w+;)$/,
    lines: [/^[ \t]*(?:(?:let (?:mut )?\w+|\w+) = |return )?(?:(?:std|tokio)::process::)?Command::new\((?:.*[(){};,])?[ \t]*$/m],
  },
  ruby: {
    tags: "rb rake rakefile gemfile vagrantfile brewfile irb", files: ".rb .rake .gemspec rakefile gemfile vagrantfile brewfile",
    programs: "ruby", comments: "# ^=begin..=end ^__END__..", syntax: "RUBY", calls: "ruby",
    opening:
      /^(?:def \w+[?!]?(?:\([^)]*\))?|require(?:_relative)? ["'][\w./-]+["']|class \w+ < [\w:]+|module [A-Z]\w*|Vagrant(?:\.configure\(.*\)|::Config\.run) do \|\w+\||\$?\w+ = <<[-~]["']?[A-Z]\w*["']?|system\(|(?:puts|desc) (["']).*\1)$/,
    lines: [
      /^[ \t]*\w+\.vm\.(?:provision|define|provider|network|synced_folder|(?:box|hostname) =)[ \t(]+[:"']/m,
      /^[ \t]*(?:(?:task|namespace|lane) :\w|(?:execute|bash|script) ["']|on roles\().* do(?: \|\w+\|)?[ \t]*$/m,
    ],
  },
  groovy: {
    tags: "gradle jenkinsfile jenkins groovy-script", files: ".groovy .gradle .jenkinsfile jenkinsfile", programs: "groovy",
    comments: SLASHES, syntax: "GROOVY", calls: "groovy",
    opening: /^(?:@Library\(|(?:pipeline|node(?:\(.*\))?|stage\(.*\))\s*\{)/,
    lines: [
      /^[ \t]*(?:(?:stage\((["']).*\1\)|stages|steps)[ \t]*\{|sh[ \t]+(?:"""|''')|task \w+\(type: \w+\) \{|tasks\.register\(["']\w+["'], \w+\) \{)[ \t]*$/m,
      /^[ \t]*sh[ \t]+(["'])[a-z][\w./-]*[ \t][^"'\n]*\1[ \t]*\r?\n(?:[ \t]*(?:\/\/.*)?\n)*[ \t]*(?:sh[ \t]+["'][a-z]|\}[ \t]*$)/m,
    ],
  },
  scala: {
    tags: "sc sbt", files: ".scala .sc .sbt", programs: "scala scala-cli amm", comments: SLASHES, syntax: "KOTLIN", calls: "scala",
    opening: /^(?:import [\w.]+\._|object \w+ .*\{)$/,
  },
  swift: {
    files: ".swift", programs: "swift", comments: SLASHES, syntax: "SWIFT", calls: "swift",
    opening: /^(?:import Foundation|let \w+ = Process\(\))$/,
  },
  haskell: {
    tags: "hs", files: ".hs", programs: "runhaskell runghc", comments: "-- {-..-}", syntax: "HASKELL", calls: "haskell",
    opening: /^(?:\{-# [A-Z].*|import (?:qualified )?[A-Z][\w.]*(?: \(.*\)| as \w+)?|module [A-Z][\w.]* .*where|main ::.*)$/,
  },
  ocaml: {
    tags: "ml", files: ".ml", programs: "ocaml", comments: "(*..*)", syntax: "OCAML", calls: "ocaml",
    opening: /^(?:let \(\) =.*|open [A-Z]\w*)$/,
  },
  dart: { files: ".dart", comments: SLASHES, syntax: "DART", calls: "dart", opening: /^import ["'](?:dart|package):/ },
  lua: {
    tags: "luau", files: ".lua", programs: "lua luajit", comments: "-- --[[..]] --[=[..]=] --[==[..]==]", syntax: "LUA", calls: "lua",
    opening: /^(?:local (?:function )?\w+(?:, \w+)*(?: = .*|\(.*\))|for \w+, \w+ in i?pairs\(.*)$/,
  },
  lisp: {
    tags: "elisp emacs-lisp commonlisp", files: ".lisp .el", programs: "sbcl", comments: "; #|..|#", syntax: "LISP", calls: "lisp",
    opening:
      /^\((?:shell-command|async-shell-command|require|defun|defn|defvar|setq|ns|use-package|message|println)[ \n]|^\([a-z]+(?:-[a-z]+)+ ["'(:]/,
    lines: [/^[ \t]*\((?:async-)?shell-command(?:-to-string)?[ \t]+"/m],
  },
  sql: {
    tags: "postgres postgresql psql plsql plpgsql tsql sqlite", files: ".sql", comments: "-- /*..*/", syntax: "SQL", calls: "sql",
    opening: /^(?:COPY \S+ (?:FROM|TO) PROGRAM |SELECT .* FROM |CREATE (?:TABLE|FUNCTION|EXTENSION) |INSERT INTO )/,
  },
  mysql: { comments: "-- # /*..*/", syntax: "SQL", calls: "sql" },
  r: { tags: "rlang rscript", files: ".r", programs: "Rscript", comments: "#", syntax: "R", calls: "r" },
  julia: { tags: "jl", files: ".jl", programs: "julia", comments: "# #=..=#", syntax: "JULIA", calls: "julia" },
  nim: { tags: "nims", files: ".nim .nims", programs: "nim", comments: "# #[..]#", syntax: "NIM", calls: "nim" },
  crystal: { files: ".cr", programs: "crystal", comments: "#", syntax: "RUBY", calls: "ruby" },
  erlang: { tags: "erl", files: ".erl", programs: "escript", comments: "%", syntax: "ELIXIR", calls: "elixir" },
  fsharp: { tags: "fs", files: ".fs .fsx", comments: "// (*..*)", syntax: "CSHARP", calls: "csharp" },
  vb: { files: ".vb", comments: "' REM", syntax: "CSHARP", calls: "csharp" },
  vbscript: { tags: "vba vbs vbnet basic", files: ".vbs", comments: "' REM" },
  d: { comments: `${SLASHES} /+..+/`, syntax: "C", calls: "c" },
  v: { tags: "vlang", comments: SLASHES, syntax: "C", calls: "c" },
  awk: { tags: "gawk", files: ".awk", programs: "awk gawk mawk", comments: "#", syntax: "C", calls: "c" },
  clojure: { tags: "clj", files: ".clj", programs: "clojure bb", comments: "; #|..|#", syntax: "LISP", calls: "lisp" },
  scheme: { tags: "racket", files: ".scm .rkt", programs: "guile racket", comments: "; #|..|#", syntax: "LISP", calls: "lisp" },
  vim: { tags: "viml vimscript", files: ".vim .vimrc", comments: '^"' },
  nix: { files: ".nix", comments: "# /*..*/" },
  cmake: { tags: "cmakelists", files: "cmakelists.txt .cmake", comments: "#" },
  zig: { files: ".zig", comments: "//" },
  solidity: { files: ".sol", comments: SLASHES },
  proto: { comments: SLASHES },
  verilog: { comments: SLASHES },
  haxe: { comments: SLASHES },
  css: { tags: "scss less", comments: SLASHES },
  pascal: { tags: "delphi", files: ".pas", comments: "// (*..*) {..}" },
  hocon: { comments: "# //" },
  elm: { tags: "purescript", files: ".elm", comments: "-- {-..-}" },
  ada: { files: ".adb .ads", comments: "--" },
  vhdl: { comments: "-- /*..*/" },
  matlab: { comments: "% %{..%}" },
  octave: { comments: "% # %{..%} #{..#}" },
  prolog: { comments: "% /*..*/" },
  asm: { tags: "nasm s", comments: "; # // /*..*/" },
  autohotkey: { tags: "ahk", files: ".ahk", comments: "; /*..*/" },
  wat: { tags: "wast", comments: ";; (;..;)" },
  tcl: { files: ".tcl", programs: "tclsh wish", comments: "#" },
  coffeescript: { tags: "coffee", files: ".coffee", programs: "coffee", comments: "# ###..###" },
  graphql: { comments: "#" },
  gdscript: { tags: "gd", files: ".gd", comments: "#" },
  sed: { files: ".sed", programs: "sed", comments: "#" },
});

/** Every language that is read: tags, names of files, comments, strings, first lines. */
export const LANGUAGES: readonly Language[] = [...shells, ...sessions, ...programs, ...formats, ...pages, ...others];
