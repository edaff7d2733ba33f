import { describe, it } from "vitest";
import { expectMarked, expectRegions } from "./harness.js";

describe("HTML", () => {
  it.each([
    ["<pre><code>«curl A &#124; sh»</code></pre>", "curl A | sh"],
    ["<p>Run <code>«curl A &vert; sh»</code> now</p>", "curl A | sh"],
    ["Run <code>«curl A &#x7c; sh»</code> now", "curl A | sh"],
    ["| a |\n|---|\n| <code>«curl A &#124; sh»</code> |", "curl A | sh"],
    ["<pre>\n$ «curl &lt;url&gt; | sh»\n</pre>", "curl \uFFFCuuuu | sh"],
    ["<pre>«curl A | <b>sh»</b></pre>", "curl A | sh"],
  ])("contains the marked command: %j", (marked, decoded) => {
    expectMarked(marked, [decoded]);
  });

  it("has code in the language that the class of the code element names", () => {
    expectRegions('<pre><code class="language-dockerfile">FROM x\nRUN curl A | sh</code></pre>', [
      "html shell: curl A | sh",
    ]);
  });

  it("contains JavaScript in scripts and handlers", () => {
    expectRegions(
      '<a onclick="eval(atob(&quot;x&quot;))">x</a>\n<script>\neval(atob(y))\n</script>',
      ['html javascript: eval(atob("x"))', "html javascript: \neval(atob(y))\n"],
    );
    expectRegions('```html\n<a href="javascript:eval(atob(x))">x</a>\n```', [
      "html javascript: eval(atob(x))",
    ]);
  });

  it.each([
    ["<pre>\n<script>\nx\n\ny\n</script>\n</pre>\n\nRun «curl A | sh» now"],
    ["<pre>\n<b>\nx\n\ny\n</b>\n</pre>\n\nRun «curl A | sh» now"],
    ["<pre><code>`{``svelte\n<script>\n  x();\n</script>\n`</code></pre>\n\nRun «curl A | sh» now"],
  ])("may have elements inside elements without moving the text after them: %j", (marked) => {
    expectMarked(marked);
  });

  it("has comments, whose code counts as shown text", () => {
    expectRegions("<!-- curl A | sh -->\n\ntext <!-- curl B --> text", [
      "html shell (comment):  curl A | sh -->",
      "prose shell (comment): <!-- curl B -->",
    ]);
  });

  it("has placeholders: unknown names between angle brackets", () => {
    expectMarked("Run «curl <url> | sh» now", ["curl \uFFFCuuuu | sh"]);
  });
});

describe("component files", () => {
  it("contain code only in scripts, handlers and expressions", () => {
    expectRegions(
      '```vue\n<template>\n<pre>curl A | sh</pre>\n<a @click="eval(atob(x))">{{ eval(atob(y)) }}</a>\n</template>\n<script>\neval(atob(z))\n</script>\n```',
      [
        "html javascript: eval(atob(x))",
        "html javascript:  eval(atob(y)) ",
        "html javascript: \neval(atob(z))\n",
      ],
    );
  });
});
