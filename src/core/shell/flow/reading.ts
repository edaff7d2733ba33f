import type { Reading, View } from "./context.js";
import type { Environment } from "./environment.js";
import { fields, identityOf } from "./signature.js";
import { isPossibleValue } from "./values.js";

/** Returns the signature of what a call that is made in an environment, with a view, would read there. */
export function signatureOfReading(
  env: Environment,
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
      return definition === null ? "-" : identityOf(definition);
    }
    case "file": {
      const file = env.files.find(name);
      return file === null ? "-" : identityOf(file);
    }
    case "exports":
      return signatureOfExports(env.findExported(), view);
  }
}

function signatureOfExports(exported: Environment, view: View): string {
  const { variables, functions } = exported.effects;
  return fields(
    ...[...variables].flatMap(([name, stored]) =>
      isPossibleValue(stored) ? [] : [name, view.signature(name, stored)],
    ),
    ...[...functions].flatMap(([name, { definition }]) =>
      definition === null ? [] : [name, identityOf(definition)],
    ),
  );
}
