import { FIRST_SITE, SITES, type Site } from "../adapter/sites.js";

export function patternOf(site: Site): string {
  return `https://${site.host}/*`;
}

/** Ids of the sites that a person allowed, the first one included. */
export async function allowedSites(): Promise<Site[]> {
  const allowed = await Promise.all(SITES.map((site) => chrome.permissions.contains({ origins: [patternOf(site)] }).catch(() => false)));
  return SITES.filter((site, index) => site === FIRST_SITE || allowed[index]);
}

/** Registers the content script for each further site that is allowed, and takes it back where it no longer is. */
export async function syncSites(): Promise<void> {
  const wanted = (await allowedSites()).filter((site) => site !== FIRST_SITE);
  const registered = (await chrome.scripting.getRegisteredContentScripts()).map(({ id }) => id);
  const surplus = registered.filter((id) => !wanted.some((site) => site.id === id));
  if (surplus.length > 0) await chrome.scripting.unregisterContentScripts({ ids: surplus });
  const missing = wanted.filter((site) => !registered.includes(site.id));
  if (missing.length === 0) return;
  const scripts = missing.map((site) => ({ id: site.id, matches: [patternOf(site)], js: ["content.js"], css: ["marks.css"], runAt: "document_idle" as const, allFrames: false }));
  await chrome.scripting.registerContentScripts(scripts);
  await readOpenTabs(missing);
}

/** Runs the content script in a tab that was open before it was there. It does nothing where one already runs. */
export async function readTab(tabId: number): Promise<void> {
  await chrome.scripting.insertCSS({ target: { tabId }, files: ["marks.css"] });
  await chrome.scripting.executeScript({ target: { tabId }, files: ["content.js"] });
}

export async function readOpenTabs(sites: readonly Site[]): Promise<void> {
  const tabs = await chrome.tabs.query({ url: sites.map(patternOf) });
  await Promise.all(tabs.flatMap(({ id }) => (id === undefined ? [] : [readTab(id).catch(() => undefined)])));
}
