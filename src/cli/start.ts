#!/usr/bin/env node
/** The command as it is built: starts its script, and keeps what V8 makes of it, for compiling it anew takes longer than most texts. */
import { createRequire } from "node:module";
import { fileURLToPath } from "node:url";
import { setFlagsFromString } from "node:v8";
import { CodeCache } from "./code-cache.js";
import type * as script from "./script.js";

// The engine optimises a grammar's functions on threads of its own, which costs more than a short scan: it waits until one was used a lot.
setFlagsFromString("--wasm-tiering-budget=36000000");

const file = fileURLToPath(new URL("./command.cjs", import.meta.url));
const require = createRequire(import.meta.url);
const cache = CodeCache.of(file, process.env);
const { importWith, program, rehearse } = cache?.run<typeof script>(require) ?? (require(file) as typeof script);

importWith((specifier) => import(specifier));
await program();
await cache?.keep(rehearse);
