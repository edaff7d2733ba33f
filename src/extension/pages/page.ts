import { translate, type MessageName } from "../ui/i18n.js";
import { pageTheme } from "../ui/theme.js";

/** Fills in the texts of a page of the extension and gives it the system's theme. */
export function preparePage(): void {
  document.documentElement.lang = translate("languageTag");
  const applyTheme = (): void =>
    void (document.documentElement.dataset["theme"] = pageTheme(document));
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", applyTheme);
  applyTheme();
  for (const element of document.querySelectorAll<HTMLElement>("[data-i18n]")) {
    element.textContent = translate(element.dataset["i18n"] as MessageName);
  }
}

/** The element with an id; a page without it is broken, and says so at once. */
export function byId<T extends HTMLElement>(id: string, type: new () => T): T {
  const element = document.getElementById(id);
  if (!(element instanceof type)) throw new Error(`missing element ${id}`);
  return element;
}

/** Shows the outcome of an action beside it. */
export function say(
  output: HTMLOutputElement,
  tone: "ok" | "danger" | "quiet",
  text: string,
): void {
  output.dataset["tone"] = tone;
  output.textContent = text;
}
