import * as v from "valibot";

import { MAX_TEXT_LENGTH } from "./limits.js";

const ResponseId = v.pipe(v.string(), v.minLength(1), v.maxLength(256));

/** What a content script may ask of the worker. */
export const ContentMessage = v.variant("type", [
  v.strictObject({ type: v.literal("assess"), responseId: ResponseId, text: v.pipe(v.string(), v.maxLength(MAX_TEXT_LENGTH)) }),
  v.strictObject({ type: v.literal("use-device") }),
  v.strictObject({ type: v.literal("open-options") }),
]);
export type ContentMessage = v.InferOutput<typeof ContentMessage>;

/** What the options page and the popup may ask of the worker. The token itself never travels in a message. */
export const PageMessage = v.variant("type", [
  v.strictObject({ type: v.literal("settings-changed") }),
  v.strictObject({ type: v.literal("check") }),
]);
export type PageMessage = v.InferOutput<typeof PageMessage>;

/** What the worker and the popup may tell a content script. */
export const TabMessage = v.variant("type", [
  v.strictObject({ type: v.literal("settings-changed") }),
  v.strictObject({ type: v.literal("show-findings") }),
  v.strictObject({ type: v.literal("summarize") }),
]);
export type TabMessage = v.InferOutput<typeof TabMessage>;

const Count = v.pipe(v.number(), v.integer(), v.minValue(0));

/** A content script's answer to `summarize`. */
export const Summary = v.object({ answers: Count, findings: Count, clear: Count, unavailable: Count, other: Count });
export type Summary = v.InferOutput<typeof Summary>;
