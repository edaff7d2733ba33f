import { BridgeClient } from "../bridge/client.js";
import type { TabMessage } from "../bridge/messages.js";
import { translate, type Translate } from "../ui/i18n.js";
import { Overlay } from "../ui/overlay.js";
import overlayStyles from "../ui/overlay.css";
import paletteStyles from "../ui/palette.css";
import { describe, type Action } from "../ui/texts.js";
import { Marks, rangesOf } from "./marks.js";
import { Page } from "./page.js";
import { reveal } from "./reveal.js";
import type { AnswerSession } from "./session.js";

/** The id is gone once the extension was updated, reloaded or removed. */
function isAlive(): boolean {
  try {
    return typeof chrome.runtime.id === "string";
  } catch {
    return false;
  }
}

// Read in time: without the extension there are no texts either.
const farewell = describe({ kind: "unavailable", reason: "extension-updated", retryAfter: null }, false, [], translate);
const farewellButtons = { reload: translate("reload"), close: translate("close") };

/** The browser has no texts for a script whose extension is gone. */
const t: Translate = (name, ...values) => (isAlive() ? translate(name, ...values) : "");
const bridge = new BridgeClient(async (message): Promise<unknown> => chrome.runtime.sendMessage(message), isAlive);
const marks = new Marks();
// What an earlier run of the script left behind in this page is of no use any more.
document.querySelector("[data-curlew]")?.remove();
const overlay = new Overlay(document, paletteStyles + overlayStyles, t, { act, point });
const page = new Page(document, bridge, isAlive, {
  update(session) {
    marks.update(session);
    overlay.update(session);
  },
  list: (sessions) => overlay.list(sessions),
  moved() {
    marks.mend();
    overlay.place();
  },
  farewell() {
    marks.clear();
    if (farewell !== null) overlay.farewell(farewell, farewellButtons);
  },
});

function act(action: Action): void {
  switch (action) {
    case "open-options":
      return void bridge.tell({ type: "open-options" });
    case "use-device":
      return void bridge.tell({ type: "use-device" });
    case "retry":
      return page.tellAll({ type: "retry" });
    case "reload":
      return location.reload();
  }
}

function point(session: AnswerSession, index: number): void {
  const finding = "assessment" in session.state ? session.state.assessment.findings[index] : undefined;
  const ranges = finding !== undefined && session.shown !== null ? rangesOf(session.shown, finding.span) : [];
  marks.point(ranges);
  if (ranges[0] !== undefined) reveal(ranges[0], !matchMedia("(prefers-reduced-motion: reduce)").matches);
}

chrome.runtime.onMessage.addListener((message: TabMessage, sender, reply: (answer: unknown) => void) => {
  // Only the extension itself can send one: its worker and its pages.
  if (sender.id !== chrome.runtime.id) return;
  switch (message.type) {
    case "settings-changed":
      return page.tellAll({ type: "settings-changed" });
    case "show-findings":
      return overlay.showNextFinding();
    case "summarize":
      return reply(page.summary());
  }
});
