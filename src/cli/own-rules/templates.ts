/** Templates for a new rule, for each grammar that query files can use. */
export interface Template {
  readonly ending: string;
  readonly comment: string;
  /** The pattern up to its settings, below a comment with an example. */
  readonly pattern: string;
  readonly message: string;
  readonly match: string;
  readonly noMatch: string;
  /** The rule concerns what only the extended profile follows, and its files are written below `extended/`. */
  readonly extended?: true;
}

/** Returns a template for a call that fetches, by a type of node and the call's name. */
function fetching(
  node: string,
  name: string,
  given: Pick<Template, "ending" | "comment" | "match" | "noMatch">,
): Template {
  return {
    ...given,
    pattern: `; ${given.match}
((${node}) @source.fetch
  (#word-is? @source.fetch "${name}")`,
    message: `What ${name} fetches is executed.`,
    extended: true,
  };
}

export const TEMPLATES = {
  bash: {
    ending: "sh",
    comment: "#",
    pattern: `; acmeget install | sh
((command_name) @source.fetcher
  (#word-is? @source.fetcher "acmeget")
  (#set! writes "stdout")`,
    message: "What acmeget downloads is executed.",
    match: "  acmeget install | sh\n# ^^^^^^^ source.fetcher",
    noMatch: "  acmeget list | grep tool",
  },
  python: {
    ending: "py",
    comment: "#",
    pattern: `; acme.run_code(base64.b64decode(payload))
((attribute) @sink.execute
  (#eq? @sink.execute "acme.run_code")`,
    message: "acme.run_code executes a decoded payload.",
    match: "acme.run_code(base64.b64decode(payload))",
    noMatch: "acme.show_code(base64.b64decode(payload))",
  },
  javascript: {
    ending: "js",
    comment: "//",
    pattern: `; acme.runCode(atob(payload))
((member_expression) @sink.execute
  (#eq? @sink.execute "acme.runCode")`,
    message: "acme.runCode executes a decoded payload.",
    match: "acme.runCode(atob(payload))",
    noMatch: "acme.showCode(atob(payload))",
  },
  powershell: {
    ending: "ps1",
    comment: "#",
    pattern: `; Get-AcmeScript https://acme.example/install.ps1 | iex
((command_name) @source.fetch
  (#word-like? @source.fetch "get-acmescript")`,
    message: "What Get-AcmeScript fetches is executed.",
    match: "Get-AcmeScript https://acme.example/install.ps1 | iex",
    noMatch: "Get-AcmeScript https://acme.example/install.ps1 | Write-Host",
    extended: true,
  },
  php: fetching("name", "acme_fetch", {
    ending: "php",
    comment: "//",
    match: "eval(acme_fetch($url));",
    noMatch: "echo acme_fetch($url);",
  }),
  ruby: fetching("call", "Acme.fetch", {
    ending: "rb",
    comment: "#",
    match: "eval(Acme.fetch(url))",
    noMatch: "puts(Acme.fetch(url))",
  }),
  lua: fetching("dot_index_expression", "acme.fetch", {
    ending: "lua",
    comment: "--",
    match: "load(acme.fetch(url))()",
    noMatch: "print(acme.fetch(url))",
  }),
  go: fetching("selector_expression", "acme.Fetch", {
    ending: "go",
    comment: "//",
    match: 'exec.Command("sh", "-c", acme.Fetch(url)).Run()',
    noMatch: "fmt.Println(acme.Fetch(url))",
  }),
  java: fetching("method_invocation", "Acme.fetch", {
    ending: "java",
    comment: "//",
    match: 'new ProcessBuilder("sh", "-c", Acme.fetch(url)).start();',
    noMatch: "System.out.println(Acme.fetch(url));",
  }),
  csharp: fetching("member_access_expression", "Acme.Fetch", {
    ending: "cs",
    comment: "//",
    match: 'Process.Start("sh", "-c " + Acme.Fetch(url));',
    noMatch: "Console.WriteLine(Acme.Fetch(url));",
  }),
} as const satisfies Readonly<Record<string, Template>>;

export type TemplateLanguage = keyof typeof TEMPLATES;

/** The languages for which a rule can be created; a folder may contain rules for every language. */
export const TEMPLATE_LANGUAGES = Object.keys(TEMPLATES) as TemplateLanguage[];
