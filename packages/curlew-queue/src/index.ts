export { addressFrom, type Address, type Environment } from "./connection.js";
export { QueueError, type QueueErrorCode } from "./error.js";
export { openRun, type Run, type RunOptions } from "./run.js";
export { runWorker, type WorkerEvent, type WorkerOptions } from "./worker.js";
