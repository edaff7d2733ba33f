import { recognizeEntities } from "./recognize.js";

/** Entry of a worker thread that looks through a long text. */
export default recognizeEntities;
