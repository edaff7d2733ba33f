import { SITES } from "../adapter/sites.js";

const SITE_ORIGINS: ReadonlySet<string> = new Set(SITES.map(({ host }) => `https://${host}`));

/** The part of a message's sender that decides what it may request. */
export interface Sender
  extends Pick<chrome.runtime.MessageSender, "id" | "url" | "origin" | "frameId"> {
  readonly tab?: { readonly id?: number | undefined } | undefined;
}

/** The extension's own id and origin in this browser. */
export interface Self {
  readonly id: string;
  /** Origin of the extension's own pages, without a slash at the end. */
  readonly origin: string;
}

/**
 * Returns the kind of a message's sender: a content script in the top frame of one of the sites, or a page of the extension. Null for
 * any other sender, whose message is rejected.
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
