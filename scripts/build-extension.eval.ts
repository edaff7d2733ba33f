/**
 * Takes the parsing runtime's evaluation of strings out of a bundle. It is there for grammars that carry
 * JavaScript, which none does; an extension must not hold it at all, and its policy would refuse it.
 * @throws Error where the bundle holds another number of such calls than this version of the runtime has
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
