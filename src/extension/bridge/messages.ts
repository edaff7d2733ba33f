import * as v from "valibot";
import { MAX_TEXT_LENGTH } from "./limits.js";

const ResponseId = v.pipe(v.string(), v.minLength(1), v.maxLength(256));
const Count = v.pipe(v.number(), v.integer(), v.minValue(0));
const Host = v.pipe(v.string(), v.regex(/^[a-z0-9.-]{1,250}(?::\d{1,5})?$/));

/** The messages that a content script may send to the worker. */
export const ContentMessage = v.variant("type", [
  v.strictObject({
    type: v.literal("assess"),
    responseId: ResponseId,
    text: v.pipe(v.string(), v.maxLength(MAX_TEXT_LENGTH)),
  }),
  /** Asks for the display settings of this site; the reply is a {@link SiteSettings}. */
  v.strictObject({ type: v.literal("hello") }),
  /** An answer begins or is still being written: the worker gets ready to assess it. */
  v.strictObject({ type: v.literal("warm") }),
  v.strictObject({ type: v.literal("use-device") }),
  v.strictObject({ type: v.literal("open-options") }),
  /** Requests the browser's panel; answered by `{ status: "opened" }` or `{ status: "refused" }`. */
  v.strictObject({ type: v.literal("open-panel") }),
  /** The values that the toolbar icon shows for this tab. */
  v.strictObject({ type: v.literal("status"), findings: Count, isUnavailable: v.boolean() }),
  v.strictObject({
    type: v.literal("know"),
    hosts: v.pipe(v.array(Host), v.minLength(1), v.maxLength(20)),
  }),
]);
export type ContentMessage = v.InferOutput<typeof ContentMessage>;

/** The display settings for a content script's site. */
export interface SiteSettings {
  readonly status: "done";
  readonly clearSign: "dot" | "none";
  readonly isPaused: boolean;
}

/** The messages that the extension's own pages may send to the worker. No message contains the access token. */
export const PageMessage = v.variant("type", [
  v.strictObject({ type: v.literal("settings-changed") }),
  v.strictObject({ type: v.literal("check") }),
  /** Assesses a text from a page of the extension: the example, or a selection. */
  v.strictObject({
    type: v.literal("try"),
    text: v.pipe(v.string(), v.maxLength(MAX_TEXT_LENGTH)),
    /** Whether the text is the example of the welcome page, which is checked on this device if no mode was chosen. */
    isExample: v.optional(v.boolean()),
  }),
  v.strictObject({
    type: v.literal("know"),
    hosts: v.pipe(v.array(Host), v.minLength(1), v.maxLength(20)),
  }),
  /** Sites were switched on or off. */
  v.strictObject({ type: v.literal("sites-changed") }),
  /** Reads a tab that was opened before the extension was installed. */
  v.strictObject({ type: v.literal("read-tab"), tabId: Count }),
]);
export type PageMessage = v.InferOutput<typeof PageMessage>;

/** The messages that the worker and the popup may send to a content script. */
export type TabMessage =
  | { readonly type: "settings-changed" }
  | { readonly type: "show-findings" }
  | { readonly type: "summarize" };

/** A content script's reply to `summarize`: the numbers of answers by result. */
export const Summary = v.object({
  answers: Count,
  findings: Count,
  clear: Count,
  unavailable: Count,
  other: Count,
});
export type Summary = v.InferOutput<typeof Summary>;
