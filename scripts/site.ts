/**
 * Builds the site into site/dist: `npm run site`, with `-- --base /curlew/` for a site that is not at the root of its host. The build
 * does not use the network. First the pages are written into site/content, then VitePress builds them, then the playground is added.
 */
import { spawnSync } from "node:child_process";
import { rmSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { writeContent } from "./site/content.js";
import { buildPlayground } from "./site/playground.js";

const { values } = parseArgs({
  options: {
    base: { type: "string", default: "/" },
    out: { type: "string", default: "site/dist" },
  },
});
const base = `/${values.base}/`.replace(/\/{2,}/g, "/");

writeContent("site/content");
rmSync(values.out, { recursive: true, force: true });
const vitepress = join(
  dirname(
    createRequire(join(process.cwd(), "site/package.json")).resolve("vitepress/package.json"),
  ),
  "bin/vitepress.js",
);
const { status } = spawnSync(
  process.execPath,
  [vitepress, "build", "site", "--base", base, "--outDir", resolve(values.out)],
  { stdio: ["ignore", "inherit", "inherit"] },
);
if (status !== 0) throw new Error("VitePress could not build the pages");
await buildPlayground(join(values.out, "playground"));
