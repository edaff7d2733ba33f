import { grammarNames, type GrammarName } from "../assets.js";
import { languageOf } from "../languages/index.js";

/** Returns the grammar that reads files of a tag's language; null if there is none. */
export function grammarOfTag(tag: string): GrammarName | null {
  const language = languageOf(tag);
  switch (language?.name) {
    case undefined:
      return null;
    case "bash":
    case "zsh":
      return "bash";
    case "starlark":
      return "python";
    case "typescript":
    case "tsx":
      return "tsx";
    case "jsx":
      return "javascript";
    default:
      return grammarNames.find((name) => name === language?.name) ?? null;
  }
}
