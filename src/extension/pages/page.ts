import { translate, type MessageName } from "../ui/i18n.js";
import { pageTheme } from "../ui/theme.js";

/** Fills in the texts of a page of the extension and applies the system's theme. */
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

/** Returns the element with an id; throws if the page does not have it. */
export function byId<T extends HTMLElement>(id: string, type: new () => T): T {
  const element = document.getElementById(id);
  if (!(element instanceof type)) throw new Error(`missing element ${id}`);
  return element;
}

/** Shows the result of an action in its output element. */
export function announce(
  output: HTMLOutputElement,
  tone: "ok" | "danger" | "quiet",
  text: string,
): void {
  output.dataset["tone"] = tone;
  output.textContent = text;
}
