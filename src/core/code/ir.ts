/**
 * The intermediate form of programming languages for the flow of values. Python, JavaScript and the other languages with a
 * grammar are lowered to it from their syntax trees, any other language from its tokens; one engine follows the values. All
 * offsets are offsets in the source's text.
 */
import type { Chars } from "../lex/escapes.js";
import type { TextRange } from "../lex/lines.js";

/** A range of the text that was parsed. */
export type Place = TextRange;

/** A place in a string literal that contains an expression: `{x}`, `${x}`. */
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
  /** The place of the property's name; inside the quotes for `o["name"]`. */
  readonly at: Place;
  /** Whether it is written with brackets. */
  readonly bracketed: boolean;
  /** The expression of the property's name, if it is computed: `$client.$method(…)`. */
  readonly name?: Expr;
  /** Whether the program defines methods of this name: it refers to one of them if the object is not known to have any. */
  readonly isMethod?: true;
}

export interface IndexExpr extends Place {
  readonly kind: "index";
  readonly object: Expr;
  readonly index: Expr | null;
  /** The name in the queries of an index for all items in reverse order: `[::-1]`. */
  readonly reversed?: string;
  /** The index of the first item of the rest: 1 for `x[1:]`. */
  readonly from?: number;
}

export interface Argument {
  /** The keyword, for Python's keyword arguments. */
  readonly name: string | null;
  readonly spread: boolean;
  readonly value: Expr;
  /** The place of the argument as written, with its parentheses or stars, without its keyword; absent if it is the value's own place. */
  readonly at?: Place;
}

export interface CallExpr extends Place {
  readonly kind: "call";
  readonly callee: Expr;
  readonly args: readonly Argument[];
  /** Whether it is `new X(…)`. */
  readonly construct: boolean;
  /** Whether the argument is a template: `` $`…` ``. */
  readonly tagged: boolean;
  /** Whether the text between the parentheses is only a placeholder: empty, `...` or `…`. */
  readonly elided: boolean;
  /** Whether the object before the name is the first argument: Lua's `object:method(x)`. */
  readonly passesObject?: true;
  /** Properties of the new object: `new T { A = x }`. */
  readonly properties?: RecordExpr;
  /** Whether it is the call of a decorator with the definition below it. */
  readonly decorates?: true;
}

/** A command of a shell-like language: `iex $code`, `& $block`, `Get-Content x | iex`. The stage before it in a pipe is its input. */
export interface CommandExpr extends Place {
  readonly kind: "command";
  /** Whether a call operator (`&`, `.`) precedes it: any value may be called. */
  readonly called: boolean;
  /** The name of a command if it is a word; any other value is the callee, or the value itself. */
  readonly head: Expr;
  /** Operands and options in order; an unquoted word is a text without quotes. */
  readonly args: readonly Argument[];
  readonly input: Expr | null;
  /** The file to which its output is redirected (`> FILE`). */
  readonly file: string | null;
}

export interface TextExpr extends Place {
  readonly kind: "text";
  readonly parts: readonly (Chars | Hole)[];
  /** The quotes; empty at the ends for a literal without any. */
  readonly open: Place;
  readonly close: Place;
}

/** A number, or a value such as `true`, `false` or `None`. */
export interface ConstantExpr extends Place {
  readonly kind: "constant";
  readonly truth: boolean;
  readonly number: string | null;
}

export interface Entry {
  /** Null for a computed key, and for a spread. */
  readonly key: string | null;
  /** Whether it stands for the properties of another record: `...x`, `**x`. */
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
  /** `=`, or the operator of a compound assignment such as `+=`. */
  readonly operator: string;
  readonly value: Expr;
}

/** One of several values: a conditional, `or`, `??`. Tested values do not flow. */
export interface ChoiceExpr extends Place {
  readonly kind: "choice";
  readonly tested: readonly Expr[];
  readonly options: readonly Expr[];
}

/**
 * An expression with operands. `concat` joins them: `a + b + c`, adjacent literals. `carry` is a value computed from them, by arithmetic,
 * `await` and the like. `inert` is a value that does not contain them: comparisons, `typeof`. `sequence` has the value of the last one:
 * `(0, f)`.
 */
export interface OperandsExpr extends Place {
  readonly kind: "concat" | "carry" | "inert" | "sequence";
  readonly operands: readonly Expr[];
}

/** A comprehension: `[f(x) for x in xs]`. */
export interface ComprehensionExpr extends Place {
  readonly kind: "comprehension";
  readonly loops: readonly { readonly target: Target; readonly over: Expr }[];
  readonly tested: readonly Expr[];
  readonly body: Expr;
}

/** Statements as an expression: `$( … )`, `begin … end`, `x = if …`; its value is their output. */
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
  /** Python: the first parameter of a method, which is the object. */
  readonly receiver: string | null;
  /** Whether it is called when the property is read: `get code() {…}`, `@property`. */
  readonly getter: boolean;
  /**
   * Present if the body does not see outer variables (a function of PHP, a `def` of Ruby): the names of those that it sees (`use
   * ($x)`). Which names are variables is a trait of the language.
   */
  readonly captures?: readonly string[];
}

export interface ClassExpr extends Place {
  readonly kind: "class";
  /** The classes it inherits from. */
  readonly bases: readonly Expr[];
  readonly body: readonly Stmt[];
  /** Names that the body binds: they are properties of the class. */
  readonly locals: readonly string[];
  readonly methods: readonly { readonly name: string; readonly value: FunctionExpr }[];
}

/** A module as a value; `import("x")`, `__import__("x")` and `require("x")` are calls. */
export interface ModuleExpr extends Place {
  readonly kind: "module";
  /** The dotted path: `base64`, `base64.b64decode`. */
  readonly path: string;
}

export interface Parameter {
  readonly target: Target;
  readonly fallback: Expr | null;
  readonly rest: boolean;
  /** Whether assignments to it in the function also assign to the argument: PHP's `&$x`, C#'s `out x`. */
  readonly reference?: true;
  /** Whether it is the block after the arguments, and not an argument: Ruby's `&block`. */
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
  /** `yield x`, `yield from xs`: one item, or all items, that the function yields. */
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
  /** Text that runs as code in place: a handler attribute, a command in backticks. */
  | (Place & {
      readonly kind: "code";
      readonly language: "javascript" | "shell";
      readonly value: TextExpr;
    });

/** The target of an assignment. */
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
   * A statement whose value is that of the enclosing function or block if nothing else is returned: the last one that runs
   * (Ruby), or all of them (PowerShell), by a trait of the language.
   */
  | { readonly kind: "output"; readonly value: Expr }
  /** Arms of which one runs; possibly none, unless `total`. */
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
  /** A block with its own names (`let`, `const`). */
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
  /** Whether code nested deeper than the limit was not read. */
  readonly tooDeep: boolean;
}
