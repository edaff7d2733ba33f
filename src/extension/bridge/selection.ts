/** Where the text that a person asked to check is kept until the panel takes it, in memory only. */
export const SELECTION_KEY = "selection";

/** Text of the selection of a page, its line ends kept; runs in the page. */
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
