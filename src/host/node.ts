/** The library for Node. */
export * from "../core/index.js";
export {
  createNodeDetector,
  loadAssets,
  type AssetOptions,
  type NodeDetectorOptions,
} from "./detector.js";
export { AnalysisFailedError, type AnalysisFailure } from "./analysis-failed.js";
export { mayBeCostly } from "./costly.js";
export {
  createIsolatedDetector,
  type IsolatedDetector,
  type IsolatedDetectorOptions,
  type IsolatedOptions,
} from "./isolated.js";
export { packageRoot } from "./package-root.js";
export { AssetError, type AssetErrorCode } from "./error.js";
export { packedTexts } from "./packed-texts.js";
export { createDetectorPool, type DetectorPool, type DetectorPoolOptions } from "./pool.js";
