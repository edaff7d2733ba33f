import type { Detection } from "./model.js";

/** The answer to a text at which the gate stays closed. */
export const nothingFound: Detection = { labels: [], spans: [], findings: [], notes: [], outcome: { status: "complete" } };
