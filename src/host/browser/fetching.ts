import { AssetError } from "../asset-error.js";

/** Fetches a file of the package by its path from the package's root: `wasm/manifest.json`. */
export type FetchBytes = (path: string) => Promise<Uint8Array>;

/** The file that contains all text files, because fetching many small files takes long. */
const TEXTS = "assets.json";
const REMEDY =
  "write the files with `npx curlew assets FOLDER`, serve them, and give that folder's address as assetsUrl";

/**
 * Returns a function that fetches the files next to this module in the package. The URLs below are written in the form that bundlers
 * recognize, so that they include the files.
 */
export function fetchBesideModule(): FetchBytes {
  return fetcherFor((path) => URLS[path]?.());
}

/** The URLs of the files. Each is created when it is needed, so that a file that a bundler omits does not affect the others. */
const URLS: Readonly<Record<string, () => URL>> = {
  [TEXTS]: () => new URL("./assets.json", import.meta.url),
  "wasm/web-tree-sitter.wasm": () => new URL("../wasm/web-tree-sitter.wasm", import.meta.url),
  "wasm/tree-sitter-bash.wasm": () => new URL("../wasm/tree-sitter-bash.wasm", import.meta.url),
  "wasm/tree-sitter-python.wasm": () => new URL("../wasm/tree-sitter-python.wasm", import.meta.url),
  "wasm/tree-sitter-javascript.wasm": () =>
    new URL("../wasm/tree-sitter-javascript.wasm", import.meta.url),
  "wasm/tree-sitter-powershell.wasm": () =>
    new URL("../wasm/tree-sitter-powershell.wasm", import.meta.url),
  "wasm/tree-sitter-php.wasm": () => new URL("../wasm/tree-sitter-php.wasm", import.meta.url),
  "wasm/tree-sitter-ruby.wasm": () => new URL("../wasm/tree-sitter-ruby.wasm", import.meta.url),
  "wasm/tree-sitter-lua.wasm": () => new URL("../wasm/tree-sitter-lua.wasm", import.meta.url),
  "wasm/tree-sitter-go.wasm": () => new URL("../wasm/tree-sitter-go.wasm", import.meta.url),
  "wasm/tree-sitter-java.wasm": () => new URL("../wasm/tree-sitter-java.wasm", import.meta.url),
  "wasm/tree-sitter-c_sharp.wasm": () =>
    new URL("../wasm/tree-sitter-c_sharp.wasm", import.meta.url),
  "wasm/tree-sitter-tsx.wasm": () => new URL("../wasm/tree-sitter-tsx.wasm", import.meta.url),
};

/** Returns a function that fetches the files from a folder that `curlew assets` wrote. */
export function fetchFromFolder(url: string | URL): FetchBytes {
  const folder = new URL(url, globalThis.location?.href);
  if (!folder.pathname.endsWith("/")) folder.pathname += "/";
  return fetcherFor((path) =>
    path === TEXTS || path.endsWith(".wasm") ? new URL(path, folder) : undefined,
  );
}

/** Returns a function that fetches a file from its URL, or gets a file without a URL from the file of all texts. */
function fetcherFor(urlOf: (path: string) => URL | undefined): FetchBytes {
  let texts: Promise<Readonly<Record<string, string>>> | undefined;
  const fetched = async (path: string): Promise<Uint8Array | undefined> => {
    const url = urlOf(path);
    return url === undefined ? undefined : fetchFrom(path, url);
  };
  return async (path) => {
    const bytes = await fetched(path);
    if (bytes !== undefined) return bytes;
    if (texts === undefined) {
      texts = fetched(TEXTS).then((content) => textsOf(content ?? new Uint8Array()));
      // A file that could not be fetched is fetched again for the next request.
      texts.catch(() => (texts = undefined));
    }
    const text = (await texts)[path];
    if (text === undefined)
      throw new AssetError("asset-missing", path, "it is not a file of the package");
    return new TextEncoder().encode(text);
  };
}

async function fetchFrom(path: string, url: URL): Promise<Uint8Array> {
  const policy = watchPolicy();
  const answer = await fetch(url)
    .catch(async (cause: unknown) => {
      const problem = (await policy.forbids())
        ? `the policy of this page (Content-Security-Policy) forbids fetching ${url.href}; add ${url.origin} to its connect-src`
        : `${url.href} cannot be fetched; ${REMEDY}`;
      throw new AssetError("asset-missing", path, problem, cause);
    })
    .finally(() => policy.end());
  if (!answer.ok)
    throw new AssetError(
      "asset-missing",
      path,
      `${url.href} answers with status ${answer.status}; ${REMEDY}`,
    );
  return new Uint8Array(await answer.arrayBuffer());
}

/** Milliseconds that a browser may take to report that the policy rejected a fetch. */
const POLICY_MS = 200;

/** Watches whether the policy of a page or worker rejects a fetch, because the error of the fetch does not tell. */
function watchPolicy(): { forbids(): Promise<boolean>; end(): void } {
  const type = "securitypolicyviolation";
  const { addEventListener, removeEventListener } = globalThis;
  if (typeof addEventListener !== "function")
    return { forbids: () => Promise.resolve(false), end: () => undefined };
  let listener: (event: Event) => void = () => undefined;
  const refused = new Promise<true>((resolve) => {
    listener = (event) => {
      if ("effectiveDirective" in event && event.effectiveDirective === "connect-src")
        resolve(true);
    };
  });
  addEventListener.call(globalThis, type, listener);
  return {
    forbids: () =>
      Promise.race([
        refused,
        new Promise<false>((resolve) => setTimeout(() => resolve(false), POLICY_MS)),
      ]),
    end: () => removeEventListener.call(globalThis, type, listener),
  };
}

function textsOf(bytes: Uint8Array): Readonly<Record<string, string>> {
  try {
    return JSON.parse(new TextDecoder().decode(bytes)) as Readonly<Record<string, string>>;
  } catch (cause) {
    throw new AssetError("asset-invalid", TEXTS, `it is not valid JSON; ${REMEDY}`, cause);
  }
}
