/** `hash -p PATH NAME`, after which NAME refers to the program at PATH. */

import { SourceBuilder } from "../../source.js";
import type { NamedCommand } from "./runner.js";
import { silent, type Stream } from "./stream.js";

/** Defines a function NAME that runs the program at PATH with its arguments. */
export function runHash({ args, runner, scope }: NamedCommand): Stream {
  const option = args.findIndex(({ text }) => text === "-p");
  const [path, ...names] = option < 0 ? [] : args.slice(option + 1);
  if (path === undefined || path.text === null || path.remote !== null) return silent;
  const { source } = path.code();
  const start = path.span[0];
  for (const { text } of names) {
    if (text === null || !/^[\w.-]+$/.test(text)) continue;
    const definition = new SourceBuilder(source)
      .insertAt(`${text}() { `, start)
      .append(source)
      .insertAt(' "$@"; }', start)
      .build();
    const code = { source: definition, variables: [], from: start, to: path.span[1] };
    runner.code(code, { ...scope, depth: scope.depth + 1, budget: "shared" }, path.span, []);
  }
  return silent;
}
