#!/usr/bin/env node
/** The command as it is in a checkout, without a build. */
import { program } from "./program.js";

await program(() => import("../host/node.js"));
