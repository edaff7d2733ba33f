import * as v from "valibot";
import { Profile } from "../../protocol/index.js";
import { EvaluationMode } from "../bridge/assessment.js";

/** The default URL of the gateway. */
export const DEFAULT_GATEWAY = "http://127.0.0.1:8787";

/** A host that the user marked as known, with the date (`2026-01-31`). */
export const KnownHost = v.object({
  host: v.pipe(v.string(), v.minLength(1), v.maxLength(255)),
  since: v.string(),
});
export type KnownHost = v.InferOutput<typeof KnownHost>;

/** The user's settings. The access token is stored separately, by `TokenStore`. */
export const Settings = v.object({
  /** null if the user has not chosen yet. */
  mode: v.fallback(v.nullable(EvaluationMode), null),
  gateway: v.fallback(
    v.pipe(
      v.string(),
      v.check((address) => parseGateway(address).ok),
    ),
    DEFAULT_GATEWAY,
  ),
  /** null for the default: the extended profile on this device, the contract profile through a gateway. */
  profile: v.fallback(v.nullable(Profile), null),
  /** How an answer without findings is marked. */
  clearSign: v.fallback(v.picklist(["dot", "none"]), "dot"),
  /** Ids of the sites that are paused. */
  paused: v.fallback(v.array(v.string()), []),
  known: v.fallback(v.array(KnownHost), []),
});
export type Settings = v.InferOutput<typeof Settings>;

/** Returns the profile that answers are checked with. */
export function profileOf({ mode, profile }: Pick<Settings, "mode" | "profile">): Profile {
  return profile ?? (mode === "device" ? "extended" : "contract");
}

/** The result of parsing a gateway's URL: its origin, or the name of the error message. */
export type GatewayAddress =
  | { readonly ok: true; readonly address: string }
  | {
      readonly ok: false;
      readonly problem:
        | "addressNotUrl"
        | "addressNotHttp"
        | "addressNotLoopback"
        | "addressHasMore";
    };

/**
 * Parses the URL of a gateway. Only 127.0.0.1 is allowed: the extension has no permission for other gateways, and `localhost` may
 * resolve to another address.
 */
export function parseGateway(input: string): GatewayAddress {
  if (!URL.canParse(input.trim())) return { ok: false, problem: "addressNotUrl" };
  const url = new URL(input.trim());
  if (url.protocol !== "http:") return { ok: false, problem: "addressNotHttp" };
  if (url.hostname !== "127.0.0.1") return { ok: false, problem: "addressNotLoopback" };
  const hasMore =
    url.username !== "" ||
    url.password !== "" ||
    url.pathname !== "/" ||
    url.search !== "" ||
    url.hash !== "";
  if (hasMore) return { ok: false, problem: "addressHasMore" };
  return { ok: true, address: url.origin };
}

/** The part of `chrome.storage.local` that settings need. */
export type SettingsArea = Pick<chrome.storage.LocalStorageArea, "get" | "set">;

const KEY = "settings";

export async function loadSettings(area: SettingsArea): Promise<Settings> {
  const stored = (await area.get(KEY))[KEY];
  return v.parse(Settings, typeof stored === "object" && stored !== null ? stored : {});
}

export async function saveSettings(
  area: SettingsArea,
  change: Partial<Settings>,
): Promise<Settings> {
  const settings = { ...(await loadSettings(area)), ...change };
  await area.set({ [KEY]: settings });
  return settings;
}

/** Denies content scripts access to `storage.local` if the browser supports that. */
export async function closeStorage(
  area: Partial<Pick<chrome.storage.LocalStorageArea, "setAccessLevel">>,
): Promise<void> {
  await area.setAccessLevel?.({ accessLevel: "TRUSTED_CONTEXTS" });
}
