import type { Reading, View } from "./call-context.js";
import type { Argument } from "./argument.js";
import type { Downloaded } from "../../downloads.js";
import type { FunctionDefinition } from "../script.js";
import type { Effects } from "./running-call.js";
import { fields } from "./signatures.js";
import { isPossibleValue, type Value } from "./values.js";

/** The functions of an environment that do not record what they read. */
interface Readable {
  find(name: string): readonly [Value | null, ...unknown[]];
  findPositional(): readonly [readonly Argument[] | null, ...unknown[]];
  findFunction(name: string): readonly [FunctionDefinition | null, ...unknown[]];
  findExported(): { readonly effects: Effects };
  readonly files: { find(path: string): Downloaded | null };
}

/** Returns the signature of what a call would read under a name in an environment that it sees through a view. */
export function signatureOfReading(
  env: Readable,
  kind: Reading["kind"],
  name: string,
  view: View,
): string {
  switch (kind) {
    case "value":
      return view.signature(name, env.find(name)[0]);
    case "shown":
      return view.signatureShown(name, env.find(name)[0]);
    case "count":
      return String(env.findPositional()[0]?.length ?? -1);
    case "parameters":
      return view.signatureOfWords(env.findPositional()[0]);
    case "attributes": {
      const [value] = env.find(name);
      return fields(value?.exported ?? false, value?.refers);
    }
    case "function": {
      const [definition] = env.findFunction(name);
      return definition === null ? "-" : view.signatures.ofIdentity(definition);
    }
    case "file": {
      const file = env.files.find(name);
      return file === null ? "-" : view.signatures.ofIdentity(file);
    }
    case "exports":
      return signatureOfExports(env.findExported().effects, view);
  }
}

function signatureOfExports({ variables, functions }: Effects, view: View): string {
  return fields(
    ...[...variables].flatMap(([name, stored]) =>
      isPossibleValue(stored) ? [] : [name, view.signature(name, stored)],
    ),
    ...[...functions].flatMap(([name, { definition }]) =>
      definition === null ? [] : [name, view.signatures.ofIdentity(definition)],
    ),
  );
}
