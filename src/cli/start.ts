#!/usr/bin/env node
/** The entry point of the built command. It checks the version first, because an older Node cannot load the imports of launch.ts. */
import type * as script from "./launch.js";

/** The `require` function that CommonJS passes to the built script; creating one would take longer. */
declare const require: NodeJS.Require;

const [major = 0, minor = 0] = process.versions.node.split(".").map(Number);
if (major < 20 || (major === 20 && minor < 19)) {
  process.stderr.write(
    `curlew: needs Node 20.19 or newer, but this is ${process.versions.node}; install a newer one from https://nodejs.org\n`,
  );
  process.exitCode = 2;
} else {
  const { launch } = require("./launch.cjs") as typeof script;
  void launch({
    folder: import.meta.dirname,
    require,
    importPackage: (specifier) => import(specifier),
  });
}
