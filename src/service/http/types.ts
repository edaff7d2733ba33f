import type { ProblemCode } from "../../protocol/index.js";

/** What the log says about one request, besides its route, status and time. */
export interface RequestFacts {
  token?: string;
  problem?: ProblemCode;
  subjectHash?: string;
  verdict?: string;
}

declare module "fastify" {
  interface FastifyRequest {
    facts: RequestFacts;
  }
  interface FastifyInstance {
    /** Set once the service has been told to stop: requests under way are answered, new ones refused. */
    lifecycle: { stopping: boolean };
  }
}
