import type { Settings, Values } from "./setting.js";

/** Returns the effective configuration as a configuration file, passwords in addresses masked. */
export function showConfig<S extends Settings>(settings: S, values: Values<S>): string {
  const entries = Object.keys(settings).map((key) => {
    const value: unknown = values[key];
    const masked =
      settings[key]?.mayHoldCredentials === true && typeof value === "string"
        ? maskAddress(value)
        : value;
    return [key, masked];
  });
  return JSON.stringify(Object.fromEntries(entries), null, 2);
}

/** Replaces user, password and query of an address, each of which may be a secret. */
function maskAddress(value: string): string {
  const url = new URL(value);
  if (url.username !== "") url.username = "***";
  if (url.password !== "") url.password = "***";
  if (url.search !== "") url.search = "?***";
  return url.href;
}
