import { FIRST_SITE, SITES } from "./adapter/sites.js";

/** The browsers that the extension is built for. */
export const TARGETS = ["chromium", "firefox"] as const;
export type Target = (typeof TARGETS)[number];

/**
 * Public key of a key pair whose private key was not kept: it fixes the extension's id in Chromium, so that a gateway can allow
 * its origin.
 */
const CHROMIUM_KEY = [
  "MIIBIjANBgkqhkiG9w0BAQEFAAOCAQ8AMIIBCgKCAQEA1BunyXCylmpkA3dJFuSd0Yr/1XNl+iqDfUuGC12vdz4t/XXTKAqxrCAe",
  "S18PcsQPDB+ETfb5lwbPI1WUX5FSj5rFISvAkyMsfwownMdJp7vr0aBwQb4HhORFvcs4oDTZ3EjNWSeo0+cZ/CchYCJCzI6bJVsW",
  "Lkckqf/a1uBYASVGDeDULEGxrl6+7Th00TSmQluXPfSY4iZUbvlBF/g7Nl0I5pQb+piAwwILVeRu6XOjHgL3jeE7lAPJ5+E1iPr/",
  "Lnjd89Q+gz8/q18ohtMJMGpdypAqn510JhHwRfGueppaCeWCTTfLxrE5fOX0OmDRENnmqHYtViS2uJ1EX3B7sQIDAQAB",
].join("");

/** The id derived from {@link CHROMIUM_KEY}. */
export const CHROMIUM_ID = "bgjkgapmhhcgphdebbacpijgkfhbjlfn";

export const FIREFOX_ID = "curlew@curlew.example";

const pattern = (host: string): string => `https://${host}/*`;

/**
 * Returns the manifest of one target. Permissions: storage for the settings; scripting for tabs that were already open and for
 * sites that are switched on; the active tab and a menu entry for checking a selection; the browser's own panel; and two hosts:
 * the loopback address, for the gateway, and the first site. The other sites are optional and requested by name.
 */
export function manifestFor(target: Target, version: string): Record<string, unknown> {
  return {
    manifest_version: 3,
    name: "__MSG_extensionName__",
    description: "__MSG_extensionDescription__",
    version,
    default_locale: "en",
    icons: {
      "16": "icons/16.png",
      "32": "icons/32.png",
      "48": "icons/48.png",
      "128": "icons/128.png",
    },
    permissions: [
      "storage",
      "scripting",
      "activeTab",
      "contextMenus",
      ...(target === "chromium" ? ["sidePanel"] : []),
    ],
    host_permissions: ["http://127.0.0.1/*", pattern(FIRST_SITE.host)],
    optional_host_permissions: SITES.filter((site) => site !== FIRST_SITE).map(({ host }) =>
      pattern(host),
    ),
    content_security_policy: {
      extension_pages: [
        "default-src 'none'",
        "script-src 'self' 'wasm-unsafe-eval'",
        "style-src 'self'",
        "img-src 'self'",
        "connect-src 'self' http://127.0.0.1:*",
        "base-uri 'none'",
        "form-action 'none'",
        "frame-ancestors 'none'",
      ].join("; "),
    },
    content_scripts: [
      {
        matches: [pattern(FIRST_SITE.host)],
        js: ["content.js"],
        // In Chromium, the script itself adds the styles of the marks to the page.
        ...(target === "firefox" ? { css: ["marks.css"] } : {}),
        run_at: "document_idle",
        all_frames: false,
      },
    ],
    action: {
      default_title: "curlew",
      default_popup: "popup.html",
      default_icon: { "16": "icons/16.png", "32": "icons/32.png" },
    },
    options_ui: { page: "options.html", open_in_tab: true },
    commands: {
      "show-findings": {
        suggested_key: { default: "Alt+Shift+U" },
        description: "__MSG_commandShowFindings__",
      },
      "check-selection": {
        suggested_key: { default: "Alt+Shift+K" },
        description: "__MSG_menuCheck__",
      },
      ...(target === "firefox"
        ? { _execute_sidebar_action: { suggested_key: { default: "Alt+Shift+E" } } }
        : {}),
    },
    ...(target === "chromium" ? chromium() : firefox()),
  };
}

function chromium(): Record<string, unknown> {
  return {
    key: CHROMIUM_KEY,
    // The first version in which styles of highlights are inherited.
    minimum_chrome_version: "134",
    background: { service_worker: "background.js", type: "module" },
    externally_connectable: { ids: [] },
    side_panel: { default_path: "panel.html" },
  };
}

function firefox(): Record<string, unknown> {
  return {
    background: { scripts: ["background.js"], type: "module" },
    sidebar_action: {
      default_panel: "panel.html",
      default_title: "curlew",
      default_icon: { "16": "icons/16.png", "32": "icons/32.png" },
      open_at_install: false,
    },
    browser_specific_settings: {
      gecko: {
        id: FIREFOX_ID,
        strict_min_version: "140.0",
        // Through a gateway, an answer's text and the token leave the browser for the configured loopback address.
        data_collection_permissions: { required: ["websiteContent", "authenticationInfo"] },
      },
    },
  };
}
