/** The redactor: finds personal data and secrets in a text, asserts them and replaces them. */
export { isGenuineAssertion, type PersonalDataAssertion } from "./personal-data-assertion.js";
export { slicer, type Slicer } from "./offsets.js";
export { BodyTooLarge, readBounded, UNCOMPRESSED } from "./read-bounded.js";
export {
  PresidioError,
  PresidioFinder,
  readResults,
  type ReadResults,
  type ResultsTask,
} from "./presidio-finder.js";
export { Redactor, type EntityFinder, type RedactedText } from "./redactor.js";
export { scan, type Scan, type ScanTask } from "./scan.js";
export { Scanner } from "./scanner.js";
