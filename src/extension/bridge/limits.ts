/** Maximum length of a text that is sent to the worker, in UTF-16 code units; the gateway has its own limit. */
export const MAX_TEXT_LENGTH = 8_000_000;
