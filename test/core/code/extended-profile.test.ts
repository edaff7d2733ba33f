import { expect, test } from "vitest";
import { analyzeJavaScript } from "../../../src/core/code/javascript/analyze.js";
import { analyzePython } from "../../../src/core/code/python/analyze.js";
import { marked, unmark } from "./harness.js";

const PYTHON = [
  "«exec(requests.get»(u).text)",
  "«exec(urllib.request.urlopen»(u).read())",
  "from urllib.request import urlopen\n«exec(urlopen»(u).read().decode())",
  "code = requests.get(u).text\n«exec(code»)",
  "os.«system(base64».b64decode(x))",
  "subprocess.«run(base64».b64decode(x), shell=True)",
  "os.«system(requests.get»(u).text)",
  "«exec(base64».urlsafe_b64decode(x))",
  "«exec(binascii».unhexlify(x))",
];

const JAVASCRIPT = [
  "«eval(await (await fetch»(u)).text());",
  "fetch(u).then((r) => r.text()).then((t) => «eval(t»));",
  "«fetch(u).then((r) => r.text()).then(eval»);",
  "«execSync(atob»(x));",
  "new «Function(atob»(x))();",
  "«setTimeout(atob»(x), 1);",
  "const { data } = await axios.get(u);\n«eval(data»);",
];

test.each(PYTHON)("%s is a match only in the extended profile", (text) => {
  expect(marked(unmark(text), analyzePython, { profile: "extended" })).toBe(text);
  expect(marked(unmark(text), analyzePython)).toBe(unmark(text));
});

test.each(JAVASCRIPT)("%s is a match only in the extended profile", (text) => {
  expect(marked(unmark(text), analyzeJavaScript, { profile: "extended" })).toBe(text);
  expect(marked(unmark(text), analyzeJavaScript)).toBe(unmark(text));
});

test.each([
  "json.loads(requests.get(u).text)",
  "exec(len(requests.get(u).text))",
  "ast.literal_eval(base64.b64decode(x))",
])("%s is not a match in the extended profile", (text) => {
  expect(marked(text, analyzePython, { profile: "extended" })).toBe(text);
});
