import { Option, type Command } from "commander";
import { parseCount } from "../options.js";
import { quotings } from "./input/csv.js";
import { inputFormats } from "./input/input-format.js";

/** Adds the options for the format of records and the fields of their texts. */
export function withInputOptions(command: Command): void {
  command
    .addOption(
      new Option("--input-format <name>", "format of the inputs")
        .choices(inputFormats)
        .default("auto"),
    )
    .addOption(
      new Option(
        "--quoting <style>",
        "how quotes in CSV and TSV are read; backslash is for TSV exported by databases: \\t, \\n, \\\\ and \\N",
      )
        .choices(quotings)
        .default("double"),
    )
    .option("--text-field <path>", "field that holds the text, such as body or messages[].content")
    .option("--role <name>", "read only messages of this role")
    .option("--id-field <path>", "field that holds the id")
    .option("--label-field <path>", "field that holds the label; true, 1 and PS are positive")
    .option("--positive <value>", "label value that counts as positive")
    .addOption(
      new Option("--sample <n>", "analyze a random sample of this size").argParser(parseCount),
    )
    .option("--seed <text>", "seed of the random sample", "0")
    .option("--strict", "stop at the first record that cannot be read")
    .option("--no-gitignore", "do not respect .gitignore files in folders")
    .addOption(new Option("--no-ignore", "same as --no-gitignore").hideHelp());
}
