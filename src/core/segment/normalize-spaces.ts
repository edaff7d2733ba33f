import { mayHoldSequences, TERMINAL_SEQUENCE } from "../terminal-sequences.js";
import type { Source } from "../source.js";

/** No-break, fixed-width and zero-width spaces, which a reader cannot distinguish from ordinary spaces. */
const UNUSUAL_SPACES = /[\u00a0\u1680\u180e\u2000-\u200d\u202f\u205f\u2060\u3000\ufeff]/g;

/** Returns a source in which every unusual space is an ordinary one and each CR LF is a line feed, without terminal sequences. */
export function normalizeSpaces(source: Source): Source {
  const plain = source.overlay(source.text.replace(UNUSUAL_SPACES, " "));
  const unix = plain.text.includes("\r\n") ? plain.rewritten(/\r(?=\n)/g, () => "") : plain;
  return mayHoldSequences(unix.text) ? unix.rewritten(TERMINAL_SEQUENCE, () => "") : unix;
}
