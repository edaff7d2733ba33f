import * as v from "valibot";
import type { Profile } from "../../protocol/index.js";
import { siteOf } from "../adapter/sites.js";
import type { AssessReply, Assessment } from "../bridge/assessment.js";
import { unavailable } from "../bridge/failures.js";
import { ContentMessage, PageMessage, type SiteSettings } from "../bridge/messages.js";
import { classify, type Self, type Sender } from "../bridge/sender.js";
import type { GatewayRequest } from "./gateway-client.js";
import { helpFor } from "./finding-help.js";
import { profileOf, type KnownHost, type Settings } from "./settings.js";

/** The functions that the message handlers call; tests replace them. */
export interface Services {
  readonly self: Self;
  settings(): Promise<Settings>;
  save(change: Partial<Settings>): Promise<unknown>;
  token(): Promise<string | null>;
  byGateway(request: GatewayRequest): Promise<AssessReply>;
  onDevice(responseId: string, text: string, profile: Profile): Promise<AssessReply>;
  /** Loads what an assessment on this device needs. */
  warm(profile: Profile): Promise<void>;
  openOptions(): Promise<void>;
  /** Opens the browser's panel beside a tab; rejects if the browser has none or does not allow it now. */
  openPanel(tabId: number): Promise<void>;
  showStatus(tabId: number, findings: number, isUnavailable: boolean): Promise<void>;
  /** Runs the content script in a tab that has none. */
  readTab(tabId: number): Promise<void>;
  /** Registers content scripts for the allowed sites and removes the others. */
  syncSites(): Promise<void>;
  /** Notifies the content scripts of all tabs that the settings or the token have changed. */
  broadcast(): Promise<void>;
  /** Returns today's date, as `2026-01-31`. */
  today(): string;
}

/** The reply to a message that is not for the worker, or whose sender is not allowed to send it. */
export const REFUSED = { status: "refused" } as const;
const DONE = { status: "done" } as const;

/** Handles a message; returns `REFUSED` if its sender is not allowed to send it or it does not match the schema. */
export async function route(
  message: unknown,
  sender: Sender,
  services: Services,
): Promise<unknown> {
  switch (classify(sender, services.self)) {
    case "content": {
      const read = v.safeParse(ContentMessage, message);
      return read.success ? fromContent(read.output, sender, services) : REFUSED;
    }
    case "page": {
      const read = v.safeParse(PageMessage, message);
      return read.success ? fromPage(read.output, services) : REFUSED;
    }
    case null:
      return REFUSED;
  }
}

async function fromContent(
  message: ContentMessage,
  sender: Sender,
  services: Services,
): Promise<unknown> {
  const tabId = sender.tab?.id;
  switch (message.type) {
    case "assess":
      return assess(message.responseId, message.text, services);
    case "hello":
      return siteSettings(sender, services);
    case "warm":
      // If warming up fails, the next assessment reports why.
      await warm(services).catch(() => undefined);
      return DONE;
    case "use-device":
      // If the mode cannot be stored, the next assessment reports it.
      await services.save({ mode: "device" }).catch(() => undefined);
      await services.broadcast();
      return DONE;
    case "open-options":
      await services.openOptions();
      return DONE;
    case "open-panel":
      if (tabId === undefined) return REFUSED;
      // The panel is opened without waiting first, because the browser allows this only shortly after a click.
      return services.openPanel(tabId).then(
        () => ({ status: "opened" }),
        () => REFUSED,
      );
    case "status":
      if (tabId !== undefined)
        await services
          .showStatus(tabId, message.findings, message.isUnavailable)
          .catch(() => undefined);
      return DONE;
    case "know":
      return know(message.hosts, services);
  }
}

async function fromPage(message: PageMessage, services: Services): Promise<unknown> {
  switch (message.type) {
    case "settings-changed":
      await services.broadcast();
      return DONE;
    case "check":
      return assess("check", "Nothing to see here.", services);
    case "try":
      return message.isExample === true
        ? tryExample(message.text, services)
        : assess("check", message.text, services);
    case "know":
      return know(message.hosts, services);
    case "sites-changed":
      await services.syncSites();
      return DONE;
    case "read-tab":
      await services.readTab(message.tabId);
      return DONE;
  }
}

async function siteSettings(sender: Sender, services: Services): Promise<SiteSettings> {
  // Unreadable settings do not pause a site: the first assessment reports the error.
  const settings = await services.settings().catch(() => null);
  const site = siteOf(new URL(sender.url ?? sender.origin ?? "about:blank").hostname);
  const isPaused = site !== null && settings?.paused.includes(site.id) === true;
  return { status: "done", clearSign: settings?.clearSign ?? "dot", isPaused };
}

async function warm(services: Services): Promise<void> {
  const settings = await services.settings();
  if (settings.mode === "device") await services.warm(profileOf(settings));
}

async function know(hosts: readonly string[], services: Services): Promise<unknown> {
  const { known } = await services.settings();
  const unknown = hosts.filter((host) => !known.some((each) => each.host === host));
  const added: KnownHost[] = unknown.map((host) => ({ host, since: services.today() }));
  await services.save({ known: [...known, ...added] });
  await services.broadcast();
  return DONE;
}

async function assess(responseId: string, text: string, services: Services): Promise<AssessReply> {
  try {
    const settings = await services.settings();
    const reply = await evaluate(responseId, text, settings, services);
    if (reply.status !== "assessed") return reply;
    const assessment = {
      ...reply.assessment,
      helps: reply.assessment.findings.map((finding) => helpFor(finding, text)),
    };
    return { ...reply, assessment: { ...assessment, known: knownOf(assessment, settings.known) } };
  } catch {
    return unavailable("storage-failed");
  }
}

/** Assesses the example. If the user has not chosen a mode, this device is used, so that no text leaves it. */
async function tryExample(text: string, services: Services): Promise<AssessReply> {
  const settings = await services.settings().catch(() => null);
  return settings?.mode === null
    ? assess("check", text, {
        ...services,
        settings: async () => ({ ...settings, mode: "device" }),
      })
    : assess("check", text, services);
}

async function evaluate(
  responseId: string,
  text: string,
  settings: Settings,
  services: Services,
): Promise<AssessReply> {
  const profile = profileOf(settings);
  if (settings.mode === "device") return services.onDevice(responseId, text, profile);
  const token = await services.token();
  if (token === null) return unavailable(settings.mode === null ? "not-chosen" : "token-missing");
  return services.byGateway({ address: settings.gateway, token, responseId, text, profile });
}

/** Returns the indices of the findings whose hosts the user marked as known. */
function knownOf({ helps }: Assessment, known: readonly KnownHost[]): number[] {
  const names = new Set(known.map(({ host }) => host));
  return helps.flatMap(({ hosts }, index) =>
    hosts?.every((host) => names.has(host)) === true ? [index] : [],
  );
}
