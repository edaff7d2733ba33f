/**
 * Removes the parsing runtime's evaluation of strings from a bundle. It exists for grammars with JavaScript, and there are none;
 * an extension must not contain it, and its policy would reject it.
 * @throws Error if the bundle does not contain the expected number of such calls
 */
export function withoutEval(bundle: string): string {
  const calls = bundle.match(EVAL_CALL) ?? [];
  if (calls.length !== EXPECTED)
    throw new Error(
      `expected ${EXPECTED} calls of eval in the bundle, found ${calls.length}: check them again`,
    );
  const stripped = bundle.replace(EVAL_CALL, "refuseEval(");
  return `function refuseEval() {\n  throw new Error("strings are not evaluated here");\n}\n${stripped}`;
}

const EVAL_CALL = /(?<![\w$."'`])eval\(/g;
const EXPECTED = 2;
