/** Lines of a program. */
export type Lines = readonly string[];

/** How a language writes the constructs of costly programs; methods for expressions return texts. */
export interface Language {
  /** The tag of its fences. */
  readonly tag: string;
  readonly profile: "contract" | "extended";
  /** A statement that is found at any place. */
  readonly found: string;
  /** Lines before and after every program. */
  readonly before?: Lines;
  readonly behind?: Lines;
  /** Whether functions cannot be defined in other functions. */
  readonly isFlat?: true;
  /** A function of one parameter, `p`. */
  define(name: string, body: Lines): Lines;
  /** The expression of the parameter, or of another variable. */
  variable(name: string): string;
  text(value: string): string;
  /** Two joined texts. */
  joined(first: string, second: string): string;
  assign(name: string, value: string): string;
  append(name: string, value: string): string;
  /** A statement that calls a function. */
  call(name: string, value: string): string;
  /** A statement that runs a text as code. */
  run(value: string): string;
  loop(body: Lines): Lines;
  branch(first: Lines, second: Lines): Lines;
  /** A statement that calls a function, which is the argument of another one. */
  readonly callback?: (value: string) => string;
  /** An assignment of a list, and one of a list that contains another one twice. */
  readonly list?: (name: string, items: Lines) => string;
  readonly twice?: (name: string, other: string) => string;
  /** An expression for all combinations of the items of a list, `depth` at a time. */
  readonly product?: (list: string, depth: number) => string;
  /** A function of one parameter, `p`, that another one decorates. */
  readonly decorated?: (name: string, decorator: string, body: Lines) => Lines;
  /** The expression for the variable whose name is the value of another one. */
  readonly through?: (name: string) => string;
  /** A statement that calls a function with the items of a list, twice. */
  readonly spread?: (name: string, list: string) => string;
  /** A text repeated a number of times. */
  readonly times?: (value: string, count: number) => string;
}

export const indented = (lines: Lines): string[] => lines.map((line) => `    ${line}`);

/** A text in double quotes, as most languages write it. */
export const quoted = (value: string): string => JSON.stringify(value);
/** A text in single quotes, in which only these and backslashes are escaped. */
export const single = (value: string): string => `'${value.replace(/[\\']/g, "\\$&")}'`;

/** A language with braces around its blocks. */
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
