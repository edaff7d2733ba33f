import * as v from "valibot";
import { siteOf, type Site } from "../adapter/sites.js";
import { openBrowserPanel } from "../background/browser-panel.js";
import { loadSettings, saveSettings, type Settings } from "../background/settings.js";
import { TokenStore } from "../background/token-store.js";
import { Summary, type PageMessage, type TabMessage } from "../bridge/messages.js";
import { translate as t } from "../ui/i18n.js";
import { byId, preparePage } from "./page.js";

const button = (id: string): HTMLButtonElement => byId(id, HTMLButtonElement);
const note = byId("note", HTMLElement);
let tab: chrome.tabs.Tab | undefined;

preparePage();
void start();

async function start(): Promise<void> {
  [tab] = await chrome.tabs.query({ active: true, currentWindow: true });
  const settings = await showMode().catch(() => {
    byId("mode", HTMLElement).textContent = t("storageFailed");
    return null;
  });
  await showTab(settings);
}

async function showMode(): Promise<Settings> {
  const settings = await loadSettings(chrome.storage.local);
  const { mode } = settings;
  byId("mode", HTMLElement).textContent = t(
    mode === null ? "modeNone" : mode === "gateway" ? "modeGateway" : "modeDevice",
  );
  const hasToken = mode !== "gateway" || (await new TokenStore(indexedDB).get()) !== null;
  byId("token-state", HTMLElement).textContent = hasToken ? "" : `. ${t("tokenNone")}`;
  button("device").hidden = mode === "device";
  return settings;
}

/** Shows the state of the active tab: not a supported page, not read yet, paused, or the number of answers by result. */
async function showTab(settings: Settings | null): Promise<void> {
  const summary = v.safeParse(Summary, await sendToTab({ type: "summarize" }));
  const site = siteOfTab();
  const isPaused = site !== null && settings?.paused.includes(site.id) === true;
  byId("summary", HTMLElement).hidden = !summary.success || isPaused;
  button("read").hidden = summary.success || site === null;
  button("show").hidden = !summary.success || summary.output.findings === 0;
  button("beside").hidden = !summary.success || isPaused;
  button("pause").hidden = site === null || settings === null;
  if (site !== null)
    button("pause").textContent = t(isPaused ? "resumeSite" : "pauseSite", site.name);
  note.hidden = summary.success && !isPaused;
  note.textContent = isPaused
    ? t("popupPaused", site.name)
    : site === null
      ? t("popupNoPage")
      : t("popupNotRead", site.name);
  if (summary.success)
    for (const [name, count] of Object.entries(summary.output))
      byId(name, HTMLElement).textContent = String(count);
}

function siteOfTab(): Site | null {
  const url = tab?.url ?? "";
  return URL.canParse(url) && url.startsWith("https:") ? siteOf(new URL(url).hostname) : null;
}

/** Sends a message to the content script of the active tab; resolves to undefined if the tab has none. */
async function sendToTab(message: TabMessage): Promise<unknown> {
  if (tab?.id === undefined) return undefined;
  return chrome.tabs
    .sendMessage<TabMessage, unknown>(tab.id, message, { frameId: 0 })
    .catch(() => undefined);
}

function sendToWorker(message: PageMessage): Promise<unknown> {
  return chrome.runtime.sendMessage(message);
}

async function togglePause(): Promise<void> {
  const site = siteOfTab();
  if (site === null) return;
  const { paused } = await loadSettings(chrome.storage.local);
  const others = paused.filter((id) => id !== site.id);
  await saveSettings(chrome.storage.local, {
    paused: others.length < paused.length ? others : [...paused, site.id],
  });
  await sendToWorker({ type: "settings-changed" });
  await start();
}

const failed = (): void => {
  byId("token-state", HTMLElement).textContent = `. ${t("saveFailed")}`;
};

button("show").addEventListener("click", () => {
  void sendToTab({ type: "show-findings" }).then(() => window.close());
});

button("beside").addEventListener("click", () => {
  // The panel is opened without waiting first, because the browser allows this only shortly after a click.
  if (tab?.id !== undefined)
    void openBrowserPanel(tab.id).then(
      () => window.close(),
      () => undefined,
    );
});

button("read").addEventListener("click", () => {
  if (tab?.id !== undefined) void sendToWorker({ type: "read-tab", tabId: tab.id }).then(start);
});

button("pause").addEventListener("click", () => void togglePause().catch(failed));

button("device").addEventListener("click", () => {
  void saveSettings(chrome.storage.local, { mode: "device" })
    .then(() => sendToWorker({ type: "settings-changed" }))
    .then(start)
    .catch(failed);
});

button("options").addEventListener("click", () => {
  void chrome.runtime.openOptionsPage().then(() => window.close());
});
