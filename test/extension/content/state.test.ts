import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { FAILURES } from "../../../src/extension/bridge/failures.js";
import {
  INITIAL,
  sameKey,
  transition,
  type AnswerEvent,
  type AnswerState,
} from "../../../src/extension/content/answer-state.js";
import { assessed, assessmentOf, keyOf } from "../support.js";

const page = readFileSync("docs/extension-states.md", "utf8");
const rows = page
  .split("\n")
  .filter((line) => line.startsWith("|"))
  .map((line) =>
    line
      .split("|")
      .slice(1, -1)
      .map((cell) => cell.trim().replaceAll("`", "")),
  );
const header = rows.find((row) => row.includes("requested")) ?? [];
const matrix = rows.slice(rows.indexOf(header) + 2, rows.indexOf(header) + 11);

const TEXT = "text";
const key = keyOf(TEXT);
const good = assessed("a1", assessmentOf(TEXT));

const STATES: Record<string, AnswerState> = {
  waiting: INITIAL,
  evaluating: { kind: "evaluating", key, early: null },
  finding: { kind: "finding", key, assessment: assessmentOf(TEXT, [[0, 4]]) },
  clear: { kind: "clear", key, assessment: assessmentOf(TEXT) },
  abstained: {
    kind: "abstained",
    key,
    assessment: assessmentOf(TEXT, [], { verdict: "abstained" }),
  },
  incomplete: {
    kind: "incomplete",
    key,
    assessment: assessmentOf(TEXT, [], { verdict: "incomplete" }),
  },
  unavailable: { kind: "unavailable", reason: "unreachable", retryAfter: null, early: null },
  orphaned: { kind: "unavailable", reason: "extension-updated", retryAfter: null, early: null },
  gone: { kind: "gone" },
};

const EVENTS: Record<string, AnswerEvent> = {
  requested: { type: "requested", key },
  replied: { type: "replied", key, reply: good },
  "replied: unavailable": {
    type: "replied",
    key,
    reply: { status: "unavailable", reason: "timeout" },
  },
  "replied: other key": { type: "replied", key: keyOf(TEXT, { attempt: 2 }), reply: good },
  "replied: other text": { type: "replied", key, reply: assessed("a1", assessmentOf("other")) },
  early: { type: "early", early: assessmentOf(TEXT, [[0, 1]]) },
  "text-changed": { type: "text-changed", early: null },
  navigated: { type: "navigated" },
  "settings-changed": { type: "settings-changed" },
  retry: { type: "retry" },
  "extension-updated": { type: "extension-updated" },
  lost: { type: "lost" },
};

function nameOf(state: AnswerState): string {
  return state.kind === "unavailable" && state.reason === "extension-updated"
    ? "orphaned"
    : state.kind;
}

describe("the documented table of states", () => {
  it("has every state and every event", () => {
    expect(header.slice(1)).toEqual(Object.keys(EVENTS));
    expect(matrix.map((row) => row[0])).toEqual(Object.keys(STATES));
  });

  for (const row of matrix) {
    const [from = "", ...cells] = row;
    for (const [index, cell] of cells.entries()) {
      const event = header[index + 1] ?? "";
      it(`has the correct transition from ${from} for the event ${event}: ${cell}`, () => {
        const next = nameOf(transition(STATES[from]!, EVENTS[event]!));
        expect(next).toBe(cell === "*verdict*" ? "clear" : cell);
      });
    }
  }

  it("lists every reason for a failure", () => {
    const reasons = rows
      .map((row) => row[0])
      .filter((name) => (FAILURES as readonly string[]).includes(name ?? ""));
    expect(reasons).toEqual([...FAILURES]);
  });
});

describe("transition", () => {
  it.each(["finding", "clear", "abstained", "incomplete"] as const)(
    "changes the state to the verdict %s",
    (verdict) => {
      const reply = assessed(
        "a1",
        assessmentOf(TEXT, verdict === "finding" ? [[0, 4]] : [], { verdict }),
      );
      expect(
        transition({ kind: "evaluating", key, early: null }, { type: "replied", key, reply }),
      ).toMatchObject({ kind: verdict, key });
    },
  );

  it("keeps the time after which a request may be repeated", () => {
    const reply = { status: "unavailable", reason: "rate-limited", retryAfter: 7 } as const;
    expect(
      transition({ kind: "evaluating", key, early: null }, { type: "replied", key, reply }),
    ).toEqual({ kind: "unavailable", reason: "rate-limited", retryAfter: 7, early: null });
  });

  it.each([
    { responseId: "other" },
    { textHash: "b".repeat(64) },
    { navigation: 1 },
    { attempt: 2 },
  ])("ignores a reply whose key differs in %o", (change) => {
    expect(sameKey(key, { ...key, ...change })).toBe(false);
    expect(
      transition(
        { kind: "evaluating", key, early: null },
        { type: "replied", key: { ...key, ...change }, reply: good },
      ).kind,
    ).toBe("evaluating");
  });
});
