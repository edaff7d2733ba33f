import type { Assets, Profile } from "../core/index.js";
import { explanations } from "./explain/explanations.js";

/** The rules that can give a finding in a profile, with one sentence each, by id. */
export function rulesInForce({ registry }: Assets, profile: Profile): Record<string, string> {
  const inForce = Object.entries(registry.rules).filter(([id]) => profile === "extended" || explanations.get(id)?.profile !== "extended");
  return Object.fromEntries(inForce.sort(([a], [b]) => (a < b ? -1 : 1)));
}
