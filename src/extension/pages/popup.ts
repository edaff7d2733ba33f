import * as v from "valibot";
import { loadSettings, saveSettings } from "../background/settings.js";
import { TokenStore } from "../background/token-store.js";
import { Summary, type TabMessage } from "../bridge/messages.js";
import { translate as t } from "../ui/i18n.js";
import { byId, preparePage } from "./page.js";

const show = byId("show", HTMLButtonElement);
const device = byId("device", HTMLButtonElement);

preparePage();
void start();

async function start(): Promise<void> {
  await showMode().catch(() => (byId("mode", HTMLElement).textContent = t("storageFailed")));
  const summary = v.safeParse(Summary, await ask({ type: "summarize" }));
  byId("no-page", HTMLElement).hidden = summary.success;
  byId("summary", HTMLElement).hidden = !summary.success;
  show.hidden = !summary.success || summary.output.findings === 0;
  if (!summary.success) return;
  for (const [name, count] of Object.entries(summary.output)) byId(name, HTMLElement).textContent = String(count);
}

async function showMode(): Promise<void> {
  const { mode } = await loadSettings(chrome.storage.local);
  byId("mode", HTMLElement).textContent = t(mode === "gateway" ? "modeGateway" : "modeDevice");
  const hasToken = mode === "device" || (await new TokenStore(indexedDB).get()) !== null;
  byId("token-state", HTMLElement).textContent = hasToken ? "" : `. ${t("tokenNone")}`;
  device.hidden = mode === "device";
}

/** Asks the content script of the tab in front; undefined where there is none. */
async function ask(message: TabMessage): Promise<unknown> {
  const [tab] = await chrome.tabs.query({ active: true, currentWindow: true });
  if (tab?.id === undefined) return undefined;
  return chrome.tabs.sendMessage<TabMessage, unknown>(tab.id, message, { frameId: 0 }).catch(() => undefined);
}

show.addEventListener("click", () => {
  void ask({ type: "show-findings" }).then(() => window.close());
});

device.addEventListener("click", () => {
  void saveSettings(chrome.storage.local, { mode: "device" })
    .then(() => chrome.runtime.sendMessage({ type: "settings-changed" }))
    .then(showMode)
    .catch(() => (byId("token-state", HTMLElement).textContent = `. ${t("saveFailed")}`));
});

byId("options", HTMLButtonElement).addEventListener("click", () => {
  void chrome.runtime.openOptionsPage().then(() => window.close());
});
