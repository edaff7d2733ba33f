import { blanked } from "../../text-search.js";

/** Matches one type, or several joined by an operator. It contains no quote, so that strings stay as they are. */
const NAMED =
  "(?:\\{[^{}\"'`]{0,200}\\}|(?:keyof |typeof |readonly )?[\\w$.]+(?:<[^()=;\"'`]{0,200}>)?)(?:\\[\\])*";
const TYPE = `${NAMED}(?:\\s*[|&]\\s*${NAMED})*`;
const MODIFIER = "(?:private|public|protected|readonly|declare|abstract|override)\\s+";

/** What may precede a colon that introduces a type, and what may follow the type. */
const ANNOTATIONS: readonly (readonly [before: string, behind: string])[] = [
  ["\\b(?:const|let|var)\\s+[\\w$]+", "[=;]|$"],
  ["\\)", "\\{|=>"],
  [`(?:\\((?:[^(){}]{0,200},)?\\s*(?:\\.{3}|${MODIFIER})*[\\w$]+|[}\\]])`, "[,)=]"],
  [`(?:^|[{;])[ \\t]*(?!default\\b)(?:${MODIFIER})*[\\w$#]+`, "[=;]"],
];

/** Matches TypeScript's additions to JavaScript; the group matches what only looks like one. */
const TYPES = new RegExp(
  [
    "(^[ \\t]*(?:import|export)\\s*[{*][^;\"'`]{0,500}\\bfrom\\b)",
    "^[ \\t]*(?:export\\s+)?(?:declare\\s+)?interface\\s[^{]{0,200}\\{[^{}]{0,2000}\\}",
    "^[ \\t]*(?:export\\s+)?type\\s+[\\w$]+\\s*=[^;\\n]*;?",
    `\\b${MODIFIER}(?=[\\w$#[{*])`,
    ...ANNOTATIONS.map(
      ([before, behind]) => `[?!]?:(?<=${before}[?!]?:)\\s*${TYPE}(?=\\s*(?:${behind}))`,
    ),
    `\\s(?:as|satisfies)\\s(?<=[\\w$)\\]]\\s\\w+\\s)${TYPE}(?=\\s*[;,)\\].])`,
    "!(?<=[\\w$)\\]]!)(?=[.);,\\]])",
  ].join("|"),
  "gm",
);

/**
 * Replaces TypeScript's types with spaces, so that the JavaScript grammar can read code that it failed to parse. Common types are
 * recognized by their surroundings.
 */
export function eraseTypes(text: string): string {
  return text.replace(TYPES, (found, other?: string) => other ?? blanked(found));
}
