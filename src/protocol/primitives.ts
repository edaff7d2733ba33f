import * as v from "valibot";

/** SHA-256 in lower-case hexadecimal. */
export const Sha256 = v.pipe(
  v.string(),
  v.regex(/^[0-9a-f]{64}$/),
  v.title("SHA-256 in lower-case hexadecimal"),
);

/** The unit of every offset in a message. */
export const OffsetEncoding = v.picklist(["utf-16", "codepoint", "utf-8"]);
export type OffsetEncoding = v.InferOutput<typeof OffsetEncoding>;

/** The set of active rules. */
export const Profile = v.picklist(["contract", "extended"]);
export type Profile = v.InferOutput<typeof Profile>;

const Offset = v.pipe(v.number(), v.integer(), v.minValue(0));

/** Zero-based `[start, end)`; `end` is exclusive and never before `start`. */
export const Span = v.pipe(
  v.strictTuple([Offset, Offset]),
  v.check(([start, end]) => start <= end, "a span ends at or after its start"),
);
export type Span = v.InferOutput<typeof Span>;

/** The label list: empty, or `PS`. */
export const Labels = v.pipe(v.array(v.literal("PS")), v.maxLength(1));
export type Labels = v.InferOutput<typeof Labels>;

/** Whether spans are sorted and do not overlap. */
export function areOrdered(spans: readonly Span[]): boolean {
  return spans.every((span, index) => index === 0 || (spans[index - 1]?.[1] ?? 0) <= span[0]);
}
