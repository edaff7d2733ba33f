/** The messages of curlew's HTTP interface: shapes, types, validation. Runs anywhere. */
export * from "./assertion.js";
export * from "./assessment.js";
export * from "./evaluation.js";
export * from "./finding.js";
export * from "./primitives.js";
export * from "./problem.js";
export * from "./read.js";
export * from "./version.js";
