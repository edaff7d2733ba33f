import { blanked } from "../../text-search.js";

/** Matches a simple type. A match contains no quotes, so that strings are not erased. */
const NAMED =
  "(?:\\{[^{}\"'`]{0,200}\\}|(?:keyof |typeof |readonly )?[\\w$.]+(?:<[^()=;\"'`]{0,200}>)?)(?:\\[\\])*";
/** Matches a type, or several types joined by `|` or `&`. */
const TYPE = `${NAMED}(?:\\s*[|&]\\s*${NAMED})*`;
const MODIFIER = "(?:private|public|protected|readonly|declare|abstract|override)\\s+";

/** Patterns for what precedes the colon before a type, each with a pattern for what follows the type. */
const ANNOTATIONS: readonly (readonly [before: string, behind: string])[] = [
  ["\\b(?:const|let|var)\\s+[\\w$]+", "[=;]|$"],
  ["\\)", "\\{|=>"],
  [`(?:\\((?:[^(){}]{0,200},)?\\s*(?:\\.{3}|${MODIFIER})*[\\w$]+|[}\\]])`, "[,)=]"],
  [`(?:^|[{;])[ \\t]*(?!default\\b)(?:${MODIFIER})*[\\w$#]+`, "[=;]"],
];

/** Matches TypeScript's additions to JavaScript. The group matches JavaScript that only looks like one of them. */
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
 * Replaces TypeScript's types with spaces, so that the JavaScript grammar can parse the code. Common types are recognized by the text
 * around them.
 */
export function eraseTypes(text: string): string {
  return text.replace(TYPES, (found, other?: string) => other ?? blanked(found));
}

/** Matches the type before a value, `<Step>{ … }`, or of a function, `<T>(x: T) => x`. */
const ASSERTION = new RegExp(
  "(?<=(?:[=(,:?&|[]|=>|\\b(?:return|await))\\s{0,4})<[A-Za-z_$][\\w$.]*(?:<[\\w$., ]*>)?(?:\\[\\])*>(?=\\s{0,4}[\\w$({[\"'`])",
  "g",
);
/** Matches the end of an element of JSX: a text with elements has no types in angle brackets. */
const ELEMENT = /<\/|\/>/;

/** Replaces types in angle brackets before values with spaces: the grammar takes them for elements. */
export function eraseAssertions(text: string): string {
  return ELEMENT.test(text) ? text : text.replace(ASSERTION, (found) => blanked(found));
}
