import type { AssessReply, Assessment } from "../bridge/assessment.js";
import type { Failure } from "../bridge/failures.js";

/** Identifies a request for an assessment. A reply is dropped if its key differs from the key of the pending request. */
export interface Key {
  readonly responseId: string;
  /** SHA-256 of the text that was read. */
  readonly textHash: string;
  /** The number of navigations of the page when the request was created. */
  readonly navigation: number;
  /** The number of the request, counted for each answer. */
  readonly attempt: number;
}

/** An assessment of the closed blocks at the beginning of an answer; null if it has no findings. */
export type Early = Assessment | null;

/** State of one answer. Only `finding`, `clear`, `abstained` and `incomplete` are about its whole text. */
export type AnswerState =
  /** Not assessed: not near the visible part of the page, or still changing. */
  | { readonly kind: "waiting"; readonly early: Early }
  | { readonly kind: "evaluating"; readonly key: Key; readonly early: Early }
  | {
      readonly kind: "finding" | "clear" | "abstained" | "incomplete";
      readonly key: Key;
      readonly assessment: Assessment;
    }
  | {
      readonly kind: "unavailable";
      readonly reason: Failure;
      readonly retryAfter: number | null;
      readonly early: Early;
    }
  /** The element is gone or no longer an answer. This state is final. */
  | { readonly kind: "gone" };

export type AnswerEvent =
  /** The text is stable and a request for it was sent. */
  | { readonly type: "requested"; readonly key: Key }
  | { readonly type: "replied"; readonly key: Key; readonly reply: AssessReply }
  /** Findings in the closed blocks of an answer that is still being written; null removes them. */
  | { readonly type: "early"; readonly early: Early }
  /** The text has changed since it was read; `early` is the assessment of its unchanged beginning, if the findings are still valid. */
  | { readonly type: "text-changed"; readonly early: Early }
  | { readonly type: "navigated" }
  | { readonly type: "settings-changed" }
  | { readonly type: "retry" }
  | { readonly type: "extension-updated" }
  /** The id of the answer changed, the element is no longer an answer, or it left the page. */
  | { readonly type: "lost" };

export const INITIAL: AnswerState = { kind: "waiting", early: null };

/** The state after the extension is gone. */
export const UPDATED: AnswerState & { readonly kind: "unavailable" } = {
  kind: "unavailable",
  reason: "extension-updated",
  retryAfter: null,
  early: null,
};

/** Returns the state after an event. Pure; the table in docs/extension-states.md is tested against it. */
export function transition(state: AnswerState, event: AnswerEvent): AnswerState {
  if (state.kind === "gone") return state;
  // After the extension is gone, no reply can arrive.
  if (state.kind === "unavailable" && state.reason === "extension-updated" && event.type !== "lost")
    return state;
  switch (event.type) {
    case "lost":
      return { kind: "gone" };
    case "extension-updated":
      return UPDATED;
    case "text-changed":
      return { kind: "waiting", early: event.early };
    case "navigated":
    case "settings-changed":
      return INITIAL;
    case "retry":
      return state.kind === "unavailable" ? { kind: "waiting", early: state.early } : state;
    case "early":
      return "early" in state ? { ...state, early: event.early } : state;
    case "requested":
      return state.kind === "waiting"
        ? { kind: "evaluating", key: event.key, early: state.early }
        : state;
    case "replied":
      return state.kind === "evaluating" && sameKey(state.key, event.key)
        ? afterReply(event.key, event.reply, state.early)
        : state;
  }
}

function afterReply(key: Key, reply: AssessReply, early: Early): AnswerState {
  if (reply.status === "unavailable")
    return {
      kind: "unavailable",
      reason: reply.reason,
      retryAfter: reply.retryAfter ?? null,
      early,
    };
  const { assessment } = reply;
  // An assessment of any other text is rejected.
  if (assessment.subjectHash !== key.textHash)
    return { kind: "unavailable", reason: "bad-response", retryAfter: null, early };
  return { kind: assessment.verdict, key, assessment };
}

export function sameKey(a: Key, b: Key): boolean {
  return (
    a.responseId === b.responseId &&
    a.textHash === b.textHash &&
    a.navigation === b.navigation &&
    a.attempt === b.attempt
  );
}
