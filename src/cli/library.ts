/** The content of the library script, which commands load when a text first needs it. */
export { createDetectorPool } from "../host/pool.js";
export { createIsolatedDetector } from "../host/isolated.js";
export { createNodeDetector } from "../host/detector.js";
