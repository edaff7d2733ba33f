/** Storage key of the text that the user asked to check, kept until the panel reads it, in memory only. */
export const SELECTION_KEY = "selection";

/** Returns the selected text of a page, with its line ends; runs in the page. */
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
