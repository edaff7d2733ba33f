import { createLazyDetector } from "../../host/browser/browser.js";
import { modelRevision, type Profile } from "../../protocol/index.js";
import type { TabMessage } from "../bridge/messages.js";
import { translate as t } from "../ui/i18n.js";
import { openBrowserPanel } from "./browser-panel.js";
import { DeviceEvaluator, type DeviceDetector } from "./device-evaluator.js";
import { assessByGateway } from "./gateway-client.js";
import { checkSelection, createMenus, listenToMenus } from "./menus.js";
import { REFUSED, route, type Services } from "./router.js";
import { closeStorage, loadSettings, saveSettings } from "./settings.js";
import { allowedSites, readOpenTabs, readTab, syncSites } from "./allowed-sites.js";
import { TokenStore } from "./token-store.js";

/** SHA-256 of the evaluator's sources; set by the build. */
declare const CURLEW_SOURCE_HASH: string;

const tokens = new TokenStore(indexedDB);
const device = new DeviceEvaluator(loadDetector);

const services: Services = {
  self: { id: chrome.runtime.id, origin: extensionOrigin() },
  settings: () => loadSettings(chrome.storage.local),
  save: (change) => saveSettings(chrome.storage.local, change),
  token: () => tokens.get(),
  byGateway: (request) => assessByGateway(request, fetch),
  onDevice: (responseId, text, profile) => device.assess(responseId, text, profile),
  warm: (profile) => device.warm(profile),
  openOptions: () => chrome.runtime.openOptionsPage(),
  openPanel: (tabId) =>
    "sidePanel" in chrome
      ? openBrowserPanel(tabId)
      : Promise.reject(new Error("a message cannot open the sidebar")),
  showStatus,
  readTab,
  syncSites,
  broadcast: () => sendToTabs({ type: "settings-changed" }),
  today: () => new Date().toISOString().slice(0, 10),
};

/** Returns the extension's origin. In some browsers, `URL.origin` of an extension's URL is the string `null`. */
function extensionOrigin(): string {
  const { protocol, host } = new URL(chrome.runtime.getURL(""));
  return `${protocol}//${host}`;
}

async function loadDetector(profile: Profile): Promise<DeviceDetector> {
  const detector = await createLazyDetector({ assetsUrl: chrome.runtime.getURL(""), profile });
  return {
    detect: (text, options) => detector.detect(text, options),
    modelRevision: modelRevision(detector.revision),
    sourceHash: CURLEW_SOURCE_HASH,
  };
}

/** Shows the number of findings on the toolbar icon, or a question mark if answers cannot be checked; otherwise removes the badge. */
async function showStatus(tabId: number, findings: number, isUnavailable: boolean): Promise<void> {
  const [text, color] =
    findings > 0
      ? [String(Math.min(findings, 99)), "#a8201a"]
      : isUnavailable
        ? ["?", "#7a5100"]
        : ["", "#565c64"];
  const title =
    findings > 0 ? t("iconFindings", findings) : t(isUnavailable ? "iconUnavailable" : "iconQuiet");
  await Promise.all([
    chrome.action.setBadgeText({ tabId, text }),
    chrome.action.setBadgeBackgroundColor({ tabId, color }),
    chrome.action.setTitle({ tabId, title }),
  ]);
}

/** Sends a message to every tab; tabs without a content script are ignored. */
async function sendToTabs(message: TabMessage): Promise<void> {
  const tabs = await chrome.tabs.query({});
  await Promise.all(tabs.map((tab) => sendToTab(tab.id, message)));
}

async function sendToTab(id: number | undefined, message: TabMessage): Promise<void> {
  if (id !== undefined)
    await chrome.tabs.sendMessage(id, message, { frameId: 0 }).catch(() => undefined);
}

chrome.runtime.onMessage.addListener(
  (message: unknown, sender, reply: (answer: unknown) => void) => {
    route(message, sender, services).then(reply, () => reply(REFUSED));
    return true;
  },
);

chrome.commands.onCommand.addListener((command, tab) => {
  if (tab?.id === undefined) return;
  if (command === "check-selection") return checkSelection(tab.id, "");
  if (command !== "show-findings") return;
  void sendToTab(tab.id, { type: "show-findings" });
});

chrome.runtime.onInstalled.addListener(({ reason }) => {
  if (reason === "install") void chrome.tabs.create({ url: chrome.runtime.getURL("welcome.html") });
  void createMenus();
  void syncSites().catch(() => undefined);
  // Tabs that were already open are read without a reload.
  void allowedSites()
    .then(readOpenTabs)
    .catch(() => undefined);
});

chrome.permissions.onAdded.addListener(() => void syncSites().catch(() => undefined));
chrome.permissions.onRemoved.addListener(() => void syncSites().catch(() => undefined));
listenToMenus();

void closeStorage(chrome.storage.local);
