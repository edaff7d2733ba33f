import type { ProblemCode } from "../../protocol/index.js";
import type { Usages } from "./rate-limit.js";
import type { VitalsThread } from "./vitals-thread.js";

/** The fields of a request in the log, besides method, route, status and time. */
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
    /** Whether the body of a request contains one text and little else. */
    oneText?: boolean;
  }
  interface FastifyRequest {
    facts: RequestFacts;
    /** Releases the capacity reserved for the request, if it was admitted. */
    releaseCapacity: (() => void) | undefined;
  }
  interface FastifyInstance {
    /** `stopping` is set when the service stops: running requests are answered, and new requests are rejected. */
    lifecycle: { stopping: boolean };
    /** Health, readiness and metrics on a separate port and thread, if one is configured. */
    vitals: VitalsThread | undefined;
    /** The requests of each client that its rate limit counts. */
    usages: Usages;
  }
}
