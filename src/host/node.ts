/** The library for Node. */
export * from "../core/index.js";
export {
  createNodeDetector,
  loadAssets,
  type AssetOptions,
  type NodeDetectorOptions,
} from "./node-detector.js";
export { AnalysisFailedError, type AnalysisFailure } from "./analysis-failed-error.js";
export { mayBeCostly } from "./costly-text.js";
export {
  createIsolatedDetector,
  type IsolatedDetector,
  type IsolatedDetectorOptions,
  type IsolatedOptions,
} from "./isolated-detector.js";
export { packageRoot } from "./package-root.js";
export { AssetError, type AssetErrorCode } from "./asset-error.js";
export { packedTexts } from "./packed-texts.js";
export {
  createDetectorPool,
  type DetectorPool,
  type DetectorPoolOptions,
} from "./detector-pool.js";
