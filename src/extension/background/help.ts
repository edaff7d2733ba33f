import type { Finding } from "../../protocol/index.js";
import { remedyOf } from "../../remedy/index.js";
import type { Help } from "../bridge/assessment.js";
import { hostsOf } from "./hosts.js";

/** What a person can do about a finding of a text. */
export function helpFor(finding: Finding, text: string): Help {
  const known = remedyOf(finding, text) ?? {
    words: finding.rule.includes("decode") ? "print" : "download",
  };
  const remedy = "words" in known ? known : { steps: known.steps.map((step) => ({ ...step })) };
  // Advice warns of nothing that an address could be known for.
  return { remedy, hosts: finding.level === "advisory" ? null : hostsOf(finding) };
}
