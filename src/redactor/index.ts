/** The redactor: finds personal data and secrets in a text, asserts them and replaces them. */
export { isGenuineAssertion, type PersonalDataAssertion } from "./assertion.js";
export { slicer, type Slicer } from "./offsets.js";
export { BodyTooLarge, readBounded, UNCOMPRESSED } from "./bounded.js";
export {
  PresidioError,
  PresidioFinder,
  takeResults,
  type ResultsTask,
  type ReadResults as TakenResults,
} from "./presidio.js";
export { Redactor, type EntityFinder, type RedactedText } from "./redactor.js";
export { scan, type Scan, type ScanTask } from "./scan.js";
export { Scanner } from "./scanner.js";
