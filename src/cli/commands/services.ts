import type { Register } from "./register.js";
import { loadPart, MissingPart } from "../optional-packages.js";

/** The interface of the package `curlew-service`, which is installed only where services are used. */
interface ServicePackage {
  readonly registerServe: Register;
  readonly registerEvaluator: Register;
  readonly registerToken: Register;
}

/** Returns a command of the package `curlew-service`; if the package is not installed, a command that reports this. */
export async function serviceCommand(name: "serve" | "evaluator" | "token"): Promise<Register> {
  try {
    const { registerServe, registerEvaluator, registerToken } =
      await loadPart<ServicePackage>("curlew-service");
    return { serve: registerServe, evaluator: registerEvaluator, token: registerToken }[name];
  } catch (error) {
    if (error instanceof MissingPart) return notInstalled(name, error);
    throw error;
  }
}

function notInstalled(name: string, missing: MissingPart): Register {
  return (program) => {
    program
      .command(name)
      .summary(`requires the package ${missing.part}, which is not installed`)
      .description(`${missing.message}.`)
      .allowUnknownOption()
      .allowExcessArguments()
      .action(() => {
        throw missing;
      });
  };
}
