import { FIRST_SITE, SITES, type Site } from "../adapter/sites.js";

export function patternOf(site: Site): string {
  return `https://${site.host}/*`;
}

/** Returns the first site and those that the user allowed. */
export async function allowedSites(): Promise<Site[]> {
  const allowed = await Promise.all(
    SITES.map((site) =>
      chrome.permissions.contains({ origins: [patternOf(site)] }).catch(() => false),
    ),
  );
  return SITES.filter((site, index) => site === FIRST_SITE || allowed[index]);
}

/**
 * Registers the content script for each further allowed site and reads its open tabs; unregisters it for sites that are no longer
 * allowed.
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

/** Returns the scripts and styles for the pages of every site: those that the manifest lists for the first one. */
function contentFiles(): { js: string[]; css: string[] } {
  const { js = [], css = [] } = chrome.runtime.getManifest().content_scripts?.[0] ?? {};
  return { js, css };
}

/** Runs the content script in a tab that was opened before it was registered. A script that already runs is kept. */
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
