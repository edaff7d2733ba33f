import type { Detector, Toolkit } from "../../src/cli/context.js";
import { createNodeDetector } from "../../src/host/node.js";

const made = new Map<string, Promise<Detector>>();

/** Detectors as the command makes them, in this process; one for each profile, without custom queries. */
export const realToolkit: Toolkit = {
  createDetector: ({ profile }) => {
    const detector = made.get(profile) ?? createNodeDetector({ profile });
    made.set(profile, detector);
    return detector;
  },
};
