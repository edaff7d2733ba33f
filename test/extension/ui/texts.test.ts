import { readFileSync, readdirSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { FAILURES } from "../../../src/extension/bridge/failures.js";
import type { AnswerState } from "../../../src/extension/content/answer-state.js";
import type { Translate } from "../../../src/extension/ui/i18n.js";
import {
  describe as describeState,
  describeFailure,
} from "../../../src/extension/ui/state-texts.js";
import { assessmentOf, keyOf } from "../support.js";

type Messages = Record<
  string,
  { message: string; placeholders?: Record<string, { content: string }> }
>;
const load = (language: string): Messages =>
  JSON.parse(readFileSync(`src/extension/_locales/${language}/messages.json`, "utf8"));
const LANGUAGES = readdirSync("src/extension/_locales");

function translator(language: string): Translate {
  const messages = load(language);
  return (name, ...values) => {
    const { message, placeholders = {} } = messages[name]!;
    return message.replace(/\$(\w+)\$/g, (_all, word: string) =>
      String(values[Number(placeholders[word.toLowerCase()]!.content.slice(1)) - 1] ?? ""),
    );
  };
}

const key = keyOf("x");
const STATES: readonly AnswerState[] = [
  { kind: "waiting", early: null },
  {
    kind: "waiting",
    early: assessmentOf("x", [
      [0, 1],
      [0, 1],
    ]),
  },
  { kind: "evaluating", key, early: null },
  { kind: "finding", key, assessment: assessmentOf("x", [[0, 1]]) },
  { kind: "clear", key, assessment: assessmentOf("x") },
  { kind: "abstained", key, assessment: assessmentOf("x") },
  { kind: "incomplete", key, assessment: assessmentOf("x") },
  ...FAILURES.map(
    (reason): AnswerState => ({ kind: "unavailable", reason, retryAfter: null, early: null }),
  ),
];

describe.each(LANGUAGES)("texts in %s", (language) => {
  const t = translator(language);
  const texts = STATES.map((state) => describeState(state, false, [], t)!);

  it("are different for each state", () => {
    expect(new Set(texts.map((text) => text.label)).size).toBe(STATES.length);
    expect(new Set(texts.map((text) => text.detail)).size).toBe(STATES.length);
  });

  it("use `clear` only for the state clear", () => {
    const clear = t("clear");
    expect(texts.filter((text) => text.label === clear || text.tone === "ok")).toHaveLength(1);
  });

  it("call every failure unavailable, and offer an action", () => {
    for (const reason of FAILURES) {
      const { label, actions } = describeFailure(reason, null, t);
      expect(label).toMatch(/^(Unavailable|Nicht verfügbar|No disponible): /);
      expect(actions.length).toBeGreaterThan(0);
    }
  });

  it("are not `clear` for an answer of which a part was not read", () => {
    expect(describeState(STATES[4]!, false, ["folded", "formula", "folded"], t)).toMatchObject({
      tone: "notice",
      label: t("partlyRead"),
      detail: t("partlyReadDetail", `${t("unreadFolded")} (× 2), ${t("unreadFormula")}`),
    });
  });
});

describe("message files", () => {
  it("have the same names and placeholders in each language", () => {
    const shape = (messages: Messages) =>
      Object.entries(messages).map(([name, entry]) => [
        name,
        Object.keys(entry.placeholders ?? {}),
      ]);
    for (const language of LANGUAGES) expect(shape(load(language))).toEqual(shape(load("en")));
  });

  it("use exactly the placeholders that they define", () => {
    for (const language of LANGUAGES) {
      for (const { message, placeholders = {} } of Object.values(load(language))) {
        const used = [...message.matchAll(/\$(\w+)\$/g)].map((match) => match[1]!.toLowerCase());
        expect(new Set(used)).toEqual(new Set(Object.keys(placeholders)));
      }
    }
  });

  it("contain no text that the sources do not use", () => {
    const files = readdirSync("src/extension", { recursive: true, encoding: "utf8" }).filter(
      (file) => /\.(ts|html)$/.test(file),
    );
    const sources = files
      .map((file) => readFileSync(path.join("src/extension", file), "utf8"))
      .join("\n");
    // the names of failures and some others are built from words with hyphens
    const words = (name: string): string =>
      name
        .replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
        .replace(/^(?:unread|step|safer|instead)-/, "");
    const isNamed = (name: string): boolean =>
      new RegExp(`["_]${name}(?:__)?"|"${words(name)}"`).test(sources);
    // the name of a detail is built from the name of its title
    const isDetail = (name: string): boolean => {
      const title = /^(\w+)Detail$/.exec(name)?.[1];
      return (
        title !== undefined &&
        ([...FAILURES].some((reason) => reason === words(title)) ||
          new RegExp(`\\bstateText\\("\\w+", "${title}"`).test(sources))
      );
    };
    expect(Object.keys(load("en")).filter((name) => !isNamed(name) && !isDetail(name))).toEqual([]);
  });
});
