import { Option, type Command } from "commander";
import { parseCount } from "../options.js";
import { quotings } from "./input/csv.js";
import { inputFormats } from "./input/syntax.js";

/** Adds the options that say what records are and where their texts stand. */
export function withInputOptions(command: Command): void {
  command
    .addOption(
      new Option("--input-format <name>", "how inputs are read")
        .choices(inputFormats)
        .default("auto"),
    )
    .addOption(
      new Option(
        "--quoting <style>",
        "quotes of CSV and TSV; backslash is TSV as databases write it: \\t, \\n, \\\\ and \\N",
      )
        .choices(quotings)
        .default("double"),
    )
    .option(
      "--text-field <path>",
      "where the texts of a record are, such as body or messages[].content",
    )
    .option("--role <name>", "only messages of this role")
    .option("--id-field <path>", "where the id of a record is")
    .option("--label-field <path>", "where the label of a record is: true, 1 or PS for yes")
    .option("--positive <value>", "the value of the label that means yes")
    .addOption(
      new Option("--sample <n>", "only so many records, drawn by chance").argParser(parseCount),
    )
    .option("--seed <text>", "of what is drawn by chance; the same draws the same", "0")
    .option("--strict", "end at the first broken record")
    .option("--no-gitignore", "do not respect .gitignore files in folders")
    .addOption(new Option("--no-ignore", "as --no-gitignore").hideHelp());
}
