import type { Settings, Values } from "./setting.js";

/** Returns the effective configuration as the JSON of a configuration file, with secrets in URLs masked. */
export function showConfig<S extends Settings>(settings: S, values: Values<S>): string {
  const entries = Object.keys(settings).map((key) => {
    const value: unknown = values[key];
    const masked =
      settings[key]?.mayHoldCredentials === true && typeof value === "string"
        ? maskUrl(value)
        : value;
    return [key, masked];
  });
  return JSON.stringify(Object.fromEntries(entries), null, 2);
}

/** Masks the user, password and query of a URL, each of which may be a secret. */
function maskUrl(value: string): string {
  const url = new URL(value);
  if (url.username !== "") url.username = "***";
  if (url.password !== "") url.password = "***";
  if (url.search !== "") url.search = "?***";
  return url.href;
}
