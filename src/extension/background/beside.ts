/** The part of Firefox's interface that this needs and that the types of Chromium's do not know. */
interface SidebarAction {
  open(): Promise<void>;
}

/** Opens the browser's own panel: Chromium's side panel, Firefox's sidebar. Only while the browser remembers what a person did. */
export function openBeside(tabId: number): Promise<void> {
  const { sidebarAction } =
    (globalThis as { browser?: { sidebarAction?: SidebarAction } }).browser ?? {};
  if (sidebarAction !== undefined) return sidebarAction.open();
  // Older browsers have none.
  const panel = chrome.sidePanel as typeof chrome.sidePanel | undefined;
  return panel === undefined ? Promise.reject(new Error("no panel")) : panel.open({ tabId });
}
