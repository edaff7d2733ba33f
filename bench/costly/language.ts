/** Lines of a program. */
export type Lines = readonly string[];

/** How the constructs of costly programs are written in a language. The methods return source code. */
export interface Language {
  /** The language tag of a Markdown fence. */
  readonly tag: string;
  readonly profile: "contract" | "extended";
  /** A statement that is reported as a finding at any position. */
  readonly found: string;
  /** The lines before and after every program. */
  readonly before?: Lines;
  readonly after?: Lines;
  /** Whether functions cannot be defined in other functions. */
  readonly isFlat?: true;
  /** The definition of a function with one parameter, `p`. */
  define(name: string, body: Lines): Lines;
  /** An expression for a variable or for the parameter `p`. */
  variable(name: string): string;
  /** A string literal. */
  text(value: string): string;
  /** The concatenation of two expressions. */
  joined(first: string, second: string): string;
  assign(name: string, value: string): string;
  /** A statement that appends a string to a variable. */
  append(name: string, value: string): string;
  /** A statement that calls a function. */
  call(name: string, value: string): string;
  /** A statement that executes a string as code. */
  run(value: string): string;
  loop(body: Lines): Lines;
  branch(first: Lines, second: Lines): Lines;
  /** A statement that passes a function to another function, which calls it. */
  readonly callback?: (value: string) => string;
  /** An assignment of a list. */
  readonly list?: (name: string, items: Lines) => string;
  /** An assignment of a list that contains the items of another list twice. */
  readonly twice?: (name: string, other: string) => string;
  /** An expression for all combinations of `depth` items of a list. */
  readonly product?: (list: string, depth: number) => string;
  /** The definition of a function with one parameter, `p`, and a decorator. */
  readonly decorated?: (name: string, decorator: string, body: Lines) => Lines;
  /** An expression for the variable whose name is the value of another variable. */
  readonly through?: (name: string) => string;
  /** A statement that calls a function with the items of a list, passed twice. */
  readonly spread?: (name: string, list: string) => string;
  /** An expression for a string that is repeated a number of times. */
  readonly times?: (value: string, count: number) => string;
}

export const indented = (lines: Lines): string[] => lines.map((line) => `    ${line}`);

/** Returns a string literal in double quotes, as most languages write it. */
export const quoted = (value: string): string => JSON.stringify(value);
/** Returns a string literal in single quotes, in which only single quotes and backslashes are escaped. */
export const single = (value: string): string => `'${value.replace(/[\\']/g, "\\$&")}'`;

/** Returns a language that has braces around its blocks. */
export function braced(
  language: Omit<Language, "loop" | "branch"> & {
    readonly endless: string;
    readonly condition: string;
  },
): Language {
  const { endless, condition } = language;
  return {
    ...language,
    loop: (body) => [`${endless} {`, ...indented(body), "}"],
    branch: (first, second) => [
      `if (${condition}) {`,
      ...indented(first),
      "} else {",
      ...indented(second),
      "}",
    ],
  };
}
