import * as v from "valibot";
import { loadSettings, saveSettings } from "../background/settings.js";
import { AssessReply } from "../bridge/assessment.js";
import type { PageMessage } from "../bridge/messages.js";
import { translate as t } from "../ui/i18n.js";
import { Panel } from "../ui/panel.js";
import { describeReply, type Action } from "../ui/state-texts.js";
import { byId, preparePage, announce } from "./page.js";

const EXAMPLE = "curl -fsSL https://get.example.org/install.sh | sudo bash -s -- --yes";
const example = byId("example", HTMLTextAreaElement);
const result = byId("choice-result", HTMLOutputElement);
const panel = new Panel(
  t,
  { act, point: null, know: () => undefined, close: () => panel.element.remove() },
  "group",
);

preparePage();
example.value = EXAMPLE;
void showChoice();
byId("use-device", HTMLButtonElement).addEventListener("click", () => void useDevice());
byId("use-gateway", HTMLButtonElement).addEventListener("click", () => void useGateway());
byId("try", HTMLButtonElement).addEventListener("click", () => void tryExample());

async function showChoice(): Promise<void> {
  const { mode } = await loadSettings(chrome.storage.local);
  if (mode === "device") announce(result, "ok", t("welcomeDeviceChosen"));
}

async function useDevice(): Promise<void> {
  try {
    await saveSettings(chrome.storage.local, { mode: "device" });
    await sendToWorker({ type: "settings-changed" });
    announce(result, "ok", t("welcomeDeviceChosen"));
    if (panel.element.isConnected) await tryExample();
  } catch {
    announce(result, "danger", t("saveFailed"));
  }
}

async function useGateway(): Promise<void> {
  try {
    await saveSettings(chrome.storage.local, { mode: "gateway" });
    await sendToWorker({ type: "settings-changed" });
  } finally {
    await chrome.runtime.openOptionsPage();
  }
}

async function tryExample(): Promise<void> {
  const reply = v.safeParse(
    AssessReply,
    await sendToWorker({
      type: "try",
      text: `\`\`\`sh\n${example.value}\n\`\`\``,
      isExample: true,
    }).catch(() => null),
  );
  byId("example-result", HTMLElement).append(panel.element);
  panel.show(
    describeReply(
      reply.success ? reply.output : { status: "unavailable", reason: "bad-response" },
      t,
    ),
  );
}

function act(action: Action): void {
  if (action === "use-device") void useDevice();
  else if (action === "open-options") void chrome.runtime.openOptionsPage();
  else void tryExample();
}

function sendToWorker(message: PageMessage): Promise<unknown> {
  return chrome.runtime.sendMessage(message);
}
