/** The messages of curlew's HTTP interface: schemas, types and validation. Needs neither Node nor the DOM. */
export * from "./assertion.js";
export * from "./assessment.js";
export * from "./evaluation.js";
export * from "./finding.js";
export * from "./primitives.js";
export * from "./problem.js";
export * from "./read.js";
export * from "./version.js";
