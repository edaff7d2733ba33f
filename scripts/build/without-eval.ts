/**
 * Replaces the calls of `eval` in the parsing runtime of a bundle. The runtime needs them only for grammars that contain
 * JavaScript, and no grammar here does; an extension must not contain them, and its content security policy would reject them.
 * @throws Error if the bundle does not contain the expected number of calls
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
/** The number of calls of `eval` in the current version of the parsing runtime. */
const EXPECTED = 2;
