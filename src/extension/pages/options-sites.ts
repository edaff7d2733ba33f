import { FIRST_SITE, SITES, type Site } from "../adapter/sites.js";
import { allowedSites, patternOf } from "../background/allowed-sites.js";
import type { PageMessage } from "../bridge/messages.js";
import { h } from "../ui/dom.js";
import { translate as t } from "../ui/i18n.js";
import { announce } from "./page.js";

/** Shows a switch for each site; the browser asks for the permission when the user turns one on. */
export async function showSites(place: HTMLElement, result: HTMLOutputElement): Promise<void> {
  const allowed = await allowedSites();
  place.replaceChildren(
    ...SITES.map((site) => {
      const input = h("input", {
        type: "checkbox",
        id: `site-${site.id}`,
        disabled: site === FIRST_SITE,
      });
      input.checked = allowed.includes(site);
      input.addEventListener("change", () => void change(site, input, result));
      return h(
        "div",
        { class: "choice" },
        input,
        h("div", {}, h("label", { for: input.id }, `${site.name} (${site.host})`)),
      );
    }),
  );
}

async function change(
  site: Site,
  input: HTMLInputElement,
  result: HTMLOutputElement,
): Promise<void> {
  const origins = [patternOf(site)];
  const wanted = input.checked;
  const done = await (wanted
    ? chrome.permissions.request({ origins })
    : chrome.permissions.remove({ origins })
  ).catch(() => false);
  input.checked = done ? wanted : !wanted;
  if (!done) return announce(result, "danger", t("siteRefused", site.name));
  await chrome.runtime
    .sendMessage({ type: "sites-changed" } satisfies PageMessage)
    .catch(() => undefined);
  announce(result, "ok", t(wanted ? "siteOn" : "siteOff", site.name));
}
