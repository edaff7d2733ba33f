import { scan } from "./scan.js";

/** Entry of a worker thread that looks through a long text. */
export default scan;
