import { constructs, shellOnly } from "./constructs.js";
import type { Language, Lines } from "./language.js";
import { languages } from "./languages.js";

/** A family of costly programs. Each program ends with a statement that has a finding. */
export interface CostlyFamily {
  readonly name: string;
  readonly profile: "contract" | "extended";
  /** The statement that ends each program. */
  readonly found: string;
  /** Returns the program of the given size. */
  readonly program: (size: number) => string;
}

function familyOf(name: string, language: Language, lines: (size: number) => Lines): CostlyFamily {
  const { tag, profile, found, before = [], after = [] } = language;
  return {
    name,
    profile,
    found,
    program: (size) =>
      [`\`\`\`${tag}`, ...before, ...lines(size), found, ...after, "```", ""].join("\n"),
  };
}

/** All constructs in all languages that can write them. */
export const costlyFamilies: readonly CostlyFamily[] = [
  ...Object.entries(languages).flatMap(([name, language]) =>
    Object.entries(constructs).flatMap(([construct, lines]) =>
      lines(language, 1) === null
        ? []
        : [familyOf(`${name}: ${construct}`, language, (size) => lines(language, size) ?? [])],
    ),
  ),
  ...Object.entries(shellOnly).flatMap(([construct, lines]) =>
    languages["shell"] === undefined
      ? []
      : [familyOf(`shell: ${construct}`, languages["shell"], lines)],
  ),
];
