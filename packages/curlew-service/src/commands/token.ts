import type { Command } from "commander";
import { defaultTokensPath } from "../../../../src/service/config/settings.js";
import {
  createToken,
  listTokens,
  revokeToken,
  type TokenSummary,
} from "../../../../src/service/tokens/manage.js";
import { TokenFileError } from "../../../../src/service/tokens/token-file-error.js";
import type { Context } from "../../../../src/cli/context.js";
import { print } from "../../../../src/cli/output.js";
import { reportMistakes } from "../report-mistakes.js";

const HELP = `
A token is written only to the given file and never shown. The list of tokens contains its hash. A
running service reads changes to the list.

Examples:
  $ curlew token create --name browser --out browser.token --expires 90d
  $ curlew token list
  $ curlew token revoke --name browser`;

/** Registers the command `curlew token`. */
export function registerToken(
  program: Command,
  context: Context,
  exit: (status: number) => void,
): void {
  const token = program
    .command("token")
    .summary("create, list and revoke access tokens for the services")
    .description("Manages the access tokens of the services.")
    .addHelpText("after", HELP);
  const finish = async (task: () => Promise<string>) => {
    await print(context, await reportMistakes(task));
    exit(0);
  };

  withTokens(
    token
      .command("create")
      .summary("create a token and write it to a file that only you can read")
      .description("Creates a token and writes it to a new file that only you can read."),
    context,
  )
    .requiredOption("--name <NAME>", "name of the token in lists and logs (required)")
    .requiredOption("--out <FILE>", "new file for the token's value (required)")
    .option(
      "--expires <WHEN>",
      "when the token expires: a number of days (30d) or a date (2031-12-31)",
    )
    .action((options: { name: string; out: string; tokens: string; expires?: string }) =>
      finish(async () => {
        await createToken({
          ...options,
          expiresAt: options.expires === undefined ? undefined : expiryOf(options.expires),
        });
        return `Token ${options.name} was written to ${options.out}, and its hash to ${options.tokens}.\n`;
      }),
    );

  withTokens(
    token
      .command("list")
      .summary("list the tokens with their creation, expiry and last use")
      .description("Lists the tokens with their creation, expiry and last use."),
    context,
  )
    .option(
      "--last-use <FILE>",
      "file in which the service records when each token was last used (CURLEW_LAST_USE)",
      context.env["CURLEW_LAST_USE"],
    )
    .action((options: { tokens: string; lastUse?: string }) =>
      finish(async () => (await listTokens(options.tokens, options.lastUse)).map(lineOf).join("")),
    );

  withTokens(
    token.command("revoke").summary("revoke a token").description("Revokes a token."),
    context,
  )
    .requiredOption("--name <NAME>", "name of the token (required)")
    .action((options: { name: string; tokens: string }) =>
      finish(async () => {
        await revokeToken(options);
        return `Token ${options.name} was revoked.\n`;
      }),
    );
}

function lineOf({ name, createdAt, expiresAt, lastUsedAt }: TokenSummary): string {
  const expiry =
    expiresAt === undefined
      ? ""
      : `  ${Date.parse(expiresAt) <= Date.now() ? "expired" : "expires"} ${expiresAt}`;
  return `${createdAt}  ${name}${expiry}${lastUsedAt === undefined ? "" : `  last used ${lastUsedAt}`}\n`;
}

/** Parses a date, or a number of days from now such as `30d`. @throws TokenFileError for anything else, and for a time in the past */
function expiryOf(value: string): Date {
  const days = /^(\d{1,5})d$/.exec(value)?.[1];
  const date =
    days === undefined ? new Date(value) : new Date(Date.now() + Number(days) * 86_400_000);
  const isDate =
    days !== undefined || /^\d{4}-\d{2}-\d{2}(?:T[\d:.]+(?:Z|[+-]\d{2}:\d{2}))?$/.test(value);
  if (!isDate || Number.isNaN(date.getTime()))
    throw new TokenFileError(
      `--expires ${value}: expected a number of days such as 30d, or a date such as 2031-12-31`,
    );
  if (date.getTime() <= Date.now()) throw new TokenFileError(`--expires ${value}: is in the past`);
  return date;
}

function withTokens(command: Command, { env }: Context): Command {
  const path = env["CURLEW_TOKENS"];
  const fallback = path === undefined || path === "" ? defaultTokensPath() : path;
  return command.option(
    "--tokens <FILE>",
    "file with the hashes of the tokens (CURLEW_TOKENS)",
    fallback,
  );
}
