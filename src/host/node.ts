/** The library for Node. */
export * from "../core/index.js";
export {
  createNodeDetector,
  loadAssets,
  type AssetOptions,
  type NodeDetectorOptions,
} from "./detector.js";
export { packageRoot } from "./package-root.js";
export { AssetError, type AssetErrorCode } from "./error.js";
export { packedTexts } from "./packed.js";
export { createDetectorPool, type DetectorPool, type DetectorPoolOptions } from "./pool.js";
