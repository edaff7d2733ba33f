import { SourceBuilder, Source } from "../source.js";

/** Sources over the same document, each on lines of its own. */
export function joinSources(sources: readonly Source[]): Source {
  const first = sources[0];
  if (first === undefined || sources.length === 1) return first ?? Source.whole("");
  const builder = new SourceBuilder(first);
  sources.forEach((source, index) => {
    if (index > 0) builder.append(lineEndOf(sources[index - 1] ?? first));
    builder.append(source);
  });
  return builder.build();
}

/** A line feed that stands for the place where a source ends. */
function lineEndOf(source: Source): Source {
  return new SourceBuilder(source).put("\n", source.text.length, source.text.length).build();
}

/** Sources over the same document, one right behind the other. */
export function joinParts(sources: readonly Source[]): Source {
  const builder = new SourceBuilder(sources[0] ?? Source.whole(""));
  for (const source of sources) builder.append(source);
  return builder.build();
}
