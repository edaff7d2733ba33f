import type { Literal } from "./literal.js";
import type { TraceStep } from "./model.js";

/**
 * What both engines know of a value that they follow. Offsets in the steps of a shell value refer to the document, and those of a code
 * value to the source of the code.
 */
export interface Flow<Origin extends string = FlowOrigin> {
  readonly origin: Origin;
  /** The steps from the source of the value to its current use, for the trace. */
  readonly steps: readonly TraceStep[];
  /** The decoded value; absent if it is not known from literals. */
  readonly literal?: Literal;
}

/** Remote content, or a payload that is decoded at run time. */
export type FlowOrigin = "fetched" | "decoded";
