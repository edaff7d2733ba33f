import bearerAuth from "@fastify/bearer-auth";
import type { FastifyInstance, onRequestHookHandler } from "fastify";
import { ServiceError } from "../service-error.js";
import type { Authenticator } from "../tokens/authenticator.js";

/** Returns a hook that rejects requests without a listed token (`Authorization: Bearer TOKEN`) and stores the token's name in `facts`. */
export async function registerAuthentication(
  app: FastifyInstance,
  authenticator: Authenticator,
): Promise<onRequestHookHandler> {
  await app.register(bearerAuth, {
    addHook: false,
    keys: new Set<string>(),
    // The scheme's name is not case-sensitive (RFC 9110).
    specCompliance: "rfc6749",
    verifyErrorLogLevel: "debug",
    auth: async (token, request) => {
      const name = await authenticator.identify(token);
      if (name === undefined) return false;
      request.facts.token = name;
      return true;
    },
  });
  const { verifyBearerAuth } = app;
  if (verifyBearerAuth === undefined) throw new ServiceError("internal-error");
  return verifyBearerAuth;
}
