import type { Command } from "commander";
import { defaultTokensPath } from "../../service/config/settings.js";
import { createToken, listTokens, revokeToken } from "../../service/tokens/manage.js";
import type { Context } from "../context.js";
import { print } from "../output.js";
import { reportingMistakes } from "../services/failures.js";

const HELP = `
A token is shown nowhere but in the file it is written to. The service keeps its hash, and
follows changes of the list while it runs.

Examples:
  $ curlew token create --name browser --out browser.token
  $ curlew token list
  $ curlew token revoke --name browser`;

/** `curlew token`. */
export function registerToken(program: Command, context: Context, exit: (status: number) => void): void {
  const token = program
    .command("token")
    .summary("make, list and revoke access tokens of the services")
    .description("Keeps the access tokens of the services.")
    .addHelpText("after", HELP);
  const finish = async (task: () => Promise<string>) => {
    await print(context, await reportingMistakes(task));
    exit(0);
  };

  withTokens(token.command("create").description("make a token and write it to a file that only you can read"), context)
    .requiredOption("--name <NAME>", "what the token is called in lists and logs")
    .requiredOption("--out <FILE>", "new file for the token's value")
    .action((options: { name: string; out: string; tokens: string }) =>
      finish(async () => {
        await createToken(options);
        return `Token ${options.name} is in ${options.out}; its hash is in ${options.tokens}.\n`;
      }),
    );

  withTokens(token.command("list").description("show the names of the tokens and when they were made"), context).action(
    (options: { tokens: string }) =>
      finish(async () => (await listTokens(options.tokens)).map(({ name, createdAt }) => `${createdAt}  ${name}\n`).join("")),
  );

  withTokens(token.command("revoke").description("take a token off the list"), context)
    .requiredOption("--name <NAME>", "which token")
    .action((options: { name: string; tokens: string }) =>
      finish(async () => {
        await revokeToken(options);
        return `Token ${options.name} is revoked.\n`;
      }),
    );
}

function withTokens(command: Command, { env }: Context): Command {
  const path = env["CURLEW_TOKENS"];
  const fallback = path === undefined || path === "" ? defaultTokensPath() : path;
  return command.option("--tokens <FILE>", "file that holds the hashes of the tokens (CURLEW_TOKENS)", fallback);
}
