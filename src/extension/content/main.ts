import { siteOf } from "../adapter/sites.js";
import { BridgeClient } from "../bridge/client.js";
import type { SiteSettings, TabMessage } from "../bridge/messages.js";
import { translate, type Translate } from "../ui/i18n.js";
import { describe } from "../ui/state-texts.js";
import { Reading } from "./reading.js";
import { UPDATED } from "./answer-state.js";

/** Whether the extension of this script still runs: its id is undefined after it was updated, reloaded or removed. */
function isAlive(): boolean {
  try {
    return typeof chrome.runtime.id === "string";
  } catch {
    return false;
  }
}

/** The object that a run of this script leaves in the page for the next run. */
interface Run {
  isAlive(): boolean;
  end(): void;
}
const world = globalThis as { curlewRun?: Run };

const site = siteOf(location.hostname);
if (site !== null && world.curlewRun?.isAlive() !== true) {
  world.curlewRun?.end();
  // A run in another JavaScript world can be found only by its element.
  document.querySelector("[data-curlew]")?.remove();

  // These texts are read now, because they are not available after the extension is gone.
  const closingText = describe(UPDATED, false, [], translate);
  const closingButtons = { reload: translate("reload"), close: translate("close") };
  /** Returns an empty string after the extension is gone, when the browser has no texts for this script. */
  const t: Translate = (name, ...values) => (isAlive() ? translate(name, ...values) : "");
  const bridge = new BridgeClient(
    async (message): Promise<unknown> => chrome.runtime.sendMessage(message),
    isAlive,
  );

  let reading: Reading | null = null;
  const start = (): Reading =>
    new Reading(document, site, bridge, isAlive, t, (overlay) => {
      if (closingText !== null) overlay.showClosing(closingText, closingButtons);
    });

  /** Asks for the display settings, and starts or stops accordingly. */
  const applySettings = async (): Promise<void> => {
    const settings = (await bridge.send({ type: "hello" })) as SiteSettings | null;
    if (settings?.status !== "done") {
      // Without a reply, reading starts anyway, and assessments report why they fail.
      reading ??= start();
      return;
    }
    if (settings.isPaused) {
      reading?.end();
      reading = null;
      return void bridge.send({ type: "status", findings: 0, isUnavailable: false });
    }
    reading ??= start();
    reading.clearSign = settings.clearSign;
  };

  chrome.runtime.onMessage.addListener(
    (message: TabMessage, sender, reply: (answer: unknown) => void) => {
      // Only messages of the extension's own worker and pages are accepted.
      if (sender.id !== chrome.runtime.id) return;
      switch (message.type) {
        case "settings-changed":
          reading?.notifyAll({ type: "settings-changed" });
          return void applySettings();
        case "show-findings":
          return reading?.showNextFinding();
        case "summarize":
          return reply(
            reading?.summary() ?? { answers: 0, findings: 0, clear: 0, unavailable: 0, other: 0 },
          );
      }
    },
  );

  chrome.runtime.onConnect.addListener((port) => {
    if (port.name === "panel" && port.sender?.id === chrome.runtime.id) reading?.attach(port);
  });

  void applySettings();
  world.curlewRun = {
    isAlive,
    end: () => {
      reading?.end();
    },
  };
}
