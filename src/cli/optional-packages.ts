import { Failure } from "./failure.js";

/** Packages that users install separately, each with the name that error messages give to the feature that needs the package. */
export const PARTS = {
  "curlew-queue": "a queue",
  "curlew-service": "a service",
  "curlew-mcp": "curlew mcp",
  "curlew-lsp": "curlew lsp",
} as const;
export type PartName = keyof typeof PARTS;

let importPackage = (specifier: string): Promise<unknown> => import(specifier);

/** Sets the function that imports packages, because a script that runs from V8's code cache cannot import anything. */
export function importWith(from: typeof importPackage): void {
  importPackage = from;
}

/** The error of a command that needs a package that is not installed. */
export class MissingPart extends Failure {
  constructor(readonly part: PartName) {
    super(
      `${PARTS[part]} needs the package ${part}, which is not installed: npm install ${part} (in a checkout: npm ci && npm run build)`,
    );
  }
}

/**
 * Loads an optional package: the installed one, or its source in a checkout without a build.
 * @throws MissingPart if it is not installed
 */
export async function loadPart<Part>(name: PartName): Promise<Part> {
  const { url } = import.meta;
  const specifier = url.endsWith(".ts")
    ? new URL(`../../packages/${name}/src/index.ts`, url).href
    : name;
  try {
    return (await importPackage(specifier)) as Part;
  } catch (error) {
    if (isMissing(error, name)) throw new MissingPart(name);
    throw error;
  }
}

/**
 * Loads a package that few runs need, and that is therefore not installed with this one.
 * @param use what needs the package, for the message
 * @throws Failure with the command that installs the package if it is missing
 */
export async function loadOptional<Package>(name: string, use: string): Promise<Package> {
  try {
    return (await importPackage(name)) as Package;
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ERR_MODULE_NOT_FOUND")
      throw new Failure(
        `${use} needs the package ${name}, which is not installed: npm install ${name}`,
      );
    throw error;
  }
}

/** Whether the package itself is missing instead of one of its dependencies. In a checkout without a build, only its `dist` is missing. */
function isMissing(error: unknown, name: PartName): boolean {
  return (
    error instanceof Error &&
    "code" in error &&
    error.code === "ERR_MODULE_NOT_FOUND" &&
    (error.message.includes(`'${name}'`) || /[\\/]dist[\\/]index\.js' /.test(error.message))
  );
}
