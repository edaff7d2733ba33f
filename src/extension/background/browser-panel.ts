/** The part of Firefox's API that is used here and is missing from the types of Chromium's API. */
interface SidebarAction {
  open(): Promise<void>;
}

/**
 * Opens the browser's own panel: Chromium's side panel, Firefox's sidebar. Browsers allow this only shortly after a
 * user action.
 */
export function openBrowserPanel(tabId: number): Promise<void> {
  const { sidebarAction } =
    (globalThis as { browser?: { sidebarAction?: SidebarAction } }).browser ?? {};
  if (sidebarAction !== undefined) return sidebarAction.open();
  // Older browsers have no side panel.
  const panel = chrome.sidePanel as typeof chrome.sidePanel | undefined;
  return panel === undefined ? Promise.reject(new Error("no panel")) : panel.open({ tabId });
}
