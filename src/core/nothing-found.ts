import type { Detection } from "./model.js";

/** The answer to a text that names nothing one would look for. */
export const nothingFound: Detection = {
  labels: [],
  spans: [],
  findings: [],
  notes: [],
  outcome: { status: "complete" },
};
