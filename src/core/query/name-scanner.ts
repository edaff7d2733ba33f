import type { Span } from "../model.js";
import { once, oncePer } from "../once.js";
import { escaped, containsLetter, matchesAt, nextHash } from "../scan.js";
import { isUsed, keyOf, type Key } from "./gate-key.js";
import { FEW, type Code, type GateWord } from "./gate-words.js";
import { fits, isWritten } from "./word-boundaries.js";
import {
  anySpelling,
  continued,
  endOfSpelling,
  mayHideLetters,
  withoutEscapes,
} from "./word-spellings.js";

/**
 * Returns, for a text, a function that tests whether the text names something that executes values of a kind of code.
 * @param isProse whether backticks are around inline code
 */
export type Executors = (text: string, isProse: boolean) => (code: Code) => boolean;

/** Matches names that are joined from literals; the gate does not search for every part of them. */
const joined = /\w["'`]\s*\+\s*["'`]\w|\w["'] ?\.\.? ?["']\w/;

/** Matches a template with a tag, which may execute the template. */
const tagged = /[\w$)]`/;

/** Returns whether the name at `[start, end)` counts as a use of its gate word. */
type Counts = (key: Key, start: number, end: number) => boolean;

/** Matches a part that is a fence. */
const FENCE_START = /^[ \t>]*(?:`{3}|~{3})/;

/** Number of scanned characters after which an expression for all words is worth compiling. */
const COMPILED_AFTER = 10_000;

const IS_NAME = 1;
const IS_BEGINNING = 2;
const TABLE = 1 << 15;

/** Looks at each name of a text once: its letters are hashed, and few names have the hash of a word. */
export class NameScanner {
  private readonly flagsByHash = new Uint8Array(TABLE);
  private readonly byName = new Map<string, Key[]>();
  /** Keys by each prefix of at least two letters, created when a text first has a letter of a name before a quote or the like. */
  private readonly byBeginning = once(() => this.beginnings());
  /** Words that are not names, and prefixes of names. */
  private readonly others: readonly GateWord[];
  /** An expression for all words if they are few: once compiled, it shows sooner that a text contains none. */
  private readonly any: (() => RegExp) | null;
  private scanned = 0;

  constructor(
    words: readonly GateWord[],
    private readonly executors: Executors | null = null,
  ) {
    const others: GateWord[] = [];
    for (const of of words) {
      const key = keyOf(of);
      if (key === null) others.push(of);
      else this.add(key);
    }
    this.others = others;
    this.any = words.length > FEW ? null : once(() => anySpelling(words));
  }

  /**
   * @param isWhole whether the text must also contain what a word requires
   * @param code the only code in the text, which must execute something if the word is one of other code
   */
  finds(text: string, isWhole: boolean, code?: Code): boolean {
    return (
      this.mayFind(text) &&
      (this.scan(text, isWhole, code) ||
        (mayHideLetters(text) && this.scan(withoutEscapes(text), isWhole, code)))
    );
  }

  /** Whether the text may contain a word; false only if there are few words and the text contains none of them. */
  private mayFind(text: string): boolean {
    this.scanned += text.length;
    return this.scanned <= COMPILED_AFTER || this.any?.().test(text) !== false;
  }

  private add(key: Key): void {
    const name = key.name.toLowerCase();
    addKey(this.byName, name, key);
    const { flagsByHash } = this;
    const last = name.length - 1;
    let hash = 0;
    for (let at = 0; at <= last; at++) {
      hash = nextHash(hash, name.charCodeAt(at) | 32);
      const place = hash & (TABLE - 1);
      flagsByHash[place] = (flagsByHash[place] ?? 0) | (at === last ? IS_NAME : IS_BEGINNING);
    }
  }

  private beginnings(): ReadonlyMap<string, readonly Key[]> {
    const byBeginning = new Map<string, Key[]>();
    for (const [name, keys] of this.byName)
      for (let length = 2; length <= name.length; length++)
        for (const key of keys) addKey(byBeginning, name.slice(0, length), key);
    return byBeginning;
  }

  /**
   * Returns whether a text uses a word, a test for its parts, each of which must also contain what its words require, and a test
   * whether a part for which the first fails may use a word at all. The text is scanned once; parts are requested in order.
   */
  inPartsOf(text: string): {
    isUsed: boolean;
    isOpen: (part: Span) => boolean;
    mayMention: (part: Span) => boolean;
  } {
    const places: { key: Key; start: number; end: number; isUsed: () => boolean }[] = [];
    if (this.mayFind(text))
      this.someName(text, (key, start, end) => {
        places.push({ key, start, end, isUsed: once(() => isUsed(key, text, start, end)) });
        return false;
      });
    const containsOthers = this.containsOthers(text);
    /** The starts of the parts that use a word. */
    const used = new Set<number>();
    let next = 0;
    const isOpen = ([start, end]: Span): boolean => {
      const part = text.slice(start, end);
      while ((places[next]?.start ?? start) < start) next++;
      if (containsOthers && this.containsOthers(part)) return true;
      const isProse = part.length < text.length && !FENCE_START.test(part);
      const hasNeeds = once(() => this.needsOf(part, isProse));
      let isNamed = false;
      for (; (places[next]?.start ?? end) < end; next++) {
        const place = places[next];
        if (isNamed || place?.isUsed() !== true) continue;
        used.add(start);
        isNamed = hasNeeds()(place.key);
      }
      return isNamed || (mayHideLetters(part) && this.scan(withoutEscapes(part), true));
    };
    return {
      isUsed:
        places.some((place) => place.isUsed()) ||
        containsOthers ||
        (mayHideLetters(text) && this.scan(withoutEscapes(text), false)),
      isOpen,
      mayMention: ([start, end]) => used.has(start) || mayHideLetters(text.slice(start, end)),
    };
  }

  private scan(text: string, isWhole: boolean, only?: Code): boolean {
    if (this.containsOthers(text)) return true;
    const hasNeeds = isWhole ? this.needsOf(text, false, only) : null;
    return this.someName(
      text,
      (key, start, end) => isUsed(key, text, start, end) && hasNeeds?.(key) !== false,
    );
  }

  /** Whether `counts` returns true for a name in a text; several words may share a name. */
  private someName(text: string, counts: Counts): boolean {
    const { flagsByHash } = this;
    const { length } = text;
    let at = 0;
    let before = 0;
    while (at < length) {
      let code = text.charCodeAt(at);
      if (code > 127 || IN_NAMES[code] === 0) {
        at++;
        before = code;
        continue;
      }
      const start = at;
      const isWrapped = code === UNDERSCORE || before === BACKSLASH || before === PERCENT;
      let hash = 0;
      do {
        hash = nextHash(hash, code | 32);
        code = ++at < length ? text.charCodeAt(at) : 0;
      } while (code < 128 && IN_NAMES[code] === 1);
      const flags = flagsByHash[hash & (TABLE - 1)] ?? 0;
      if (flags !== 0) {
        if ((flags & IS_NAME) !== 0 && this.isNamed(text, start, at, counts)) return true;
        if (
          (flags & IS_BEGINNING) !== 0 &&
          mayContinue(code) &&
          this.isSpelled(text, start, at, counts)
        )
          return true;
      }
      if (isWrapped && this.isUnwrapped(text, start, at, counts)) return true;
    }
    return false;
  }

  private containsOthers(text: string): boolean {
    return this.others.some((word) => contains(text, word));
  }

  private isNamed(text: string, start: number, end: number, counts: Counts): boolean {
    const name = text.slice(start, end);
    const keys = this.byName.get(name.toLowerCase());
    return (
      keys?.some(
        (key) =>
          isWritten(key, name, text, start) &&
          fits(key, text, start, end) &&
          counts(key, start, end),
      ) === true
    );
  }

  /** Whether a name continues after quotes and the like: `cu""rl`. */
  private isSpelled(text: string, start: number, end: number, counts: Counts): boolean {
    if (!matchesAt(continued, text, end)) return false;
    const letters = text.slice(start, end) + text.charAt(continued.lastIndex - 1);
    const keys = this.byBeginning().get(letters.toLowerCase()) ?? [];
    return keys.some((key) => {
      const last = endOfSpelling(text, start, key.name, key.of.anyCase);
      return last >= 0 && !containsLetter(text[last]) && counts(key, start, last);
    });
  }

  /** Whether it is a name after an escape (` curl`, `%20curl`) or between emphasis characters (`_curl_`). */
  private isUnwrapped(text: string, start: number, end: number, counts: Counts): boolean {
    const before = text[start - 1];
    const skipped = before === "\\" ? 1 : before === "%" ? 2 : 0;
    let [from, to] = [start + skipped, end];
    while (from < to && text[from] === "_") from++;
    while (to > from && text[to - 1] === "_") to--;
    if (from >= to) return false;
    return this.isNamed(text, from, to, counts) || this.isSpelled(text, from, to, counts);
  }

  /** Returns a function that tests whether the text contains what a word requires and executes its value, or whether it joins names. */
  private needsOf(text: string, isProse = false, only?: Code): (key: Key) => boolean {
    const isExecuted = this.executors?.(text, isProse) ?? (() => true);
    const isRun = once(() => only === undefined || tagged.test(text) || isExecuted(only));
    const isJoined = once(() => joined.test(text));
    return oncePer((key) => {
      const { beside = [], valueIn } = key.of;
      key.beside ??= beside.map(containsOneOf);
      return (
        (key.beside.every((matchesAt) => matchesAt(text)) &&
          (valueIn === undefined || (isExecuted(valueIn) && (valueIn === only || isRun())))) ||
        isJoined()
      );
    });
  }
}

/**
 * Returns a test for whether a text contains one of some words. Names must be whole words, and neither the tag of a fence nor the
 * scheme of a URL.
 */
function containsOneOf(words: readonly string[]): (text: string) => boolean {
  const isName = (word: string): boolean => /^\w+$/.test(word);
  const names = words.filter(isName).join("|") || "(?!)";
  // a name may directly follow the letter of an escape: `\nname`
  const parts = [
    `(?<!(?<!\\\\)\\w|\`\`\`)(?:${names})(?!\\w|://)`,
    ...words.filter((word) => !isName(word)).map(escaped),
  ];
  const some = once(() => new RegExp(parts.join("|")));
  // most words are in no text, which this check finds sooner
  return (text) => words.some((word) => text.includes(word)) && some().test(text);
}

/** Letters, digits and the underscore, by their codes. */
const IN_NAMES = Uint8Array.from({ length: 128 }, (_, code) =>
  Number(containsLetter(String.fromCharCode(code))),
);

const [UNDERSCORE, BACKSLASH, PERCENT, DOT, SLASH] = [95, 92, 37, 46, 47];

/** Whether a character may be between the letters of one word: a quote, a backslash, a dollar sign, a caret. */
function mayContinue(code: number): boolean {
  return code === 34 || code === 39 || code === 96 || code === 92 || code === 36 || code === 94;
}

function addKey(map: Map<string, Key[]>, name: string, key: Key): void {
  const keys = map.get(name);
  if (keys === undefined) map.set(name, [key]);
  else keys.push(key);
}

/** Whether a text contains a word that is not a name, such as the builtin `.`, as a separate word, or a prefix anywhere. */
function contains(text: string, { word, anyCase, isBeginning }: GateWord): boolean {
  const first = word[0] ?? "";
  for (const letter of anyCase === true
    ? new Set([first.toLowerCase(), first.toUpperCase()])
    : [first])
    for (let at = text.indexOf(letter); at >= 0; at = text.indexOf(letter, at + 1)) {
      if (isBeginning === true) {
        if (endOfSpelling(text, at, word, anyCase) >= 0) return true;
      } else if (
        text.startsWith(word, at) &&
        !isPathCharacter(text.charCodeAt(at - 1)) &&
        !isPathCharacter(text.charCodeAt(at + word.length))
      )
        return true;
    }
  return false;
}

function isPathCharacter(code: number): boolean {
  return code === DOT || code === SLASH || (code < 128 && IN_NAMES[code] === 1);
}
