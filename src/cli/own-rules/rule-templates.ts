/** A template for a custom rule in one language. */
export interface Template {
  /** The extension of the example file. */
  readonly extension: string;
  /** The mark that begins a comment in the example file. */
  readonly comment: string;
  /** A comment with an example, and the pattern up to its settings. */
  readonly pattern: string;
  readonly message: string;
  /** An example in which the rule has a finding. */
  readonly match: string;
  /** An example in which the rule has no finding. */
  readonly noMatch: string;
  /** Whether the rule needs the extended profile; its files are then written below `extended/`. */
  readonly extended?: true;
}

/** Returns a template for a call that fetches, with the type of the captured node and the name of the call. */
function fetchTemplate(
  node: string,
  name: string,
  given: Pick<Template, "extension" | "comment" | "match" | "noMatch">,
): Template {
  return {
    ...given,
    pattern: `; ${given.match}
((${node}) @source.fetch
  (#word-is? @source.fetch "${name}")`,
    message: `Content fetched by ${name} is executed.`,
    extended: true,
  };
}

/** The templates, one for each grammar that query files can use. */
export const TEMPLATES = {
  bash: {
    extension: "sh",
    comment: "#",
    pattern: `; acmeget install | sh
((command_name) @source.fetcher
  (#word-is? @source.fetcher "acmeget")
  (#set! writes "stdout")`,
    message: "Content downloaded by acmeget is executed.",
    match: "  acmeget install | sh\n# ^^^^^^^ source.fetcher",
    noMatch: "  acmeget list | grep tool",
  },
  python: {
    extension: "py",
    comment: "#",
    pattern: `; acme.run_code(base64.b64decode(payload))
((attribute) @sink.execute
  (#eq? @sink.execute "acme.run_code")`,
    message: "acme.run_code executes a decoded payload.",
    match: "acme.run_code(base64.b64decode(payload))",
    noMatch: "acme.show_code(base64.b64decode(payload))",
  },
  javascript: {
    extension: "js",
    comment: "//",
    pattern: `; acme.runCode(atob(payload))
((member_expression) @sink.execute
  (#eq? @sink.execute "acme.runCode")`,
    message: "acme.runCode executes a decoded payload.",
    match: "acme.runCode(atob(payload))",
    noMatch: "acme.showCode(atob(payload))",
  },
  powershell: {
    extension: "ps1",
    comment: "#",
    pattern: `; Get-AcmeScript https://acme.example/install.ps1 | iex
((command_name) @source.fetch
  (#word-like? @source.fetch "get-acmescript")`,
    message: "Content fetched by Get-AcmeScript is executed.",
    match: "Get-AcmeScript https://acme.example/install.ps1 | iex",
    noMatch: "Get-AcmeScript https://acme.example/install.ps1 | Write-Host",
    extended: true,
  },
  php: fetchTemplate("name", "acme_fetch", {
    extension: "php",
    comment: "//",
    match: "eval(acme_fetch($url));",
    noMatch: "echo acme_fetch($url);",
  }),
  ruby: fetchTemplate("call", "Acme.fetch", {
    extension: "rb",
    comment: "#",
    match: "eval(Acme.fetch(url))",
    noMatch: "puts(Acme.fetch(url))",
  }),
  lua: fetchTemplate("dot_index_expression", "acme.fetch", {
    extension: "lua",
    comment: "--",
    match: "load(acme.fetch(url))()",
    noMatch: "print(acme.fetch(url))",
  }),
  go: fetchTemplate("selector_expression", "acme.Fetch", {
    extension: "go",
    comment: "//",
    match: 'exec.Command("sh", "-c", acme.Fetch(url)).Run()',
    noMatch: "fmt.Println(acme.Fetch(url))",
  }),
  java: fetchTemplate("method_invocation", "Acme.fetch", {
    extension: "java",
    comment: "//",
    match: 'new ProcessBuilder("sh", "-c", Acme.fetch(url)).start();',
    noMatch: "System.out.println(Acme.fetch(url));",
  }),
  csharp: fetchTemplate("member_access_expression", "Acme.Fetch", {
    extension: "cs",
    comment: "//",
    match: 'Process.Start("sh", "-c " + Acme.Fetch(url));',
    noMatch: "Console.WriteLine(Acme.Fetch(url));",
  }),
} as const satisfies Readonly<Record<string, Template>>;

export type TemplateLanguage = keyof typeof TEMPLATES;

/** The languages for which there is a template. */
export const TEMPLATE_LANGUAGES = Object.keys(TEMPLATES) as TemplateLanguage[];
