import { ConfigError } from "../../../src/service/config/resolve.js";
import { TokenFileError } from "../../../src/service/tokens/token-file.js";
import { Failure } from "../../../src/cli/failure.js";

/** Runs a command; errors in configuration and tokens become a message. */
export async function reportingMistakes<T>(task: () => Promise<T>): Promise<T> {
  try {
    return await task();
  } catch (error) {
    if (error instanceof ConfigError || error instanceof TokenFileError)
      throw new Failure(error.message, { cause: error });
    throw error;
  }
}
