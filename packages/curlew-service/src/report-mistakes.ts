import { ConfigError } from "../../../src/service/config/resolve.js";
import { TokenFileError } from "../../../src/service/tokens/token-file.js";
import { Failure } from "../../../src/cli/failure.js";

/** Runs a command. Errors in the configuration or with tokens become a `Failure`, which is shown without a stack trace. */
export async function reportMistakes<T>(task: () => Promise<T>): Promise<T> {
  try {
    return await task();
  } catch (error) {
    if (error instanceof ConfigError || error instanceof TokenFileError)
      throw new Failure(error.message, { cause: error });
    throw error;
  }
}
