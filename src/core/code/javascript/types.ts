import { blanked } from "../../text-search.js";

/** One type, or several that a sign joins. It holds no quote: strings stay as they are. */
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

/** What TypeScript has beyond JavaScript; the group holds what only looks like it. */
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
 * Blanks out TypeScript's types, every other character in its place, so that the JavaScript grammar reads the code around them:
 * the common ones, by what stands around them. For code that failed to parse.
 */
export function eraseTypes(text: string): string {
  return text.replace(TYPES, (found, other?: string) => other ?? blanked(found));
}
