const WIDE =
  /[\u1100-\u115F\u2E80-\u303E\u3041-\uA4CF\uA960-\uA97C\uAC00-\uD7A3\uF900-\uFAFF\uFE30-\uFE6F\uFF01-\uFF60\uFFE0-\uFFE6\u{1F300}-\u{1F64F}\u{1F680}-\u{1F6FF}\u{1F900}-\u{1FAFF}\u{20000}-\u{3FFFD}]/u;
const ZERO = /[\p{Mn}\p{Me}\u200B-\u200D\uFE00-\uFE0F\uFEFF]/u;
/** Control characters and characters that change the writing direction, which the analyzed text must not send to the terminal. */
const CONTROL = /[\p{Cc}\u061C\u200E\u200F\u2028-\u202E\u2066-\u2069]|\p{Cs}/u;

export interface Shown {
  readonly text: string;
  /** The width of the text on a terminal, in columns. */
  readonly width: number;
}

/** Returns a character, or a visible symbol for one that must not be sent to a terminal. */
function showCharacter(character: string): Shown {
  if (character === "\t") return { text: "    ", width: 4 };
  if (CONTROL.test(character)) return showControl(character.codePointAt(0) ?? 0);
  if (ZERO.test(character)) return { text: character, width: 0 };
  return { text: character, width: WIDE.test(character) ? 2 : 1 };
}

function showControl(code: number): Shown {
  if (code < 0x20) return { text: String.fromCodePoint(0x2400 + code), width: 1 };
  if (code === 0x7f) return { text: "\u2421", width: 1 };
  return { text: "\uFFFD", width: 1 };
}

/** Returns a text as one line that can safely be sent to a terminal. */
export function showText(text: string): Shown {
  const shown = Array.from(text, showCharacter);
  return {
    text: shown.map((part) => part.text).join(""),
    width: shown.reduce((sum, part) => sum + part.width, 0),
  };
}
