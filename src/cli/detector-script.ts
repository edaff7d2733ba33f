/** The exports of `detector.cjs`, which commands load for the first text that may contain a finding. */
export { createDetectorPool } from "../host/detector-pool.js";
export { createIsolatedDetector } from "../host/isolated-detector.js";
export { createNodeDetector } from "../host/node-detector.js";
