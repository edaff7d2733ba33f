/**
 * The intermediate representation (IR) of programs for data-flow analysis. Languages with a grammar are lowered to it from their
 * syntax trees, other languages from their tokens. One engine evaluates the IR of all languages. All offsets are offsets in the
 * source's text.
 */
import type { Chars } from "../lex/escapes.js";
import type { TextRange } from "../lex/lines.js";

/** A range of the text that was parsed. */
export type Place = TextRange;

/** An expression that is embedded in a string literal: `{x}`, `${x}`. */
export interface Hole extends Place {
  readonly kind: "hole";
  readonly value: Expr;
}

export interface NameExpr extends Place {
  readonly kind: "name";
  readonly name: string;
  /** Whether a sigil shows that it is a variable, and no function that has this name: Perl's `$pack`. */
  readonly isVariable?: true;
  /** The expression of the name without its sigil, if it is computed: PHP's `$$name`. */
  readonly computed?: Expr;
}

export interface MemberExpr extends Place {
  readonly kind: "member";
  readonly object: Expr;
  readonly property: string;
  /** The range of the property's name; of `o["name"]`, without the quotes. */
  readonly at: Place;
  /** Whether it is written with brackets. */
  readonly bracketed: boolean;
  /** The expression of the property's name, if it is computed: `$client.$method(…)`. */
  readonly name?: Expr;
  /** Whether the program defines a method of this name, to which the expression refers if the object has no known one. */
  readonly isMethod?: true;
}

export interface IndexExpr extends Place {
  readonly kind: "index";
  readonly object: Expr;
  readonly index: Expr | null;
  /** Present if the index returns all items in reverse order (`[::-1]`): its name in the queries. */
  readonly reversed?: string;
  /** Present for a slice: the index of its first item, such as 1 for `x[1:]`. */
  readonly from?: number;
}

export interface Argument {
  /** The keyword, for Python's keyword arguments. */
  readonly name: string | null;
  readonly spread: boolean;
  readonly value: Expr;
  /** The range of the argument with its parentheses or stars, but without its keyword; absent if it is the range of the value. */
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
  /** Whether the parentheses contain nothing, or only `...` or `…`. */
  readonly elided: boolean;
  /** Whether the object before the name is the first argument: Lua's `object:method(x)`. */
  readonly passesObject?: true;
  /** Properties of the new object: `new T { A = x }`. */
  readonly properties?: RecordExpr;
  /** Whether it calls a decorator with the decorated definition. */
  readonly decorates?: true;
}

/** A command of a shell-like language: `iex $code`, `& $block`, `Get-Content x | iex`. */
export interface CommandExpr extends Place {
  readonly kind: "command";
  /** Whether a call operator (`&`, `.`) precedes the head, which then may be any value. */
  readonly called: boolean;
  /** The name of the command if it is a word. Any other value is called if `called` is true, and is otherwise the output itself. */
  readonly head: Expr;
  /** Operands and options in order. An unquoted word is a `TextExpr` with empty quotes. */
  readonly args: readonly Argument[];
  /** The preceding stage of the pipe; null if there is none. */
  readonly input: Expr | null;
  /** The file to which its output is redirected (`> FILE`). */
  readonly file: string | null;
}

export interface TextExpr extends Place {
  readonly kind: "text";
  readonly parts: readonly (Chars | Hole)[];
  /** The ranges of the quotes; empty ranges at the ends for a literal without quotes. */
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
  /** Null for a computed key and for a spread. */
  readonly key: string | null;
  /** Whether it copies the properties of another record: `...x`, `**x`. */
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

/** An expression that has one of several values: a conditional, `or`, `??`. The tested expressions are not part of the value. */
export interface ChoiceExpr extends Place {
  readonly kind: "choice";
  readonly tested: readonly Expr[];
  readonly options: readonly Expr[];
}

/**
 * An expression with operands. The value of `concat` joins them (`a + b + c`, adjacent literals). The value of `carry` is computed from
 * them and may contain their content (arithmetic, `await`). The value of `inert` contains nothing of them (comparisons, `typeof`). The
 * value of `sequence` is that of the last one (`(0, f)`).
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

/** Statements that are used as an expression: `$( … )`, `begin … end`, `x = if …`. Its value is the output of the statements. */
export interface GroupExpr extends Place {
  readonly kind: "group";
  readonly body: readonly Stmt[];
}

export interface FunctionExpr extends Place {
  readonly kind: "function";
  readonly name: string | null;
  readonly parameters: readonly Parameter[];
  readonly body: readonly Stmt[];
  /** The local names of the function (Python: whatever it assigns; JavaScript: `var`). */
  readonly locals: readonly string[];
  /** The first parameter of a method if it is the object, as in Python; null for any other function. */
  readonly receiver: string | null;
  /** Whether the object is always the class: `@classmethod`. Any other method gets it as an argument if it is called on the class. */
  readonly ofClass?: true;
  /** Whether it is called when the property is read: `get code() {…}`, `@property`. */
  readonly getter: boolean;
  /**
   * Present if the body does not see outer variables, like a function of PHP or a `def` of Ruby: the names of the exceptions (`use
   * ($x)`). `LanguageTraits.variables` tells which names are variables.
   */
  readonly captures?: readonly string[];
}

export interface ClassExpr extends Place {
  readonly kind: "class";
  /** The classes it inherits from. */
  readonly bases: readonly Expr[];
  readonly body: readonly Stmt[];
  /** Names that the body assigns, which are properties of the class. */
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
  /** The type that is written after it, if it is a name: `session: requests.Session`. */
  readonly type?: Expr;
  /** Whether assignments to it in the function also assign to the argument: PHP's `&$x`, C#'s `out x`. */
  readonly reference?: true;
  /** Whether it is the block after the arguments (Ruby's `&block`) and not one of the arguments. */
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
  /** A string that runs as code where it is: a handler attribute, a command in backticks. */
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
   * A statement whose value is the value of the enclosing function or block, if nothing is returned explicitly: that of the last
   * such statement (Ruby), or of all of them (PowerShell). See `LanguageTraits.outputs`.
   */
  | { readonly kind: "output"; readonly value: Expr }
  /** One of the arms runs; if `total` is false, possibly none. */
  | {
      readonly kind: "branch";
      readonly arms: readonly (readonly Stmt[])[];
      readonly total: boolean;
    }
  | {
      readonly kind: "loop";
      /** The variables, and the value whose items they get; `keys` if they get only the names of a record. */
      readonly over: {
        readonly target: Target;
        readonly value: Expr;
        readonly keys?: boolean;
      } | null;
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
  /** Names that belong to an outer function or to the module: Python's `nonlocal` and `global`. */
  | { readonly kind: "outer"; readonly names: readonly string[]; readonly global: boolean };

/** A lowered program. */
export interface Program {
  readonly body: readonly Stmt[];
  readonly locals: readonly string[];
  /** Whether code nested deeper than the limit was not read. */
  readonly tooDeep: boolean;
}
