/** The key in session storage of the text that the user asked to check; the panel removes it when it reads it. */
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
