import { instructingIn } from "./context/index.js";
import { languagesIn } from "./context/language/prose-language.js";
import { once } from "./once.js";

/**
 * Returns a function that tests whether a text of a format (Markdown by default) may contain an instruction in prose.
 * @param words the `instructionWords` of a detector
 */
export function instructionGate(words: string): (text: string, format?: string) => boolean {
  if (words === "") return () => false;
  const languages = once(() => languagesIn(words));
  return (text, format) => instructingIn(text, languages, format).length > 0;
}
