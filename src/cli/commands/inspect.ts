import { Option, type Command } from "commander";
import type { Context } from "../context.js";
import { inspect, type InspectOptions } from "../inspect/run.js";
import { parseCount, withDetectionOptions } from "../options.js";

const HELP = `
Nothing of what comes is run. It is kept in a new file that nobody can execute: the one that --output names,
or one in a new folder for temporary files, whose path is printed. A server may send something else to another
program, or the next time: run the file that you have looked at, not the address.

Exit status: 0 nothing found, 1 findings, 2 could not do it.

Examples:
  $ curlew inspect https://get.example/install.sh
  $ curlew inspect https://get.example/install.sh -o install.sh`;

/** `curlew inspect`. */
export function registerInspect(
  program: Command,
  context: Context,
  exit: (status: number) => void,
): void {
  withDetectionOptions(
    program
      .command("inspect")
      .summary("download what an address gives, tell what it is, and scan it"),
    "extended",
  )
    .description(
      "Downloads what an address gives to a file; prints redirects, size, hash and certificate, and scans it. Runs nothing.",
    )
    .argument("<address>", "an address that begins with https:// or http://")
    .option("-o, --output <file>", "keep it in this file, which must not be there yet")
    .option("-t, --trace", "show each step that led to a finding")
    .addOption(
      new Option("--timeout <s>", "how long it may take, in seconds")
        .argParser(parseCount)
        .default(30),
    )
    .option(
      "--user-agent <name>",
      "what to say to the server that asks",
      `curlew/${program.version() ?? "0.0.0"}`,
    )
    .addHelpText("after", HELP)
    .action(async (address: string, options: InspectOptions) => {
      exit(await inspect(context, address, options));
    });
}
