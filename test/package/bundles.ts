import { join } from "node:path";
import { build as esbuild } from "esbuild";
import { build as vite } from "vite";
import webpack from "webpack";

/** Functions that bundle an entry file into an output folder and return the name of the bundle. */
export const bundlers: Readonly<
  Record<
    "webpack" | "vite" | "esbuild",
    (folder: string, entry: string, out: string) => Promise<string>
  >
> = {
  webpack: async (folder, entry, out) => {
    // minification is disabled, because it would take most of the time and does not affect the tests
    const compiler = webpack({
      context: folder,
      mode: "production",
      optimization: { minimize: false },
      performance: { hints: false },
      entry: `./${entry}`,
      output: { path: out },
    });
    const stats = await new Promise<webpack.Stats | undefined>((resolve, reject) =>
      compiler.run((error, result) => (error ? reject(error) : resolve(result))),
    );
    const { errors = [], warnings = [] } = stats?.toJson() ?? {};
    refuse([...errors, ...warnings].map(({ message }) => message));
    return "main.js";
  },
  vite: async (folder, entry, out) => {
    const complaints: string[] = [];
    await vite({
      root: folder,
      configFile: false,
      // the path at which the page of this bundle is served
      base: "/vite/",
      logLevel: "silent",
      // disables warnings about the size of a chunk and the duration of a plugin
      build: {
        outDir: out,
        chunkSizeWarningLimit: 2000,
        rolldownOptions: {
          input: join(folder, entry),
          output: { entryFileNames: "main.js" },
          checks: { pluginTimings: false },
          onLog: (level, { message }) => void (level === "warn" && complaints.push(message)),
        },
      },
    });
    refuse(complaints);
    return "main.js";
  },
  esbuild: async (folder, entry, out) => {
    const { warnings } = await esbuild({
      absWorkingDir: folder,
      entryPoints: [entry],
      bundle: true,
      outfile: join(out, "main.js"),
      format: "esm",
      logLevel: "silent",
    });
    refuse(warnings.map(({ text }) => text));
    return "main.js";
  },
};

function refuse(complaints: readonly string[]): void {
  if (complaints.length > 0) throw new Error(complaints.join("\n"));
}
