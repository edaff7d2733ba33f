import { describe, expect, it } from "vitest";
import { GrammarError } from "../../../src/core/parse/grammar-error.js";
import { loadGrammars } from "../../../src/core/parse/grammars.js";
import { loadAssets } from "../../../src/host/node.js";

const damaged = new Uint8Array([0, 1, 2, 3]);

describe("grammars", () => {
  it("can be loaded again after an error, and concurrently", async () => {
    const assets = await loadAssets();
    await expect(loadGrammars({ ...assets, runtime: damaged })).rejects.toMatchObject({
      code: "grammar-unusable",
      part: "runtime",
    });
    const [one, two] = await Promise.all([loadGrammars(assets), loadGrammars(assets)]);
    expect([one.bash.abiVersion, two.python.abiVersion]).toEqual([15, 15]);
  });

  it("report the grammar that cannot be loaded", async () => {
    const assets = await loadAssets();
    const broken = {
      ...assets,
      grammars: { ...assets.grammars, python: { bytes: damaged, version: "0" } },
    };
    const error = await loadGrammars(broken).catch((caught: unknown) => caught);
    expect(error).toBeInstanceOf(GrammarError);
    expect((error as GrammarError).message).toMatch(
      /^the python grammar could not be started: .*; restore its \.wasm file$/,
    );
  });

  it("throw the error of a function that provides their bytes later", async () => {
    const assets = await loadAssets();
    const missing = new Error("python.wasm: the file cannot be read");
    const bytes = (): never => {
      throw missing;
    };
    const grammars = await loadGrammars({
      ...assets,
      grammars: { ...assets.grammars, python: { bytes, version: "0" } },
    });
    expect(() => grammars.python).toThrow(missing);
  });
});
