import type messages from "../_locales/en/messages.json";

/** Names of the texts in `_locales`. */
export type MessageName = keyof typeof messages;

/** Returns a text in the browser's language. */
export type Translate = (name: MessageName, ...values: (string | number)[]) => string;

/** Returns a text from the extension's `_locales`. */
export const translate: Translate = (name, ...values) =>
  chrome.i18n.getMessage(name, values.map(String));
