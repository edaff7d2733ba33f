/** What evaluator and gateway share: configuration, tokens, logs and the HTTP side. */
export * from "./config/file.js";
export * from "./config/resolve.js";
export * from "./config/setting.js";
export * from "./config/settings.js";
export * from "./config/show.js";
export { createHttpApp, type HttpAppOptions, type HttpConfig } from "./http/app.js";
export { registerAuthentication } from "./http/authentication.js";
export { checkTextSize } from "./http/body.js";
export { rateLimitOf } from "./http/limits.js";
export { problemResponses } from "./http/openapi.js";
export { listen, stop } from "./http/run.js";
export { jsonSchema } from "./http/schema.js";
export { createLog, describeError } from "./log.js";
export { QueueFullError, Semaphore } from "./semaphore.js";
export { ServiceError } from "./service-error.js";
export { Authenticator } from "./tokens/authenticator.js";
export * from "./tokens/manage.js";
export { TokenFileError } from "./tokens/token-file.js";
