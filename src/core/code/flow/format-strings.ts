import { escaped, MAX_LENGTH_IN_PATTERN } from "../../scan.js";
import { SourceBuilder } from "../../source.js";
import type { Evaluator } from "./evaluator.js";
import { TextBuilder } from "./text-builder.js";
import { combine, UNKNOWN, type Item, type KnownText, type Value } from "./value.js";

/** The replacement of a placeholder in a template: a value, literal characters (for `%%`, `{{`), or undefined if it is unknown. */
type Filling = Item | string | undefined;

/** Matches a conversion of a `%` template. */
const CONVERSION = /%(?:\((\w+)\))?[#0\- +]*\d*(?:\.\d+)?[a-zA-Z%]/g;

/** Evaluates Python's `template % values`. Values that `%r`, `%d` and the like format are ignored: they write a literal, not code. */
export function fillTemplate(engine: Evaluator, template: Value, values: readonly Item[]): Value {
  let next = 0;
  const conversions: string[] = [];
  for (const [whole] of template.texts[0]?.source.text.matchAll(CONVERSION) ?? []) {
    if (conversions.length === values.length) break;
    if (whole !== "%%") conversions.push(whole);
  }
  const written = values
    .filter((_, at) => !/^%[^(]*[a-rt-zA-Z]$/.test(conversions[at] ?? ""))
    .map((item) =>
      item.value.fields === null ? item : { ...item, value: engine.bindings.anyField(item.value) },
    );
  return fill(engine, template, written, CONVERSION, ([whole, key]) => {
    if (whole === "%%") return "%";
    return key === undefined ? values[next++] : undefined;
  });
}

/** Evaluates Python's `template.format(…)` with `{}`, `{0}`, `{name}` and `{{`. */
export function fillBraces(
  engine: Evaluator,
  template: Value,
  values: readonly Item[],
  named: ReadonlyMap<string, Item>,
): Value {
  let next = 0;
  return fill(
    engine,
    template,
    [...values, ...named.values()],
    /\{\{|\}\}|\{(\w*)[^{}]*\}/g,
    ([whole, key]) => {
      if (key === undefined) return whole.charAt(0);
      return key === "" ? values[next++] : (values[Number(key)] ?? named.get(key));
    },
  );
}

/** Evaluates `template.replace(part, value)`. @param all whether every occurrence is replaced, or only the first one */
export function fillParts(
  engine: Evaluator,
  template: Value,
  part: Value | undefined,
  value: Item | undefined,
  all: boolean,
): Value {
  const known = part?.texts[0]?.source.text ?? "";
  if (known === "" || known.length > MAX_LENGTH_IN_PATTERN)
    return {
      ...combine([template, value?.value ?? UNKNOWN]),
      texts: template.texts,
      constant: false,
    };
  return fill(
    engine,
    template,
    value === undefined ? [] : [value],
    new RegExp(escaped(known), "g"),
    () => value,
    all ? Infinity : 1,
  );
}

/** Replaces the first `limit` matches of a pattern in a template. `values` are all values that the result may contain. */
function fill(
  engine: Evaluator,
  template: Value,
  values: readonly Item[],
  pattern: RegExp,
  fillingOf: (match: RegExpMatchArray) => Filling,
  limit = Infinity,
): Value {
  const texts = template.texts.map(({ source, open, close, isPartial }): KnownText => {
    engine.spend(source.pieceCount >> 3);
    const builder = new TextBuilder(engine);
    builder.isPartial = isPartial === true;
    let at = 0;
    let left = limit;
    for (const match of source.text.matchAll(pattern)) {
      // the builder ignores what is added after its limit
      if (left-- === 0 || builder.isFull) break;
      engine.spend(1);
      const end = match.index + match[0].length;
      const filling = fillingOf(match);
      const known = typeof filling === "string" ? undefined : filling?.value.texts[0];
      const word = typeof filling === "string" ? filling : (known?.source.text ?? "value");
      builder.isPartial ||= word !== filling && (known === undefined || known.isPartial === true);
      builder
        .append(source.slice(at, match.index))
        .append(new SourceBuilder(source).replace(word, match.index, end).build());
      at = end;
    }
    return builder.append(source.slice(at, source.text.length)).build(open, close);
  });
  return { ...combine([template, ...values.map((item) => item.value)]), texts };
}
