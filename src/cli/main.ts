#!/usr/bin/env node
/** The entry point of the command in a checkout, without a build. */
import { program } from "./program.js";

await program(() => import("../host/node.js"));
