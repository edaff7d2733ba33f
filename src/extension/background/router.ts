import * as v from "valibot";
import type { AssessReply } from "../bridge/assessment.js";
import { unavailable } from "../bridge/failures.js";
import type { Profile } from "../../protocol/index.js";
import { ContentMessage, PageMessage } from "../bridge/messages.js";
import { classify, type Self, type Sender } from "../bridge/sender.js";
import type { GatewayRequest } from "./gateway.js";
import { profileOf, type Settings } from "./settings.js";

/** Everything the worker does, as functions that tests can replace. */
export interface Services {
  readonly self: Self;
  settings(): Promise<Settings>;
  token(): Promise<string | null>;
  byGateway(request: GatewayRequest): Promise<AssessReply>;
  onDevice(responseId: string, text: string, profile: Profile): Promise<AssessReply>;
  useDevice(): Promise<void>;
  openOptions(): Promise<void>;
  /** Tells every page that settings or token changed. */
  broadcast(): Promise<void>;
}

/** A message that is not for the worker, or comes from someone who may not send it. */
export const REFUSED = { status: "refused" } as const;

/** Checks sender and shape of a message, then does what it asks. */
export async function route(message: unknown, sender: Sender, services: Services): Promise<unknown> {
  switch (classify(sender, services.self)) {
    case "content": {
      const read = v.safeParse(ContentMessage, message);
      return read.success ? fromContent(read.output, services) : REFUSED;
    }
    case "page": {
      const read = v.safeParse(PageMessage, message);
      return read.success ? fromPage(read.output, services) : REFUSED;
    }
    case null:
      return REFUSED;
  }
}

async function fromContent(message: ContentMessage, services: Services): Promise<unknown> {
  switch (message.type) {
    case "assess":
      return assess(message.responseId, message.text, services);
    case "use-device":
      // Where it cannot be stored, the pages ask again and say so themselves.
      await services.useDevice().catch(() => undefined);
      await services.broadcast();
      return { status: "done" };
    case "open-options":
      await services.openOptions();
      return { status: "done" };
  }
}

async function fromPage(message: PageMessage, services: Services): Promise<unknown> {
  switch (message.type) {
    case "settings-changed":
      await services.broadcast();
      return { status: "done" };
    case "check":
      return assess("check", "Nothing to see here.", services);
  }
}

async function assess(responseId: string, text: string, services: Services): Promise<AssessReply> {
  try {
    const settings = await services.settings();
    const profile = profileOf(settings);
    if (settings.mode === "device") return await services.onDevice(responseId, text, profile);
    const token = await services.token();
    if (token === null) return unavailable("token-missing");
    return await services.byGateway({ address: settings.gateway, token, responseId, text, profile });
  } catch {
    return unavailable("storage-failed");
  }
}
