import { Option, type Command } from "commander";
import type { Context } from "../context.js";
import { inspect, type InspectOptions } from "../inspect/run.js";
import { parseCount, withDetectionOptions } from "../options.js";

const HELP = `
The download is never run. It is saved to a new file without execute permission: the one given by --output,
or one in a temporary folder whose path is printed. A server may send something different to another program
or next time, so run the file that you have reviewed, and do not download it again.

Exit status: 0 no findings, 1 findings, 2 error or an incomplete analysis without findings.

Examples:
  $ curlew inspect https://get.example/install.sh
  $ curlew inspect https://get.example/install.sh -o install.sh`;

/** Adds the command `curlew inspect`. */
export function registerInspect(
  program: Command,
  context: Context,
  exit: (status: number) => void,
): void {
  withDetectionOptions(
    program.command("inspect").summary("download a file, describe it and scan it"),
  )
    .description(
      "Downloads a file, prints redirects, size, hash and certificate, and scans it. Runs nothing.",
    )
    .argument("<address>", "an address that begins with https:// or http://")
    .option("-o, --output <file>", "save to this file, which must not exist")
    .option("-t, --trace", "show the steps that led to each finding")
    .addOption(
      new Option("--timeout <s>", "time limit in seconds").argParser(parseCount).default(30),
    )
    .option(
      "--user-agent <name>",
      "the User-Agent header to send",
      `curlew/${program.version() ?? "0.0.0"}`,
    )
    .addHelpText("after", HELP)
    .action(async (address: string, options: InspectOptions, command: Command) => {
      const profileGiven = command.getOptionValueSource("profile") !== "default";
      exit(await inspect(context, address, { ...options, profileGiven }));
    });
}
