/** The part of Firefox's API that is used here and missing in Chromium's types. */
interface SidebarAction {
  open(): Promise<void>;
}

/**
 * Opens the browser's own panel: Chromium's side panel, Firefox's sidebar. Works only while the browser still counts the user's
 * last action.
 */
export function openBeside(tabId: number): Promise<void> {
  const { sidebarAction } =
    (globalThis as { browser?: { sidebarAction?: SidebarAction } }).browser ?? {};
  if (sidebarAction !== undefined) return sidebarAction.open();
  // Older browsers do not have it.
  const panel = chrome.sidePanel as typeof chrome.sidePanel | undefined;
  return panel === undefined ? Promise.reject(new Error("no panel")) : panel.open({ tabId });
}
