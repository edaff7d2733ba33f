import * as v from "valibot";
import { AssessReply } from "../bridge/assessment.js";
import { unavailable } from "../bridge/failures.js";
import type { PageMessage } from "../bridge/messages.js";
import type { FromPanel, ToPanel } from "../bridge/panel-messages.js";
import { SELECTION_KEY } from "../bridge/selection.js";
import { saveSettings } from "../background/settings.js";
import { translate as t } from "../ui/i18n.js";
import { Panel, type Shown } from "../ui/panel.js";
import { describeReply, type Action } from "../ui/state-texts.js";
import { byId, preparePage } from "./page.js";

/** A selection is shown only within this many milliseconds after the request, not when the panel is opened the next day. */
const FRESH_MS = 15_000;
const place = byId("place", HTMLElement);
const empty = byId("empty", HTMLElement);
const requestedTab = new URLSearchParams(location.search).get("tab");
let port: chrome.runtime.Port | null = null;
let tabId: number | null = null;
/** The text of a selection that is shown instead of the page's evidence. */
let selected: string | null = null;

const events = {
  act,
  know: (hosts: readonly string[]): void =>
    void sendToWorker({ type: "know", hosts: [...hosts] }).then(recheck),
  close: (): void => window.close(),
};
const pagePanel = new Panel(
  t,
  { ...events, point: (index) => sendToPage({ type: "point", index }) },
  "main",
);
const selectionPanel = new Panel(t, { ...events, point: null }, "main");

preparePage();
byId("empty-options", HTMLButtonElement).addEventListener(
  "click",
  () => void chrome.runtime.openOptionsPage(),
);
addEventListener("keydown", (event) => {
  if (event.key === "Escape") window.close();
});
void start();

async function start(): Promise<void> {
  const stored = (await chrome.storage.session.get(SELECTION_KEY))[SELECTION_KEY];
  chrome.storage.session.onChanged.addListener(
    (changes) => void takeSelection(changes[SELECTION_KEY]?.newValue),
  );
  chrome.tabs.onActivated.addListener(() => void connect());
  chrome.tabs.onUpdated.addListener((id, { status }) => {
    if (id === tabId && status === "complete") void connect();
  });
  if (!(await takeSelection(stored))) await connect();
}

async function connect(): Promise<void> {
  selected = null;
  tabId =
    requestedTab === null
      ? ((await chrome.tabs.query({ active: true, currentWindow: true }))[0]?.id ?? null)
      : Number(requestedTab);
  port?.disconnect();
  port = null;
  if (tabId === null) return showEmpty();
  const opened = connectTo(tabId);
  if (opened === null) return showEmpty();
  port = opened;
  opened.onMessage.addListener(({ shown }: ToPanel) => {
    if (port === opened && selected === null) show(pagePanel, shown);
  });
  opened.onDisconnect.addListener(() => {
    // Reading the error of a tab without the content script prevents the browser from logging it as unchecked.
    void chrome.runtime.lastError;
    if (port !== opened) return;
    port = null;
    if (selected === null) showEmpty();
  });
}

/** Connects to a tab; returns null if the tab no longer exists. */
function connectTo(id: number): chrome.runtime.Port | null {
  try {
    return chrome.tabs.connect(id, { name: "panel", frameId: 0 });
  } catch {
    return null;
  }
}

function sendToPage(message: FromPanel): void {
  port?.postMessage(message);
}

function sendToWorker(message: PageMessage): Promise<unknown> {
  return chrome.runtime.sendMessage(message);
}

async function takeSelection(stored: unknown): Promise<boolean> {
  const { text, at } = (stored ?? {}) as { text?: string; at?: number };
  if (text === undefined || at === undefined || Date.now() - at > FRESH_MS) return false;
  await chrome.storage.session.remove(SELECTION_KEY);
  selected = text;
  await recheck();
  return true;
}

/** Assesses the selection, for the first time or after settings have changed. */
async function recheck(): Promise<void> {
  const text = selected;
  if (text === null) return;
  if (text.trim() === "") return showEmpty(t("selectionEmpty"));
  const reply = v.safeParse(
    AssessReply,
    await sendToWorker({ type: "try", text }).catch(() => null),
  );
  const answer = reply.success ? reply.output : unavailable("bad-response");
  if (selected === text) show(selectionPanel, describeReply(answer, t));
}

function act(action: Action): void {
  if (action === "open-options") return void chrome.runtime.openOptionsPage();
  if (selected === null) return sendToPage({ type: "act", action });
  if (action !== "use-device") return void recheck();
  void saveSettings(chrome.storage.local, { mode: "device" })
    .then(() => sendToWorker({ type: "settings-changed" }))
    .then(recheck);
}

function show(panel: Panel, shown: Shown | null): void {
  if (shown === null) return showEmpty(t("panelNothing"));
  empty.hidden = true;
  if (panel.element.parentElement === null) place.replaceChildren(panel.element);
  panel.show(shown);
  byId("live", HTMLElement).textContent = shown.text.label;
}

function showEmpty(text = t("panelNoPage")): void {
  place.replaceChildren();
  empty.hidden = false;
  byId("empty-text", HTMLElement).textContent = text;
}
