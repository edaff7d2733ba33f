import { Argument, type Command } from "commander";
import { bashCompletion } from "../completion/bash.js";
import { fishCompletion } from "../completion/fish.js";
import { commandTreeOf } from "../completion/command-tree.js";
import { zshCompletion } from "../completion/zsh.js";
import type { Context } from "../context.js";
import { print } from "../output.js";

const SHELLS = { bash: bashCompletion, zsh: zshCompletion, fish: fishCompletion } as const;

const HELP = `
Examples:
  $ eval "$(curlew completion bash)"                                        in ~/.bashrc
  $ source <(curlew completion zsh)                                         in ~/.zshrc, after compinit
  $ curlew completion fish > ~/.config/fish/completions/curlew.fish`;

/** Adds the command `curlew completion`. */
export function registerCompletion(
  program: Command,
  context: Context,
  exit: (status: number) => void,
): void {
  program
    .command("completion")
    .summary("print a shell completion script")
    .description("Prints a script that completes the commands and options of curlew.")
    .addArgument(new Argument("<shell>", "the shell").choices(Object.keys(SHELLS)))
    .addHelpText("after", HELP)
    .action(async (shell: keyof typeof SHELLS) => {
      await print(context, SHELLS[shell](commandTreeOf(program)));
      exit(0);
    });
}
