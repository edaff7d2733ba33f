import { Failure } from "./failure.js";

/** Optional packages that are installed in addition to this one, and the commands that need them. */
export const PARTS = {
  "curlew-queue": "a queue",
  "curlew-service": "a service",
  "curlew-mcp": "curlew mcp",
  "curlew-lsp": "curlew lsp",
} as const;
export type PartName = keyof typeof PARTS;

let importPackage = (specifier: string): Promise<unknown> => import(specifier);

/** A script that runs with what V8 kept of it can import nothing: who started it does it. */
export function importWith(from: typeof importPackage): void {
  importPackage = from;
}

/** A command needs a package that is not installed. */
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
 * Loads a package that only some uses need, and that is therefore not installed with this one.
 * @param use what needs it
 * @throws Failure if it is not installed, saying how to install it
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

/** Whether the package itself is missing, not one of its dependencies; without a build it exists but is empty. */
function isMissing(error: unknown, name: PartName): boolean {
  return (
    error instanceof Error &&
    "code" in error &&
    error.code === "ERR_MODULE_NOT_FOUND" &&
    (error.message.includes(`'${name}'`) || /[\\/]dist[\\/]index\.js' /.test(error.message))
  );
}
