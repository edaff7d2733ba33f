/** The exports of `detector.cjs`, which commands load for the first text that may contain a finding. */
export { createDetectorPool } from "../host/pool.js";
export { createIsolatedDetector } from "../host/isolated.js";
export { createNodeDetector } from "../host/detector.js";
