import type { Assets, Profile } from "../core/index.js";

/** The rules that the query files of a profile use, with one sentence each, by id. */
export function rulesInForce({ registry, queries }: Assets, profile: Profile): Record<string, string> {
  const loaded = queries.filter((file) => profile === "extended" || !file.path.startsWith("extended/"));
  const named = Object.entries(registry.rules).filter(([id]) => loaded.some((file) => file.text.includes(`"${id}"`)));
  return Object.fromEntries(named.sort(([a], [b]) => (a < b ? -1 : 1)));
}
