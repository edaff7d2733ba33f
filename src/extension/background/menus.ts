import { SITES } from "../adapter/sites.js";
import { readSelection, SELECTION_KEY } from "../bridge/selection.js";
import { translate as t } from "../ui/i18n.js";
import { openBrowserPanel } from "./browser-panel.js";
import { patternOf } from "./allowed-sites.js";

const CHECK = "check-selection";
const SHOW = "show-panel";

export async function createMenus(): Promise<void> {
  await new Promise<void>((resolve) => chrome.contextMenus.removeAll(resolve));
  chrome.contextMenus.create({ id: CHECK, contexts: ["selection"], title: t("menuCheck") });
  chrome.contextMenus.create({
    id: SHOW,
    contexts: ["page"],
    documentUrlPatterns: SITES.map(patternOf),
    title: t("menuShow"),
  });
}

export function listenToMenus(): void {
  chrome.contextMenus.onClicked.addListener(({ menuItemId, selectionText }, tab) => {
    if (tab?.id === undefined) return;
    if (menuItemId === CHECK) checkSelection(tab.id, selectionText ?? "");
    else if (menuItemId === SHOW) openBrowserPanel(tab.id).catch(() => undefined);
  });
}

/**
 * Opens the browser's panel at once, as browsers require, and stores the page's selected text for the panel.
 * @param menuText the selected text according to the menu event, which is used if the selection cannot be read from the page
 */
export function checkSelection(tabId: number, menuText: string): void {
  openBrowserPanel(tabId).catch(() => undefined);
  void chrome.scripting
    .executeScript({ target: { tabId }, func: readSelection })
    .then(
      ([result]) => result?.result ?? "",
      () => "",
    )
    .then((text) =>
      chrome.storage.session.set({
        [SELECTION_KEY]: { text: text === "" ? menuText : text, at: Date.now() },
      }),
    );
}
