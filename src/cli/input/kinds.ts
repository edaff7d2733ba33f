import { basename, extname } from "node:path";

/** Extensions of prose files, read as Markdown. */
const PROSE = new Set(["md", "markdown", "mdown", "mkd", "mdx", "mdc", "qmd", "rmd", "txt", "text", "rst", "adoc", "asciidoc", "org", "textile"]);

/** Extensions of source files, with the tag of the fence that such code would stand in. */
const SOURCE: Readonly<Record<string, string>> = {
  sh: "bash", bash: "bash", zsh: "zsh", ksh: "bash", bats: "bash", command: "bash", bashrc: "bash", zshrc: "zsh", profile: "bash",
  fish: "fish", ps1: "powershell", psm1: "powershell", bat: "bat", cmd: "bat",
  py: "python", pyi: "python", pyw: "python", ipynb: "json",
  js: "javascript", mjs: "javascript", cjs: "javascript", jsx: "jsx", ts: "typescript", mts: "typescript", cts: "typescript", tsx: "tsx",
  rb: "ruby", rake: "ruby", gemspec: "ruby", pl: "perl", pm: "perl", php: "php", go: "go", rs: "rust", java: "java", kt: "kotlin",
  groovy: "groovy", gradle: "groovy", jenkinsfile: "groovy", lua: "lua", c: "c", h: "c", cc: "cpp", cpp: "cpp", cs: "csharp", swift: "swift",
  html: "html", htm: "html", vue: "html", svelte: "html", yml: "yaml", yaml: "yaml", json: "json", jsonc: "json", json5: "json",
  toml: "toml", ini: "ini", cfg: "ini", conf: "ini", service: "ini", tf: "hcl", nix: "nix", mk: "makefile", mak: "makefile", cron: "cron",
  dockerfile: "dockerfile", containerfile: "dockerfile", diff: "diff", patch: "diff",
};

/** Extensions that say that a file is filled in first. */
const TEMPLATES = new Set(["tmpl", "tpl", "j2", "jinja", "erb", "in", "template", "gotmpl", "mustache", "hbs"]);

/** Whole names without an extension of their own. */
const NAMES: Readonly<Record<string, string | null>> = {
  readme: null, install: null, changelog: null, contributing: null, authors: null, license: null, todo: null, news: null, hacking: null,
  dockerfile: "dockerfile", containerfile: "dockerfile", makefile: "makefile", gnumakefile: "makefile", justfile: "makefile",
  jenkinsfile: "groovy", vagrantfile: "ruby", rakefile: "ruby", gemfile: "ruby", brewfile: "ruby", crontab: "cron",
  ".bashrc": "bash", ".bash_profile": "bash", ".bash_aliases": "bash", ".profile": "bash", ".zshrc": "zsh", ".zprofile": "zsh", ".envrc": "bash",
};

/** Interpreters of a first line `#!…`, by the tag of their language. */
const SHEBANGS: readonly [RegExp, string][] = [
  [/\b(?:ba|da|k|z|a)?sh\b/, "bash"],
  [/\bpython[\d.]*\b/, "python"],
  [/\b(?:node|deno|bun)\b/, "javascript"],
  [/\bruby\b/, "ruby"],
  [/\bperl\b/, "perl"],
];

/** `tag` is the language of a source file; null for prose, and for a file of no known kind. */
export interface FileKind {
  readonly known: boolean;
  readonly tag: string | null;
}

/** What kind of file a path names, by its name only. */
export function kindOf(path: string): FileKind {
  const name = basename(path).toLowerCase();
  if (Object.hasOwn(NAMES, name)) return { known: true, tag: NAMES[name] ?? null };
  const extension = extname(name).slice(1);
  if (PROSE.has(extension)) return { known: true, tag: null };
  if (Object.hasOwn(SOURCE, extension)) return { known: true, tag: SOURCE[extension] ?? null };
  if (/^(?:docker|container)file(?:[.-]|\d)/.test(name)) return { known: true, tag: "dockerfile" };
  // a template is what it makes: `install.sh.tmpl` is a script
  if (TEMPLATES.has(extension)) return name.slice(0, -extension.length - 1).includes(".") ? kindOf(name.slice(0, -extension.length - 1)) : { known: true, tag: null };
  return { known: false, tag: null };
}

/** The language that a first line such as `#!/usr/bin/env bash` names. */
export function shebangTag(text: string): string | null {
  const line = /^\uFEFF?#!([^\r\n]{1,200})/.exec(text)?.[1];
  return line === undefined ? null : (SHEBANGS.find(([pattern]) => pattern.test(line))?.[1] ?? null);
}
