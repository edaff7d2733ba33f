/** The library for Node. */
export * from "../core/index.js";
export { createNodeDetector, loadAssets, packageRoot, type AssetOptions, type NodeDetectorOptions } from "./detector.js";
export { AssetError, type AssetErrorCode } from "./error.js";
export { packedTexts } from "./packed.js";
export { createDetectorPool, type DetectorPool, type DetectorPoolOptions } from "./pool.js";
