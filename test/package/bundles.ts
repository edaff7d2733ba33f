import { join } from "node:path";
import { build as esbuild } from "esbuild";
import { build as vite } from "vite";
import webpack from "webpack";

/** Bundlers as a person calls them: an entry, and where the result goes. Each gives the name of the script that a page loads. */
export const bundlers: Readonly<
  Record<
    "webpack" | "vite" | "esbuild",
    (folder: string, entry: string, out: string) => Promise<string>
  >
> = {
  webpack: async (folder, entry, out) => {
    // making it small takes most of the time and changes nothing of what is tested
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
      // the folder in which the pages are served
      base: "/vite/",
      logLevel: "silent",
      // the library is larger than what it remarks upon; how long a plugin takes says nothing of it
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
