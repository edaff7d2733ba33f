import { describe, expect, it } from "vitest";
import {
  marksOfTag,
  familyOf,
  kindOfFile,
  LANGUAGES,
  languageOfFile,
  tagOf,
  tagOfFirstLine,
} from "../../../src/core/languages/index.js";

describe("the table of languages", () => {
  const twice = (keys: readonly string[]): string[] =>
    keys.filter((key, at) => keys.indexOf(key) < at);

  it("maps each tag, file name and program to one language", () => {
    expect(twice(LANGUAGES.flatMap(({ tags }) => tags))).toEqual([]);
    expect(twice(LANGUAGES.flatMap(({ files }) => files))).toEqual([]);
    expect(twice(LANGUAGES.flatMap(({ programs }) => programs))).toEqual([]);
  });

  it("contains only lower-case tags and file names", () => {
    for (const { tags, files } of LANGUAGES)
      for (const key of [...tags, ...files]) expect(key).toBe(key.toLowerCase());
  });

  it("has comment marks for each language of the family `other`", () => {
    for (const { name, family, comments } of LANGUAGES) {
      if (family === "other")
        expect(comments.line.length + comments.block.length, name).toBeGreaterThan(0);
    }
  });
});

describe("the language of a tag", () => {
  it.each([
    ["bash", "bash", "shell"],
    ["language-rb", "rb", "other"],
    ['sh title="x"', "sh", "shell"],
    ["{.bash .numberLines}", "bash", "shell"],
    ["js:app.js", "js", "javascript"],
    ["setup.py", "py", "python"],
    ["terminal-output", "terminal-output", "output"],
    ["brainfuck", "brainfuck", "text"],
  ])("is determined for the info string %s", (info, tag, family) => {
    expect(tagOf(info)).toBe(tag);
    expect(familyOf(tag)).toBe(family);
  });

  it("is unknown for an empty info string", () => {
    expect(tagOf("")).toBeNull();
  });

  it("determines the comment marks, which are # and // for an unknown language", () => {
    const marks = (tag: string): string[] => marksOfTag(tag).comments.line.map(({ open }) => open);
    expect(marks("haskell")).toEqual(["--"]);
    expect(marks("vim")).toEqual(['"']);
    expect(marks("php")).toEqual(["#", "//"]);
    expect(marks("brainfuck")).toEqual(["#", "//"]);
    expect(marksOfTag("ocaml").comments.block).toMatchObject([
      { open: "(*", close: "*)", first: false },
    ]);
    expect(marksOfTag("bat").comments.line).toMatchObject([
      { open: "REM", word: true },
      { open: "@REM" },
      { open: "::", first: true, word: false },
    ]);
  });
});

it("string quotes depend on the language, and an unknown language has all of them", () => {
  const quotes = (tag: string): string => marksOfTag(tag).quotes;
  expect([quotes("lisp"), quotes("ocaml"), quotes("rust"), quotes("go"), quotes("sql")]).toEqual([
    '"',
    '"',
    '"',
    `"'\``,
    `"'`,
  ]);
  expect([quotes("zig"), quotes("brainfuck")]).toEqual([`"'\``, `"'\``]);
});

describe("the language of a file name", () => {
  it.each([
    ["src/run.SH", "bash"],
    [".bashrc", "bash"],
    ["Gemfile", "ruby"],
    ["a/b/Vagrantfile", "ruby"],
    ["Dockerfile.dev", "dockerfile"],
    ["install.sh.tmpl", "bash"],
    ["Makefile.in", "makefile"],
    ["App.vue", "vue"],
    ["Tool.csproj", "html"],
    ["a.ipynb", "ipynb"],
    ["Main.scala", "scala"],
    ["C:\\x\\setup.ps1", "powershell"],
  ])("is determined for %s", (path, name) => {
    expect(kindOfFile(path)).toEqual({ known: true, tag: name });
    expect(languageOfFile(path)?.name).toBe(name);
  });

  it.each(["README", "README.md", "notes.txt", "page.rst", "greeting.tmpl"])(
    "is null for %s, which is prose",
    (path) => {
      expect(kindOfFile(path)).toEqual({ known: true, tag: null });
    },
  );

  it.each(["photo.png", "app.exe", "data", "photo.png.in2"])("is unknown for %s", (path) => {
    expect(kindOfFile(path)).toEqual({ known: false, tag: null });
  });
});

describe("the language of a first line", () => {
  it.each([
    ["#!/bin/sh -e", "bash"],
    ["#!/usr/bin/env bash", "bash"],
    ["#!/usr/bin/env -S deno run --allow-net", "javascript"],
    ["#!/usr/bin/python3.11", "python"],
    ["#!/bin/ksh93", "bash"],
    ["#!/usr/bin/ruby2.7 -w", "ruby"],
    ["\ufeff#!/usr/bin/perl", "perl"],
    ["#!/usr/bin/env elvish", null],
    ["# /bin/sh", null],
    ["echo #!/bin/sh", null],
  ])("such as %s is %s", (line, tag) => {
    expect(tagOfFirstLine(`${line}\nx`)).toBe(tag);
  });
});
