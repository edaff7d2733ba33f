import { blanked } from "../../text-search.js";

/** One type, or several joined by an operator. It contains no quote: strings stay as they are. */
const NAMED =
  "(?:\\{[^{}\"'`]{0,200}\\}|(?:keyof |typeof |readonly )?[\\w$.]+(?:<[^()=;\"'`]{0,200}>)?)(?:\\[\\])*";
const TYPE = `${NAMED}(?:\\s*[|&]\\s*${NAMED})*`;
const MODIFIER = "(?:private|public|protected|readonly|declare|abstract|override)\\s+";

/** What precedes a colon that introduces a type, and what follows the type. */
const ANNOTATIONS: readonly (readonly [before: string, behind: string])[] = [
  ["\\b(?:const|let|var)\\s+[\\w$]+", "[=;]|$"],
  ["\\)", "\\{|=>"],
  [`(?:\\((?:[^(){}]{0,200},)?\\s*(?:\\.{3}|${MODIFIER})*[\\w$]+|[}\\]])`, "[,)=]"],
  [`(?:^|[{;])[ \\t]*(?!default\\b)(?:${MODIFIER})*[\\w$#]+`, "[=;]"],
];

/** TypeScript's additions to JavaScript; the group matches what only looks like one. */
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
 * Blanks out TypeScript's types, keeping the place of every other character, so that the JavaScript grammar can read the code:
 * the common ones, recognized by their surroundings. For code that failed to parse.
 */
export function eraseTypes(text: string): string {
  return text.replace(TYPES, (found, other?: string) => other ?? blanked(found));
}
