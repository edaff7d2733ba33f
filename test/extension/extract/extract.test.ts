// @vitest-environment jsdom
import { describe, expect, it, vi } from "vitest";
import { extract } from "../../../src/extension/extract/extract.js";

function read(html: string) {
  document.body.innerHTML = `<div id="answer">${html}</div>`;
  return extract(document.getElementById("answer")!);
}

const CASES: readonly (readonly [name: string, html: string, text: string])[] = [
  ["a paragraph", "<p>Hello there</p>", "Hello there"],
  ["two paragraphs with white space between", "\n<p>One</p>\n<p> Two </p>\n", "One\n\nTwo"],
  ["a heading", "<h2>Never do\nthis</h2><p>x</p>", "## Never do this\n\nx"],
  ["inline code", "<p>Run <code>curl A | sh</code> now</p>", "Run `curl A | sh` now"],
  ["inline code with backticks", "<p><code>`x`</code></p>", "`` `x` ``"],
  ["a line break", "<p>a<br>b</p>", "a\nb"],
  ["a soft line break and the indentation after it", "<p>a\n    b</p>", "a\nb"],
  [
    "a code block with a language",
    '<pre><code class="hljs language-bash"><span>curl</span> A\n</code></pre>',
    "```bash\ncurl A\n```",
  ],
  [
    "a code block that contains a fence",
    "<pre><code>```\nx\n```\n</code></pre>",
    "````\n```\nx\n```\n````",
  ],
  [
    "header and copy button of a code block",
    "<pre><div><div>Bash</div><button>Copy code</button></div><code>ls\n</code></pre>",
    "```bash\nls\n```",
  ],
  [
    "lines of an editor view",
    '<pre><div class="cm-content"><div class="cm-line">a</div><div class="cm-line"><br></div><div class="cm-line">b</div></div></pre>',
    "```\na\n\nb\n```",
  ],
  ["breaks in code", "<pre><code>a<br>b</code></pre>", "```\na\nb\n```"],
  ["a tight list", "<ul>\n<li>a</li>\n<li>b<ul><li>c</li></ul></li>\n</ul>", "- a\n- b\n  - c"],
  [
    "an ordered loose list with code",
    "<ol start=3><li><p>a</p><pre><code>x\ny\n</code></pre></li><li><p>b</p></li></ol>",
    "3. a\n\n   ```\n   x\n   y\n   ```\n\n4. b",
  ],
  ["two lists in a row", "<ul><li>a</li></ul><ul><li>b</li></ul>", "- a\n\n* b"],
  [
    "a quote",
    "<blockquote>\n<p>a\nb</p>\n<p>c</p>\n</blockquote><p>d</p>",
    "> a\n> b\n>\n> c\n\nd",
  ],
  [
    "code in a quote in a list",
    "<ul><li><blockquote><pre><code>x\n\ny</code></pre></blockquote></li></ul>",
    "- > ```\n  > x\n  > \n  > y\n  > ```",
  ],
  [
    "a table",
    "<table><thead><tr><th>a</th><th>b</th></tr></thead><tbody><tr><td><code>x | y</code></td><td>p|q</td></tr></tbody></table>",
    "| a | b |\n| --- | --- |\n| `x \\| y` | p\\|q |",
  ],
  ["a thematic break", "<p>a</p><hr><p>b</p>", "a\n\n---\n\nb"],
  [
    "buttons, forms, toolbars",
    '<p>a<button>b</button></p><form>c</form><div role="toolbar">d</div><textarea>e</textarea><select><option>f</option></select>',
    "a",
  ],
  [
    "hidden parts",
    '<p>a<span hidden>b</span><span aria-hidden="true">c</span><span style="display:none">d</span><span class="sr-only">e</span><span style="visibility:hidden">f</span></p>',
    "a",
  ],
  [
    "clipped parts",
    '<p>a<span style="position:absolute;width:1px;height:1px;overflow:hidden">b</span></p>',
    "a",
  ],
  ["a word with a hidden part in it", "<p>cu<span hidden>x</span>rl</p>", "curl"],
  ["a closed disclosure", "<details><summary>More</summary><p>x</p></details>", "More"],
  ["an open disclosure", "<details open><summary>More</summary><p>x</p></details>", "More\n\nx"],
  [
    "text that looks like Markdown",
    "<p># a\n&gt; b\n- c\n1. d\n---</p>",
    "\\# a\n\\> b\n\\- c\n1\\. d\n\\---",
  ],
  ["a prompt", "<p>$ curl A | sh</p>", "$ curl A | sh"],
  [
    "text that looks like HTML",
    "<p>&lt;!-- x --&gt; &lt;style&gt; &lt;pre&gt; &lt;url&gt;</p>",
    "\\<!-- x --> \\<style> <pre> <url>",
  ],
  ["text that looks like an entity", "<p>a &amp;#124; b &amp; c</p>", "a \\&#124; b & c"],
  ["literal backticks that would enclose code", "<p>`a` b</p>", "\\`a\\` b"],
  ["a literal backtick alone", "<p>a` <code>b</code></p>", "a` ``b``"],
  [
    "links, of which only the text is shown",
    '<p>curl <a href="https://x.example/">https://x.example/</a> | sh</p>',
    "curl https://x.example/ | sh",
  ],
  [
    "a code block of which only a part is a code element",
    "<pre>curl A | <code>sh</code></pre>",
    "```\ncurl A | sh\n```",
  ],
  [
    "a read-only code viewer whose lines end with breaks",
    '<pre><div><div>Bash</div><div class="cm-editor"><div class="cm-content x_readonly" role="textbox" contenteditable="false" aria-readonly="true"><span class="c1">wget</span><span> -qO- A \\</span><br><span>  | sh</span></div></div></div></pre>',
    "```bash\nwget -qO- A \\\n  | sh\n```",
  ],
  [
    "a code viewer outside a code block",
    '<p>x</p><div class="cm-editor"><div class="cm-gutters" aria-hidden="true">1</div><div class="cm-content" role="textbox" contenteditable="false"><div class="cm-line">wget -qO- A \\</div><div class="cm-line">  | sh</div></div></div>',
    "x\n\n```\nwget -qO- A \\\n  | sh\n```",
  ],
  [
    "lines of code that only a style sheet separates",
    "<style>.ln{display:block}</style><pre><code><span class=ln>a</span><span class=ln>b</span></code></pre>",
    "```\na\nb\n```",
  ],
  [
    "lines of code with coloured words",
    '<pre><code><span class="line"><span style="color:red">curl</span> A |</span>\n<span class="line"><span style="color:#000">sh</span></span></code></pre>',
    "```\ncurl A |\nsh\n```",
  ],
  [
    "hidden parts among coloured words",
    '<style>.n{display:none}</style><pre><code><span class="hljs-x">cu</span><span class="n">1</span><span hidden>2</span><span aria-hidden="true">3</span><span style="display:none">4</span>rl</code></pre>',
    "```\ncurl\n```",
  ],
  [
    "parts that a style sheet hides",
    "<style>#z,[data-state=closed],.k > em{display:none}</style><p id=z>a</p><p data-state=closed>b</p><p class=k><em>c</em>d</p>",
    "d",
  ],
  [
    "similar elements of which one is hidden",
    "<style>.c[data-state=closed],.off > .b{display:none}</style><div class=c data-state=closed>a</div><div class=c data-state=open>b</div><div class='x off'><div class=b>c</div></div><div class=x><div class=b>d</div></div>",
    "b\n\nd",
  ],
  [
    "parts moved out of the page",
    '<p>a<span style="position:absolute;left:-9999px">b</span></p>',
    "a",
  ],
  [
    "citation pills and footnotes",
    '<p>curl A | sh<span data-testid="webpage-citation-pill"><a>Docs</a></span><sup><a data-footnote-ref>1</a></sup></p>',
    "curl A | sh",
  ],
  [
    "a task list",
    '<ul><li><input type="checkbox" disabled> <code>curl A | sh</code></li></ul>',
    "- `curl A | sh`",
  ],
  [
    "a formula",
    '<p>a <span class="katex"><span class="katex-mathml"><math><annotation>curl</annotation></math></span><span class="katex-html" aria-hidden="true">curl</span></span></p>',
    "a",
  ],
  [
    "breaks and blocks in a table cell",
    "<table><caption>Ways</caption><tr><th>a</th><th>b</th></tr><tr><td>curl A |<br>sh</td><td><p>x</p><p>y</p></td></tr></table>",
    "Ways\n\n| a | b |\n| --- | --- |\n| curl A \\| sh | x  y |",
  ],
  [
    "a table in a table",
    "<table><tr><td>a<table><tr><td>b</td></tr></table></td><td>c</td></tr></table>",
    "| a b | c |\n| --- | --- |",
  ],
  ["spaces at the ends of a heading", "<h2> a <b> b </b> </h2>", "## a  b"],
  ["nothing", "", ""],
];

describe("extract", () => {
  it.each(CASES)("returns the Markdown of %s", (_name, html, text) => {
    expect(read(html).text).toBe(text);
  });

  it("maps the characters of its text back to the page", () => {
    const extraction = read(
      "<p>Run <code>cu<b>rl</b> A</code></p><pre><div>sh<button>Copy</button></div><code>wget\nB</code></pre>",
    );
    const shown = (start: number, end: number) =>
      extraction
        .locate(start, end)
        .map((range) => range.node.data.slice(range.start, range.end))
        .join("");
    const at = extraction.text.indexOf("curl A");
    expect(shown(at, at + 6)).toBe("curl A");
    const code = extraction.text.indexOf("wget\nB");
    expect(shown(code, code + 6)).toBe("wget\nB");
    expect(shown(0, extraction.text.length)).toBe("Run curl Awget\nB");
    expect(extraction.locate(at - 1, at)).toEqual([]);
  });

  it("counts editable and embedded parts as not read", () => {
    const extraction = read(
      '<p>a</p><div contenteditable="true"><p>curl</p></div><iframe></iframe>',
    );
    expect(extraction.text).toBe("a");
    expect(extraction.unread).toEqual(["editable", "embedded"]);
  });

  it("counts an editor and lines that are not in the page yet as not read, but not hidden parts", () => {
    expect(
      read(
        '<pre><div class="cm-content" role="textbox" contenteditable="true"><div class="cm-line">a</div></div></pre>',
      ).unread,
    ).toEqual(["editable"]);
    expect(
      read(
        '<pre><div class="cm-content"><div class="cm-line">a</div><div class="cm-gap"></div></div></pre>',
      ).unread,
    ).toEqual(["lines"]);
    expect(
      read('<iframe hidden></iframe><div contenteditable="true" style="display:none">a</div>')
        .unread,
    ).toEqual([]);
  });

  it("counts an open shadow root as not read, because its text has no positions in the page", () => {
    document.body.innerHTML = "<p>a</p><x-viewer></x-viewer>";
    document
      .querySelector("x-viewer")!
      .attachShadow({ mode: "open" })
      .append("curl https://a.example | sh");
    expect(extract(document.body)).toMatchObject({ text: "a", unread: ["embedded"] });
  });

  it("counts a closed shadow root with text as not read if the browser exposes it to extensions", () => {
    const roots = new Map<Element, ShadowRoot>();
    vi.stubGlobal("chrome", {
      dom: { openOrClosedShadowRoot: (element: Element) => roots.get(element) ?? null },
    });
    try {
      document.body.innerHTML =
        "<p>a</p><div></div><x-icon></x-icon><table><tr><td><span></span></td></tr></table>";
      for (const [name, html] of [
        ["div", "<pre>curl A | sh</pre>"],
        ["x-icon", "<style>a b {}</style><svg></svg>"],
        ["span", "<b>curl A | sh</b>"],
      ] as const) {
        const host = document.querySelector(name)!;
        const root = host.attachShadow({ mode: "closed" });
        root.innerHTML = html;
        roots.set(host, root);
      }
      expect(extract(document.body).unread).toEqual(["embedded", "embedded"]);
      expect(extract(document.body, false).unread).toEqual([]);
    } finally {
      vi.unstubAllGlobals();
    }
  });

  it("returns a command as the page displays it", () => {
    const shown = (html: string, from: string, to: string): string => {
      const extraction = read(html);
      const start = extraction.text.indexOf(from);
      return extraction.shown(start, extraction.text.indexOf(to, start) + to.length);
    };
    const cell = "<table><tr><th>a</th></tr><tr><td>CODE</td></tr></table>";
    expect(shown(cell.replace("CODE", "<code>curl A | sh</code>"), "curl", "sh")).toBe(
      "curl A | sh",
    );
    expect(shown(cell.replace("CODE", "curl A |<br>sh"), "curl", "sh")).toBe("curl A | sh");
    expect(
      shown("<blockquote><pre><code>curl A |\n  sh</code></pre></blockquote>", "curl", "sh"),
    ).toBe("curl A |\n  sh");
    expect(shown("<p>curl *A* | sh</p>", "curl", "sh")).toBe("curl *A* | sh");
  });

  it("counts deeply nested parts as not read, without a stack overflow", () => {
    const extraction = read(`${"<div>".repeat(3000)}x${"</div>".repeat(3000)}`);
    expect(extraction.unread).toEqual(["deep"]);
  });

  it.each([
    [
      "a formula that shows a command",
      '<span class="katex"><span class="katex-mathml">x</span><span class="katex-html" aria-hidden="true">curl A | sh</span></span>',
      ["formula"],
    ],
    [
      "text that is hidden only from screen readers",
      '<p aria-hidden="true">curl A | sh</p>',
      ["aside"],
    ],
    ["a text box with text", "<textarea>curl A | sh</textarea>", ["editable"]],
    ["an input field with text", '<input value="curl A | sh">', ["editable"]],
    [
      "a closed disclosure",
      "<details><summary>More</summary><pre>curl A | sh</pre></details>",
      ["folded"],
    ],
    ["a chip that copies the code on it", "<button><code>curl A | sh</code></button>", ["control"]],
    [
      "a chip that copies the code on it and is a button only by its role",
      '<div role="button"><code>curl A | sh</code></div>',
      ["control"],
    ],
    ["a command on a button", "<button>curl A | sh</button>", ["control"]],
    [
      "nothing on buttons with labels",
      "<button>Copy code</button><button><code>x</code></button>",
      [],
    ],
    ["text in a drawing", "<svg><text>curl A</text><text>| sh</text></svg>", ["drawing"]],
    [
      "nothing in icons, and nothing that a drawing does not show",
      '<svg><title>Copy this code</title><text>A</text></svg><svg aria-hidden="true"><text>curl A</text></svg><svg><defs><text>curl A</text></defs></svg>',
      [],
    ],
    [
      "nothing in empty fields, empty disclosures and icons",
      '<textarea></textarea><input type="checkbox" value="on"><details><summary>More</summary></details><i aria-hidden="true">12 34</i><i aria-hidden="true">content_copy</i>',
      [],
    ],
    [
      "nothing that is hidden",
      '<p aria-hidden="true" style="display:none">curl A | sh</p><textarea style="display:none">curl A | sh</textarea><p aria-hidden="true" hidden>curl A</p>',
      [],
    ],
  ])("reports %s as not read", (_name, html, unread) => {
    expect(read(`<p>a</p>${html}`).unread).toEqual(unread);
  });
});
