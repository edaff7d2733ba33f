import type { Hole, TextExpr } from "../ir.js";
import type { Evaluator } from "./evaluator.js";
import { withEmbedded } from "./literals.js";
import { TextBuilder } from "./text-builder.js";
import { combine, UNKNOWN, type KnownText, type Value } from "./value.js";

/** Maximum number of possible strings of a literal with embedded expressions. */
const MAX_STRINGS = 64;

/** Evaluates string literals. */
export class StringLiterals {
  /** The strings of literals without embedded expressions, so that a value that may be a literal contains it only once. */
  private readonly known = new WeakMap<TextExpr, KnownText>();

  constructor(private readonly engine: Evaluator) {}

  /**
   * Evaluates a literal. If embedded expressions have several possible strings, so has the literal: its n-th string contains the n-th
   * string of each expression.
   */
  valueOf(expr: TextExpr): Value {
    const before = this.known.get(expr);
    if (before !== undefined) return { ...UNKNOWN, texts: [before] };
    const { engine } = this;
    const stored = new Map(
      expr.parts.flatMap((part) =>
        part.kind === "hole" ? [[part, engine.evaluate(part.value)] as const] : [],
      ),
    );
    const most = Math.max(1, ...[...stored.values()].map(({ texts }) => texts.length));
    const isCut = most > MAX_STRINGS;
    const count = Math.min(most, MAX_STRINGS);
    const texts = Array.from({ length: count }, (_, index) => {
      const builder = new TextBuilder(engine);
      for (const part of expr.parts) {
        if (part.kind === "hole") this.fill(builder, part, stored.get(part) ?? UNKNOWN, index);
        else if (part.text === null) builder.copy(part);
        else builder.escape(part.text, part);
      }
      if (isCut) builder.cut();
      return builder.build(expr.open, expr.close);
    });
    const [only] = texts;
    if (stored.size === 0 && only !== undefined) this.known.set(expr, only);
    return withEmbedded(engine, { ...combine([...stored.values()]), texts }, expr, stored);
  }

  private fill(builder: TextBuilder, hole: Hole, value: Value, index: number): void {
    const known = value.texts[Math.min(index, value.texts.length - 1)];
    if (known === undefined) builder.hole(hole, this.engine.source.text, value);
    else builder.use(known, hole);
  }
}
