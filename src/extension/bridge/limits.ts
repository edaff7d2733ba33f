/** Longest text that is sent to the worker, in UTF-16 code units; the gateway has a limit of its own. */
export const MAX_TEXT_LENGTH = 8_000_000;
