import type { Detector, Toolkit } from "../../src/cli/context.js";
import { createNodeDetector } from "../../src/host/node.js";

const detectors = new Map<string, Promise<Detector>>();

/** A toolkit with real detectors in this process, one for each profile, without custom queries. */
export const realToolkit: Toolkit = {
  createDetector: ({ profile }) => {
    const detector = detectors.get(profile) ?? createNodeDetector({ profile });
    detectors.set(profile, detector);
    return detector;
  },
};
