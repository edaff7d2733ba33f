/** The kinds of mistakes in a query file. Codes are stable. */
export type QueryErrorCode =
  | "query-path" // the file is not in a folder named for a grammar
  | "query-syntax" // not a well-formed pattern, or one that can never match
  | "query-node" // a node kind or field that the grammar does not have
  | "query-capture" // a capture that is not registered
  | "query-predicate" // an unknown predicate, or one with the wrong arguments
  | "query-setting" // an unknown `#set!` setting, or one with the wrong arguments
  | "query-rule" // a rule id that is not registered
  | "query-name"; // a name that does not exist, or can never match

/** The error for a rejected query file. Its message names the file, line and column, the problem and what to do. */
export class QueryError extends Error {
  override readonly name = "QueryError";
  constructor(
    readonly code: QueryErrorCode,
    /** The file's path as it was given to the loader. */
    readonly path: string,
    /** One-based. */
    readonly line: number,
    /** One-based, in UTF-16 code units. */
    readonly column: number,
    /** What is wrong, in lower case, without a full stop. */
    readonly problem: string,
    /** What the author of the file can do about it. */
    readonly advice: string,
  ) {
    super(`${path}:${line}:${column}: ${problem}; ${advice}`);
  }
}

/** Returns an error for a position in a file's text. */
export function queryErrorAt(
  file: { readonly path: string; readonly text: string },
  offset: number,
  code: QueryErrorCode,
  problem: string,
  advice: string,
): QueryError {
  const before = file.text.slice(0, offset);
  const line = before.split("\n").length;
  return new QueryError(code, file.path, line, offset - before.lastIndexOf("\n"), problem, advice);
}

/** Returns a function that rejects a part of a pattern, with one error code. */
export function refusing(code: QueryErrorCode) {
  return (
    { file }: { readonly file: { readonly path: string; readonly text: string } },
    { start }: { readonly start: number },
    problem: string,
    advice: string,
  ): QueryError => queryErrorAt(file, start, code, problem, advice);
}
