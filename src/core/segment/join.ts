import { SourceBuilder, Source } from "../source.js";

/** Sources over the same document, one right behind the other, or each on lines of its own. */
export function joined(sources: readonly Source[], between: "" | "\n"): Source {
  const builder = new SourceBuilder(sources[0] ?? Source.whole(""));
  sources.forEach((source, index) => {
    const before = sources[index - 1];
    // the line feed stands for the place where a source ends
    if (before !== undefined) builder.putAt(between, before.origin(0, before.text.length)[1]);
    builder.append(source);
  });
  return builder.build();
}
