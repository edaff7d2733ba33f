import * as v from "valibot";
import { EvaluationMode } from "../bridge/assessment.js";

/** Where a local gateway listens unless told otherwise. */
export const DEFAULT_GATEWAY = "http://127.0.0.1:8787";

/** What a person can choose. The token is not among it: it has a store of its own. */
export const Settings = v.object({
  mode: v.fallback(EvaluationMode, "gateway"),
  gateway: v.fallback(v.pipe(v.string(), v.check((address) => parseGateway(address).ok)), DEFAULT_GATEWAY),
});
export type Settings = v.InferOutput<typeof Settings>;

/** A gateway address, or the name of the message that says what is wrong with it. */
export type GatewayAddress =
  | { readonly ok: true; readonly address: string }
  | { readonly ok: false; readonly problem: "addressNotUrl" | "addressNotHttp" | "addressNotLoopback" | "addressHasMore" };

/**
 * Reads a gateway address. Only the loopback address is allowed: no other host permission is asked
 * for, and `localhost` can be pointed elsewhere.
 */
export function parseGateway(input: string): GatewayAddress {
  if (!URL.canParse(input.trim())) return { ok: false, problem: "addressNotUrl" };
  const url = new URL(input.trim());
  if (url.protocol !== "http:") return { ok: false, problem: "addressNotHttp" };
  if (url.hostname !== "127.0.0.1") return { ok: false, problem: "addressNotLoopback" };
  if (url.username !== "" || url.password !== "" || url.pathname !== "/" || url.search !== "" || url.hash !== "") return { ok: false, problem: "addressHasMore" };
  return { ok: true, address: url.origin };
}

/** The part of `chrome.storage.local` that settings need. */
export type SettingsArea = Pick<chrome.storage.LocalStorageArea, "get" | "set">;

const KEY = "settings";

export async function loadSettings(area: SettingsArea): Promise<Settings> {
  const stored = (await area.get(KEY))[KEY];
  return v.parse(Settings, typeof stored === "object" && stored !== null ? stored : {});
}

export async function saveSettings(area: SettingsArea, change: Partial<Settings>): Promise<Settings> {
  const settings = { ...(await loadSettings(area)), ...change };
  await area.set({ [KEY]: settings });
  return settings;
}

/** Keeps content scripts out of `storage.local` where the browser can do that. */
export async function closeStorage(area: Partial<Pick<chrome.storage.LocalStorageArea, "setAccessLevel">>): Promise<void> {
  await area.setAccessLevel?.({ accessLevel: "TRUSTED_CONTEXTS" });
}
