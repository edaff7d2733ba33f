import { escaped } from "../../scan.js";
import { SourceBuilder } from "../../source.js";
import type { Engine } from "./engine.js";
import { TextBuilder } from "./texts.js";
import { carry, UNKNOWN, type Item, type KnownText, type Value } from "./value.js";

/** One place in a template that a value fills; null keeps a character as it is (`%%`, `{{`). */
interface Slot {
  readonly start: number;
  readonly end: number;
  readonly fill: Item | undefined;
  readonly literal: string | null;
}

const CONVERSION = /%(?:\((\w+)\))?[#0\- +]*\d*(?:\.\d+)?[a-zA-Z%]/g;

/** Python's `template % values`: `%s`, `%(name)s`, `%%`. What `%r` or `%d` writes is a literal, no code. */
export function fillTemplate(engine: Engine, template: Value, values: readonly Item[]): Value {
  let next = 0;
  const conversions = Array.from(template.texts[0]?.source.text.matchAll(CONVERSION) ?? [], ([whole]) => whole).filter(
    (whole) => whole !== "%%",
  );
  const written = values
    .filter((_, at) => !/^%[^(]*[a-rt-zA-Z]$/.test(conversions[at] ?? ""))
    .map((item) => (item.value.fields === null ? item : { ...item, value: engine.bindings.anyField(item.value) }));
  return fill(engine, template, written, CONVERSION, (match) => {
    if (match[0] === "%%") return { fill: undefined, literal: "%" };
    return { fill: match[1] === undefined ? values[next++] : undefined, literal: null };
  });
}

/** Python's `template.format(…)`: `{}`, `{0}`, `{name}`, `{{`. */
export function fillBraces(engine: Engine, template: Value, values: readonly Item[], named: ReadonlyMap<string, Item>): Value {
  let next = 0;
  return fill(engine, template, [...values, ...named.values()], /\{\{|\}\}|\{(\w*)[^{}]*\}/g, (match) => {
    const key = match[1];
    if (key === undefined) return { fill: undefined, literal: match[0][0] ?? "" };
    if (key === "") return { fill: values[next++], literal: null };
    return { fill: values[Number(key)] ?? named.get(key), literal: null };
  });
}

/** `template.replace(part, value)`: every place where the part stands, or the first one only. */
export function fillParts(engine: Engine, template: Value, part: Value | undefined, value: Item | undefined, all: boolean): Value {
  const known = part?.texts[0]?.source.text ?? "";
  if (known === "") return { ...carry([template, value?.value ?? UNKNOWN]), texts: template.texts };
  const pattern = new RegExp(escaped(known), "g");
  return fill(engine, template, value === undefined ? [] : [value], pattern, () => ({ fill: value, literal: null }), all ? Infinity : 1);
}

function fill(
  engine: Engine,
  template: Value,
  values: readonly Item[],
  pattern: RegExp,
  read: (match: RegExpMatchArray) => Pick<Slot, "fill" | "literal">,
  most = Infinity,
): Value {
  const held = carry([template, ...values.map((item) => item.value)]);
  const texts = template.texts.map((text) => {
    const slots = [...text.source.text.matchAll(pattern)].slice(0, most).map((match) => ({
      start: match.index,
      end: match.index + match[0].length,
      ...read(match),
    }));
    return filled(engine, text, slots);
  });
  return { ...held, texts };
}

function filled(engine: Engine, template: KnownText, slots: readonly Slot[]): KnownText {
  engine.spend(slots.length);
  const builder = new TextBuilder(engine.source);
  const text = template.source;
  let at = 0;
  for (const slot of slots) {
    builder.append(text.slice(at, slot.start));
    const word = slot.literal ?? slot.fill?.value.texts[0]?.source.text ?? "value";
    builder.append(new SourceBuilder(text).put(word, slot.start, slot.end).build());
    at = slot.end;
  }
  builder.append(text.slice(at, text.text.length));
  return builder.build(template.open, template.close);
}
