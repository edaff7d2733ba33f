const ESCAPE = "\u001b";
const BELL = "\u0007";

/** Matches what a terminal does not show: sequences that set colours, move the cursor, set the title or mark a link. */
export const TERMINAL_SEQUENCE = new RegExp(
  `${ESCAPE}(?:\\[[0-?]{0,40}[ -/]{0,4}[@-~]|\\][^${BELL}${ESCAPE}\\n]{0,400}(?:${BELL}|${ESCAPE}\\\\)|[()][\\dA-Z]|[=>])`,
  "g",
);

/** Whether a text may contain such sequences; most texts do not. */
export const mayHoldSequences = (text: string): boolean => text.includes(ESCAPE);
