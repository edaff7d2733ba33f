import { Argument, Option, type Command } from "commander";
import type { Context } from "../context.js";
import { withRuleOptions } from "../options.js";
import { print } from "../output.js";
import { checkLine, type CheckOptions } from "../shell/check-line.js";
import { snippets, type Shell } from "../shell/shell-init.js";
import { trust } from "../shell/trust-url.js";

const HELP = `
Examples:
  $ eval "$(curlew shell-init bash)"            in ~/.bashrc
  $ eval "$(curlew shell-init zsh)"             in ~/.zshrc
  $ curlew shell-init fish | source             in ~/.config/fish/config.fish
  > curlew shell-init pwsh | Out-String | Invoke-Expression      in $PROFILE`;

/** Adds `curlew shell-init`, `curlew shell-check`, which its snippets call, and `curlew trust`. */
export function registerShell(
  program: Command,
  context: Context,
  exit: (status: number) => void,
): void {
  program
    .command("shell-init")
    .summary("print a snippet that makes a shell ask before it runs downloaded code")
    .description(
      "Prints a snippet for the start-up file of a shell. Before a line that downloads and executes code runs, the shell shows a safer command and asks.",
    )
    .addArgument(new Argument("<shell>", "the shell").choices(Object.keys(snippets)))
    .addHelpText("after", HELP)
    .action(async (shell: Shell) => {
      await print(context, snippets[shell]);
      exit(0);
    });
  withRuleOptions(program.command("shell-check", { hidden: true }))
    .description("Checks a command line from standard input; exit status 10 means a finding.")
    .addOption(
      new Option("--shell <name>", "the shell")
        .choices(["bash", "fish", "powershell"])
        .default("bash"),
    )
    .action(async (options: CheckOptions, command: Command) => {
      const profileGiven = command.getOptionValueSource("profile") !== "default";
      exit(await checkLine(context, { ...options, profileGiven }));
    });
  program
    .command("trust")
    .summary("add a trusted address to your user configuration")
    .description(
      "Adds an exact address to the trusted addresses of your user configuration, for every project and for hooks.",
    )
    .argument("<address>", "the complete address, such as https://get.example/install.sh")
    .action(async (address: string) => {
      await trust(context, address);
      exit(0);
    });
}
