import { SITES } from "../adapter/sites.js";

const SITE_ORIGINS: ReadonlySet<string> = new Set(SITES.map(({ host }) => `https://${host}`));

/** The properties of a message's sender that determine which messages it is allowed to send. */
export interface Sender
  extends Pick<chrome.runtime.MessageSender, "id" | "url" | "origin" | "frameId"> {
  readonly tab?: { readonly id?: number | undefined } | undefined;
}

/** The extension's own id and origin in this browser. */
export interface Self {
  readonly id: string;
  /** Origin of the extension's own pages, without a trailing slash. */
  readonly origin: string;
}

/**
 * Returns who sent a message: `content` for a content script in the top frame of one of the sites, `page` for a page of the extension,
 * or null for any other sender, whose message is refused.
 */
export function classify(sender: Sender, self: Self): "content" | "page" | null {
  if (sender.id !== self.id) return null;
  const origin = originOf(sender);
  if (origin === null) return null;
  if (origin === self.origin) return "page";
  return SITE_ORIGINS.has(origin) && sender.tab !== undefined && sender.frameId === 0
    ? "content"
    : null;
}

function originOf(sender: Sender): string | null {
  const named = sender.origin === undefined ? null : parse(sender.origin);
  const visited = sender.url === undefined ? null : parse(sender.url);
  if (sender.origin !== undefined && sender.url !== undefined && named !== visited) return null;
  return visited ?? named;
}

function parse(url: string): string | null {
  try {
    const { protocol, host } = new URL(url);
    return host === "" ? null : `${protocol}//${host}`;
  } catch {
    return null;
  }
}
