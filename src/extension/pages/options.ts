import * as v from "valibot";
import { Profile } from "../../protocol/index.js";
import {
  loadSettings,
  parseGateway,
  profileOf,
  saveSettings,
  type KnownHost,
  type Settings,
} from "../background/settings.js";
import { isToken, TokenStore } from "../background/token-store.js";
import { AssessReply, EvaluationMode } from "../bridge/assessment.js";
import type { PageMessage } from "../bridge/messages.js";
import { h } from "../ui/dom.js";
import { translate as t, type MessageName } from "../ui/i18n.js";
import { describeFailure } from "../ui/state-texts.js";
import { byId, preparePage, announce } from "./page.js";
import { showSites } from "./options-sites.js";

const tokens = new TokenStore(indexedDB);
const address = byId("address", HTMLInputElement);
const token = byId("token", HTMLInputElement);
const tokenState = byId("token-state", HTMLParagraphElement);
const removeToken = byId("remove-token", HTMLButtonElement);
const output = (id: string): HTMLOutputElement => byId(id, HTMLOutputElement);

preparePage();
byId("origin", HTMLElement).textContent = chrome.runtime.getURL("").replace(/\/$/, "");
run(output("mode-result"), start, "storageFailedDetail");

async function start(): Promise<void> {
  const settings = await loadSettings(chrome.storage.local);
  // Input that the user has already typed is kept.
  if (address.value === "") address.value = settings.gateway;
  showChoices(settings);
  await showSites(byId("sites", HTMLElement), output("sites-result"));
  await showTokenState();
}

function showChoices(settings: Settings): void {
  if (settings.mode !== null) byId(`mode-${settings.mode}`, HTMLInputElement).checked = true;
  byId(`profile-${profileOf(settings)}`, HTMLInputElement).checked = true;
  byId(`sign-${settings.clearSign}`, HTMLInputElement).checked = true;
  showKnown(settings.known);
}

/** Lists the known hosts, each with its date and a button that removes it. */
function showKnown(known: readonly KnownHost[]): void {
  const list = byId("known", HTMLUListElement);
  list.replaceChildren(
    ...known.map(({ host, since }) => {
      const press = (): unknown => run(output("known-result"), () => forget(host));
      const remove = h(
        "button",
        { type: "button", "aria-label": t("knownRemoveName", host), onclick: press },
        t("knownRemove"),
      );
      return h(
        "li",
        {},
        h("code", {}, host),
        h("span", { class: "hint" }, t("knownSince", since)),
        remove,
      );
    }),
  );
  byId("known-none", HTMLElement).hidden = known.length > 0;
}

async function forget(host: string): Promise<void> {
  const { known } = await loadSettings(chrome.storage.local);
  await save({ known: known.filter((each) => each.host !== host) });
  announce(output("known-result"), "ok", t("knownRemoved", host));
}

/** Runs an asynchronous function; if it fails, shows the message `failure`. */
function run(
  result: HTMLOutputElement,
  work: () => Promise<void>,
  failure: MessageName = "saveFailed",
): void {
  work().catch(() => announce(result, "danger", t(failure)));
}

async function save(change: Partial<Settings>): Promise<void> {
  showChoices(await saveSettings(chrome.storage.local, change));
  await sendToWorker({ type: "settings-changed" });
}

async function sendToWorker(message: PageMessage): Promise<unknown> {
  return chrome.runtime.sendMessage(message);
}

/** Shows whether a token is stored, but never the token. */
async function showTokenState(): Promise<void> {
  const stored = (await tokens.get()) !== null;
  tokenState.textContent = t(stored ? "tokenStored" : "tokenNone");
  removeToken.disabled = !stored;
}

byId("mode-form", HTMLFormElement).addEventListener("change", (event) => {
  const result = output("mode-result");
  run(result, async () => {
    await save({ mode: v.parse(EvaluationMode, (event.target as HTMLInputElement).value) });
    announce(result, "ok", t("saved"));
  });
});

byId("profile-form", HTMLFormElement).addEventListener("change", (event) => {
  const result = output("profile-result");
  run(result, async () => {
    await save({ profile: v.parse(Profile, (event.target as HTMLInputElement).value) });
    announce(result, "ok", t("saved"));
  });
});

byId("sign-form", HTMLFormElement).addEventListener("change", (event) => {
  const result = output("sign-result");
  run(result, async () => {
    await save({ clearSign: (event.target as HTMLInputElement).value === "none" ? "none" : "dot" });
    announce(result, "ok", t("saved"));
  });
});

byId("address-form", HTMLFormElement).addEventListener("submit", (event) => {
  event.preventDefault();
  const result = output("address-result");
  const read = parseGateway(address.value);
  address.setAttribute("aria-invalid", String(!read.ok));
  if (!read.ok) {
    announce(result, "danger", t(read.problem));
    return address.focus();
  }
  run(result, async () => {
    await save({ gateway: read.address });
    address.value = read.address;
    announce(result, "ok", t("saved"));
  });
});

byId("token-form", HTMLFormElement).addEventListener("submit", (event) => {
  event.preventDefault();
  const result = output("token-result");
  const entered = token.value.trim();
  token.setAttribute("aria-invalid", String(!isToken(entered)));
  if (!isToken(entered)) {
    announce(result, "danger", t("tokenInvalid"));
    return token.focus();
  }
  run(result, async () => {
    await tokens.set(entered);
    token.value = "";
    await showTokenState();
    await sendToWorker({ type: "settings-changed" });
    announce(result, "ok", t("saved"));
  });
});

removeToken.addEventListener("click", () => {
  const result = output("token-result");
  run(result, async () => {
    await tokens.remove();
    token.value = "";
    token.focus();
    await showTokenState();
    await sendToWorker({ type: "settings-changed" });
    announce(result, "ok", t("tokenRemoved"));
  });
});

byId("check", HTMLButtonElement).addEventListener("click", () => {
  const result = output("check-result");
  announce(result, "quiet", t("checkRunning"));
  run(result, async () => {
    const reply = v.parse(AssessReply, await sendToWorker({ type: "check" }));
    if (reply.status === "assessed") return announce(result, "ok", t("checkOk"));
    announce(result, "danger", describeFailure(reply.reason, reply.retryAfter ?? null, t).detail);
  });
});
