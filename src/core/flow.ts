import type { TraceStep } from "./model.js";

/**
 * What both engines know of a value that they follow. The offsets of shell values are the document's, those of code values are in
 * the code's own source.
 */
export interface Flow<Origin extends string = FlowOrigin> {
  readonly origin: Origin;
  /** The steps from its source to this place, for the trace. */
  readonly steps: readonly TraceStep[];
}

/** Remote content, or a payload that is decoded at run time. */
export type FlowOrigin = "fetched" | "decoded";
