/** The key in session storage under which the text that the user asked to check is stored. The panel removes the entry after reading it. */
export const SELECTION_KEY = "selection";

/** Returns the selected text of a page, with its line ends. The browser runs this function in the page. */
export function readSelection(): string {
  const field = document.activeElement;
  if (
    field instanceof HTMLTextAreaElement ||
    (field instanceof HTMLInputElement && field.selectionStart !== null)
  ) {
    const chosen = field.value.slice(field.selectionStart ?? 0, field.selectionEnd ?? 0);
    if (chosen !== "") return chosen;
  }
  return String(getSelection() ?? "");
}
