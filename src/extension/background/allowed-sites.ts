import { FIRST_SITE, SITES, type Site } from "../adapter/sites.js";

export function patternOf(site: Site): string {
  return `https://${site.host}/*`;
}

/** Returns the first site, which is always allowed, and the sites that the user allowed. */
export async function allowedSites(): Promise<Site[]> {
  const allowed = await Promise.all(
    SITES.map((site) =>
      chrome.permissions.contains({ origins: [patternOf(site)] }).catch(() => false),
    ),
  );
  return SITES.filter((site, index) => site === FIRST_SITE || allowed[index]);
}

/**
 * Registers the content script for the allowed sites and unregisters it for the others; the first site is covered by the manifest.
 * Open tabs of newly registered sites are read at once.
 */
export async function syncSites(): Promise<void> {
  const wanted = (await allowedSites()).filter((site) => site !== FIRST_SITE);
  const registered = (await chrome.scripting.getRegisteredContentScripts()).map(({ id }) => id);
  const surplus = registered.filter((id) => !wanted.some((site) => site.id === id));
  if (surplus.length > 0) await chrome.scripting.unregisterContentScripts({ ids: surplus });
  const missing = wanted.filter((site) => !registered.includes(site.id));
  if (missing.length === 0) return;
  const options = { ...contentFiles(), runAt: "document_idle", allFrames: false } as const;
  const scripts = missing.map((site) => ({ ...options, id: site.id, matches: [patternOf(site)] }));
  await chrome.scripting.registerContentScripts(scripts);
  await readOpenTabs(missing);
}

/** Returns the scripts and styles for the pages of every site: the files that the manifest lists for the first site. */
function contentFiles(): { js: string[]; css: string[] } {
  const { js = [], css = [] } = chrome.runtime.getManifest().content_scripts?.[0] ?? {};
  return { js, css };
}

/** Runs the content script in a tab that was opened before the script was registered. If it already runs there, nothing changes. */
export async function readTab(tabId: number): Promise<void> {
  const { js, css } = contentFiles();
  const target = { tabId };
  if (css.length > 0) await chrome.scripting.insertCSS({ target, files: css });
  await chrome.scripting.executeScript({ target, files: js });
}

export async function readOpenTabs(sites: readonly Site[]): Promise<void> {
  const tabs = await chrome.tabs.query({ url: sites.map(patternOf) });
  await Promise.all(
    tabs.flatMap(({ id }) => (id === undefined ? [] : [readTab(id).catch(() => undefined)])),
  );
}
