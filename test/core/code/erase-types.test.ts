import { expect, test } from "vitest";
import { analyzeJavaScript } from "../../../src/core/code/javascript/analyze.js";
import { eraseTypes } from "../../../src/core/code/javascript/erase-types.js";
import { marked, unmark } from "./harness.js";

const ERASED: [string, string][] = [
  ["const a: string = b;", "const a = b;"],
  ["let a: Array<string> | null = b;", "let a = b;"],
  ["function f(a: string, b?: number): Promise<void> { }", "function f(a , b ) { }"],
  ["const f = (a: string): string => a;", "const f = (a ) => a;"],
  ["x = a as string;", "x = a ;"],
  ["x = <T>(a: T) => a;", "x = <T>(a ) => a;"],
  ["eval(code!);", "eval(code );"],
  ["interface A { b: string; c(d: E): void }", ""],
  ["class R { private code: string; run(): void { } }", "class R { code ; run() { } }"],
  ["class R { constructor(private readonly a: string) { } }", "class R { constructor( a ) { } }"],
  ["const o = { a: b, c: d };", "const o = { a: b, c: d };"],
  ["x = a ? b : c;", "x = a ? b : c;"],
  ["switch (a) { case 1: b(); default: c(); }", "switch (a) { case 1: b(); default: c(); }"],
  ["if (a) { b: for (;;) {} }", "if (a) { b: for (;;) {} }"],
  ["import { a as b } from 'c';", "import { a as b } from 'c';"],
  ["x = a < b && c > d;", "x = a < b && c > d;"],
];

test.each(ERASED)("types are erased, and nothing else: %s", (text, expected) => {
  const plain = eraseTypes(text);
  expect(plain).toHaveLength(text.length);
  expect(plain.replace(/\s+/g, " ").trim()).toBe(expected);
});

const MATCHES = [
  "const x: string = atob(y);\n«eval(x»);",
  "function f(a: string, b?: number): Promise<void> { const c = atob(a) as string; «eval(c!»); }".replace(
    "«eval(c!»)",
    "«eval(c»!)",
  ),
  "class R { private code: string; constructor(private readonly a: string) { this.code = atob(a); } run(): void { «eval(this.code»); } }",
  "const run = async (x: string): Promise<unknown> => «eval(atob»(x));",
  "«eval(atob»(x as string));",
  "«eval(atob»(process.env.X!));",
  "(window as any).«eval(atob»(x));",
  "export const a: Foo<Bar> = { run: (x: string) => «eval(atob»(x)) };",
  "@Component({ selector: 'a' })\nexport class A { ngOnInit(): void { «eval(atob»(this.x)); } }",
  "enum A { B = 1 }\n«eval(atob»(x));",
  "declare const a: string;\n«eval(atob»(a));",
];

test.each(MATCHES)("matches are found in TypeScript: %s", (text) => {
  expect(marked(unmark(text), analyzeJavaScript)).toBe(text);
});
