import type { Detection } from "./model.js";

/** The detection for a text without findings, such as one that does not pass the gate. */
export const nothingFound: Detection = {
  labels: [],
  spans: [],
  findings: [],
  notes: [],
  outcome: { status: "complete" },
};
