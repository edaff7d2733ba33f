import type { Context } from "../context.js";
import { readAll } from "../input/read-limited.js";
import { DEFAULT_MAX_SIZE } from "../input/size.js";
import { print } from "../output.js";

/** The parts of the context of a command that the hook needs. */
export interface HookContext
  extends Pick<Context, "toolkit" | "env" | "cwd">,
    Partial<Pick<Context, "machineFolder">> {
  /** Reads the event. */
  read(): Promise<Uint8Array>;
  /** Writes the response to standard output. */
  print(text: string): Promise<void>;
  /** Writes to standard error. */
  warn(text: string): void;
}

/** Creates the hook's context from the context of a command. */
export function hookContextOf(context: Context): HookContext {
  return {
    ...context,
    read: () => {
      if (context.stdin.isTTY === true)
        context.stderr.write("curlew: waiting for an agent's event on standard input\n");
      return readAll(context.stdin, DEFAULT_MAX_SIZE);
    },
    print: (text) => print(context, text),
    warn: (text) => void context.stderr.write(text),
  };
}
