import { FIRST_SITE, SITES, type Site } from "../adapter/sites.js";

export function patternOf(site: Site): string {
  return `https://${site.host}/*`;
}

/** Ids of the sites that a person allowed, the first one included. */
export async function allowedSites(): Promise<Site[]> {
  const allowed = await Promise.all(
    SITES.map((site) =>
      chrome.permissions.contains({ origins: [patternOf(site)] }).catch(() => false),
    ),
  );
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
  const manner = { ...contentFiles(), runAt: "document_idle", allFrames: false } as const;
  const scripts = missing.map((site) => ({ ...manner, id: site.id, matches: [patternOf(site)] }));
  await chrome.scripting.registerContentScripts(scripts);
  await readOpenTabs(missing);
}

/** What is put into the pages of every site: the manifest says it of the first one. */
function contentFiles(): { js: string[]; css: string[] } {
  const { js = [], css = [] } = chrome.runtime.getManifest().content_scripts?.[0] ?? {};
  return { js, css };
}

/** Runs the content script in a tab that was open before it was there. It does nothing where one already runs. */
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
