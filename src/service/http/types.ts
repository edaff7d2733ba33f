import type { ProblemCode } from "../../protocol/index.js";
import type { Usages } from "./limits.js";
import type { VitalsThread } from "./vitals-thread.js";

/** The fields of a request in the log, besides its route, status and time. */
export interface RequestFacts {
  token?: string;
  problem?: ProblemCode;
  subjectHash?: string;
  /** The number of texts in a batch. */
  texts?: number;
  verdict?: string;
  /** Id of the caller's trace. */
  trace?: string;
}

declare module "fastify" {
  interface FastifyContextConfig {
    /** Whether the body of a request holds one text and little else. */
    oneText?: boolean;
  }
  interface FastifyRequest {
    facts: RequestFacts;
    /** Gives back the room the request has, where it was taken in. */
    leave: (() => void) | undefined;
  }
  interface FastifyInstance {
    /** Set once the service has been told to stop: requests under way are answered, new ones refused. */
    lifecycle: { stopping: boolean };
    /** Health, readiness and metrics on a separate port and thread, if one is configured. */
    vitals: VitalsThread | undefined;
    /** What clients used of their rate. */
    usages: Usages;
  }
}
