import { createBrowserDetector } from "../../host/browser.js";
import { modelRevision, type Profile } from "../../protocol/index.js";
import type { TabMessage } from "../bridge/messages.js";
import { DeviceEvaluator, type DeviceDetector } from "./device.js";
import { assessByGateway } from "./gateway.js";
import { REFUSED, route, type Services } from "./router.js";
import { closeStorage, loadSettings, saveSettings } from "./settings.js";
import { TokenStore } from "./token-store.js";

/** SHA-256 over the evaluator's sources; the build fills it in. */
declare const CURLEW_SOURCE_HASH: string;

const tokens = new TokenStore(indexedDB);
const device = new DeviceEvaluator(loadDetector);

const services: Services = {
  self: { id: chrome.runtime.id, origin: extensionOrigin() },
  settings: () => loadSettings(chrome.storage.local),
  token: () => tokens.get(),
  byGateway: (request) => assessByGateway(request, fetch),
  onDevice: (responseId, text, profile) => device.assess(responseId, text, profile),
  useDevice: async () => {
    await saveSettings(chrome.storage.local, { mode: "device" });
  },
  openOptions: () => chrome.runtime.openOptionsPage(),
  broadcast: () => tellTabs({ type: "settings-changed" }),
};

/** Put together by hand: `URL.origin` is `null` for such an address in some browsers. */
function extensionOrigin(): string {
  const { protocol, host } = new URL(chrome.runtime.getURL(""));
  return `${protocol}//${host}`;
}

async function loadDetector(profile: Profile): Promise<DeviceDetector> {
  const detector = await createBrowserDetector({ fetchBytes, profile });
  return {
    detect: (text, options) => detector.detect(text, options),
    modelRevision: modelRevision(detector.revision),
    sourceHash: CURLEW_SOURCE_HASH,
  };
}

/** Brings a file of the extension's own package. */
async function fetchBytes(path: string): Promise<Uint8Array> {
  const response = await fetch(chrome.runtime.getURL(path));
  if (!response.ok) throw new Error(`missing file ${path}`);
  return new Uint8Array(await response.arrayBuffer());
}

/** Sends to every tab; those without a content script have no one to listen, which is fine. */
async function tellTabs(message: TabMessage): Promise<void> {
  const tabs = await chrome.tabs.query({});
  await Promise.all(tabs.map((tab) => tellTab(tab.id, message)));
}

async function tellTab(id: number | undefined, message: TabMessage): Promise<void> {
  if (id !== undefined) await chrome.tabs.sendMessage(id, message, { frameId: 0 }).catch(() => undefined);
}

chrome.runtime.onMessage.addListener((message: unknown, sender, reply: (answer: unknown) => void) => {
  route(message, sender, services).then(reply, () => reply(REFUSED));
  return true;
});

chrome.commands.onCommand.addListener((command, tab) => {
  if (command === "show-findings") void tellTab(tab?.id, { type: "show-findings" });
});

void closeStorage(chrome.storage.local);
