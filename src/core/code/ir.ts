/**
 * What programming languages have in common, as far as the flow of values goes. Python and JavaScript are lowered to these
 * forms from their syntax, any other language from its tokens; one engine follows the values. All offsets are offsets in the source's text.
 */

export interface Place {
  readonly start: number;
  readonly end: number;
}

/** A stretch of a string literal: copied as written, or an escape that stands for `text`. */
export interface Chars extends Place {
  readonly kind: "chars";
  /** null: as written. */
  readonly text: string | null;
}

/** A place in a string literal that holds an expression: `{x}`, `${x}`. */
export interface Hole extends Place {
  readonly kind: "hole";
  readonly value: Expr;
}

export interface NameExpr extends Place {
  readonly kind: "name";
  readonly name: string;
}

export interface MemberExpr extends Place {
  readonly kind: "member";
  readonly object: Expr;
  readonly property: string;
  /** Where the property's name stands; inside the quotes for `o["name"]`. */
  readonly at: Place;
  /** Written with brackets. */
  readonly bracketed: boolean;
  /** What gives the property its name, where that is not written there: `$client.$method(…)`. */
  readonly name?: Expr;
  /** Methods of the text have this name: one of them is meant where the object is not known to have any. */
  readonly isMethod?: true;
}

export interface IndexExpr extends Place {
  readonly kind: "index";
  readonly object: Expr;
  readonly index: Expr | null;
  /** `x[::-1]`: all of it from the end to the beginning. */
  readonly reversed?: true;
  /** `x[1:]`: the items of a list from this one on. */
  readonly from?: number;
}

export interface Argument {
  /** The keyword, for Python's keyword arguments. */
  readonly name: string | null;
  readonly spread: boolean;
  readonly value: Expr;
  /** The argument as it is written, with its parentheses or stars, without its keyword; the value's own place where this is left out. */
  readonly at?: Place;
}

export interface CallExpr extends Place {
  readonly kind: "call";
  readonly callee: Expr;
  readonly args: readonly Argument[];
  /** `new X(…)`. */
  readonly construct: boolean;
  /** The argument is a template: `` $`…` ``. */
  readonly tagged: boolean;
  /** The text between the parentheses names a pattern: empty, `...` or `…`. */
  readonly elided: boolean;
  /** Properties that the new object is given: `new T { A = x }`. */
  readonly properties?: RecordExpr;
}

/**
 * A command of a shell-like language: `iex $code`, `& $block`, `Get-Content x | iex`. What precedes it in a pipe is its input.
 */
export interface CommandExpr extends Place {
  readonly kind: "command";
  /** A call operator (`&`, `.`) precedes it: any value may be called. */
  readonly called: boolean;
  /** A word is the name of a command, any other value is what is called, or the value itself. */
  readonly head: Expr;
  /** Operands and options in order; a word without quotes is a text without any. */
  readonly args: readonly Argument[];
  readonly input: Expr | null;
  /** The file that takes its output (`> FILE`). */
  readonly file: string | null;
}

export interface TextExpr extends Place {
  readonly kind: "text";
  readonly parts: readonly (Chars | Hole)[];
  /** The quotes; empty at the ends for a literal without any. */
  readonly open: Place;
  readonly close: Place;
}

/** `true`, `false`, `None` and the like. */
export interface ConstantExpr extends Place {
  readonly kind: "constant";
  readonly truth: boolean;
  readonly number: string | null;
}

export interface Entry {
  /** Null where it is computed, and for a spread. */
  readonly key: string | null;
  /** `...x`, `**x`: the properties of another record. */
  readonly spread: boolean;
  readonly value: Expr;
}

export interface RecordExpr extends Place {
  readonly kind: "record";
  readonly entries: readonly Entry[];
}

export interface AssignExpr extends Place {
  readonly kind: "assign";
  readonly target: Target;
  /** `=`, or the operator's sign for `+=` and the like. */
  readonly operator: string;
  readonly value: Expr;
}

/** One of several values: a conditional, `or`, `??`. What is only tested does not flow. */
export interface ChoiceExpr extends Place {
  readonly kind: "choice";
  readonly tested: readonly Expr[];
  readonly options: readonly Expr[];
}

/**
 * What is made of operands. `concat`: `a + b + c`, adjacent literals. `carry`: a value made out of them, by arithmetic, `await` and the
 * like. `inert`: a value that says something about them but holds none: comparisons, `typeof`. `sequence`: `(0, f)`, the last one's.
 */
export interface OperandsExpr extends Place {
  readonly kind: "concat" | "carry" | "inert" | "sequence";
  readonly operands: readonly Expr[];
}

/** `[f(x) for x in xs]`. */
export interface ComprehensionExpr extends Place {
  readonly kind: "comprehension";
  readonly loops: readonly { readonly target: Target; readonly over: Expr }[];
  readonly tested: readonly Expr[];
  readonly body: Expr;
}

/** Statements as an expression: `$( … )`, `begin … end`, `x = if …`; its value is what they put out. */
export interface GroupExpr extends Place {
  readonly kind: "group";
  readonly body: readonly Stmt[];
}

export interface FunctionExpr extends Place {
  readonly kind: "function";
  readonly name: string | null;
  readonly parameters: readonly Parameter[];
  readonly body: readonly Stmt[];
  /** Names that belong to the function (Python: whatever it assigns; JavaScript: `var`). */
  readonly locals: readonly string[];
  /** Python: the first parameter stands for the object, in a method. */
  readonly receiver: string | null;
  /** Called where the property is read: `get code() {…}`, `@property`. */
  readonly getter: boolean;
  /**
   * Present where the variables around are not seen in the body (a function of PHP, a `def` of Ruby): the names of those that are
   * (`use ($x)`). Which names are variables is a setting of the language.
   */
  readonly captures?: readonly string[];
}

export interface ClassExpr extends Place {
  readonly kind: "class";
  /** The classes it inherits from. */
  readonly bases: readonly Expr[];
  readonly body: readonly Stmt[];
  /** Names the body binds: they are properties of the class. */
  readonly locals: readonly string[];
  readonly methods: readonly { readonly name: string; readonly value: FunctionExpr }[];
}

/** `import("x")`, `__import__("x")`, `require("x")` are calls; this is a module as a value. */
export interface ModuleExpr extends Place {
  readonly kind: "module";
  /** The dotted path: `base64`, `base64.b64decode`. */
  readonly path: string;
}

export interface Parameter {
  readonly target: Target;
  readonly fallback: Expr | null;
  readonly rest: boolean;
  /** What the function writes to it is written to the argument: PHP's `&$x`, C#'s `out x`. */
  readonly reference?: true;
  /** It holds the block behind the arguments, and no argument: Ruby's `&block`. */
  readonly block?: true;
}

export type Expr =
  | NameExpr
  | MemberExpr
  | IndexExpr
  | CallExpr
  | CommandExpr
  | TextExpr
  | ConstantExpr
  | (Place & { readonly kind: "list"; readonly items: readonly Argument[] })
  | RecordExpr
  | AssignExpr
  /** `yield x`, `yield from xs`: one item, or all items, of what the function gives. */
  | (Place & { readonly kind: "yield"; readonly item: Argument })
  | ChoiceExpr
  | OperandsExpr
  /** Python's `template % values`. */
  | (Place & { readonly kind: "format"; readonly template: Expr; readonly values: Expr })
  | ComprehensionExpr
  | GroupExpr
  | FunctionExpr
  | ClassExpr
  | ModuleExpr
  /** Text that runs as code where it stands: a handler attribute, a command in backticks. */
  | (Place & {
      readonly kind: "code";
      readonly language: "javascript" | "shell";
      readonly value: TextExpr;
    });

/** What an assignment writes to. */
export type Target =
  | NameExpr
  | MemberExpr
  | IndexExpr
  | { readonly kind: "items"; readonly items: readonly (Target | null)[] }
  | {
      readonly kind: "fields";
      readonly fields: readonly {
        readonly key: string | null;
        readonly target: Target;
        readonly fallback: Expr | null;
      }[];
    };

export type Stmt =
  | { readonly kind: "do"; readonly value: Expr }
  /**
   * A statement whose value the function or block around gives where nothing else is returned: the last one that runs (Ruby), or all
   * of them (PowerShell), by a setting of the language.
   */
  | { readonly kind: "output"; readonly value: Expr }
  /** Arms of which one runs; none may, unless `total`. */
  | {
      readonly kind: "branch";
      readonly arms: readonly (readonly Stmt[])[];
      readonly total: boolean;
    }
  | {
      readonly kind: "loop";
      readonly over: { readonly target: Target; readonly value: Expr } | null;
      readonly head: readonly Stmt[];
      readonly body: readonly Stmt[];
    }
  /** A block with names of its own (`let`, `const`). */
  | { readonly kind: "block"; readonly locals: readonly string[]; readonly body: readonly Stmt[] }
  | {
      readonly kind: "try";
      readonly body: readonly Stmt[];
      readonly handlers: readonly (readonly Stmt[])[];
      readonly otherwise: readonly Stmt[];
      readonly last: readonly Stmt[];
    }
  | {
      readonly kind: "leave";
      readonly how: "return" | "throw" | "loop";
      readonly value: Expr | null;
    }
  | { readonly kind: "forget"; readonly target: Target }
  /** Names of an outer function: Python's `nonlocal`, `global`. */
  | { readonly kind: "outer"; readonly names: readonly string[]; readonly global: boolean };

/** A lowered source. */
export interface Program {
  readonly body: readonly Stmt[];
  readonly locals: readonly string[];
  /** Code nested deeper than the bound was left out. */
  readonly tooDeep: boolean;
}
