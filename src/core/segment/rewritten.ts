import { eachMatch } from "../scan.js";
import { SourceBuilder, type Source } from "../source.js";

/** A source with what a global pattern finds replaced, each replacement standing for the place of what it replaces; null leaves one. */
export function rewritten(source: Source, pattern: RegExp, by: (found: RegExpExecArray) => string | null): Source {
  const builder = new SourceBuilder(source);
  let done = 0;
  for (const found of eachMatch(source.text, pattern)) {
    const written = by(found);
    if (written === null) continue;
    const end = found.index + found[0].length;
    builder.copy(done, found.index).put(written, found.index, end);
    done = end;
  }
  return done === 0 ? source : builder.copy(done, source.text.length).build();
}
