/** How the escapes of a string literal are written. */
export interface EscapeStyle {
  /** Escapes of one letter, and what they stand for. */
  readonly letters: Readonly<Record<string, string>>;
  /** A backslash before any other character: kept (Python), or dropped (JavaScript, most others). */
  readonly keepUnknown: boolean;
  /** `\x41`, `\101`, `\u0041` and the like. */
  readonly numeric: boolean;
  /** `{{` and `}}` stand for one brace (Python's formatted literals). */
  readonly doubledBraces: boolean;
  /** No escapes by backslash: raw literals. */
  readonly raw: boolean;
  /** The quote that stands for itself where it is written twice; empty where none does. */
  readonly doubledQuote: string;
}

const CONTROL = { n: "\n", t: "\t", r: "\r", b: "\b", f: "\f", v: "\v" };

export const JAVASCRIPT_ESCAPES: EscapeStyle = {
  letters: { ...CONTROL, "\n": "" },
  keepUnknown: false,
  numeric: true,
  doubledBraces: false,
  raw: false,
  doubledQuote: "",
};

export const PYTHON_ESCAPES: EscapeStyle = {
  ...JAVASCRIPT_ESCAPES,
  letters: { ...CONTROL, a: "\x07", "\\": "\\", "'": "'", '"': '"', "\n": "" },
  keepUnknown: true,
};

/** Double quotes in most languages of the C family, and in Ruby, Perl, PHP. */
export const C_ESCAPES: EscapeStyle = { ...JAVASCRIPT_ESCAPES, letters: { ...CONTROL, a: "\x07", e: "\x1b", "\n": "" } };

/** Single quotes in Ruby, Perl, PHP: only the quote and the backslash are escaped. */
export const QUOTE_ESCAPES: EscapeStyle = { ...JAVASCRIPT_ESCAPES, letters: { "\\": "\\", "'": "'" }, keepUnknown: true, numeric: false };

/** No escapes. */
export const RAW: EscapeStyle = { ...QUOTE_ESCAPES, raw: true };

/** No escapes but the quote, which is written twice: C#'s verbatim strings. */
export const VERBATIM: EscapeStyle = { ...RAW, doubledQuote: '"' };
