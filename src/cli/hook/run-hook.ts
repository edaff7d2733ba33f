import { Failure, messageOf } from "../failure.js";
import { DEFAULT_MAX_SIZE, showSize } from "../input/size.js";
import { toolkitOf, type Library } from "../toolkit.js";
import { writeTextSync } from "../write-sync.js";
import type { HookArguments } from "./hook-arguments.js";
import { hook } from "./run.js";

/**
 * Runs `curlew hook AGENT` in this process and returns the exit status. The output is written without the streams of Node.js, which take
 * longer to load than most hooks take to respond.
 * @param input the content of standard input
 */
export async function runHook(
  { agent, options }: HookArguments,
  input: Uint8Array,
  load: () => Promise<Library>,
): Promise<number> {
  try {
    return await hook(
      {
        toolkit: toolkitOf(load),
        env: process.env,
        cwd: process.cwd(),
        read: async () => {
          if (input.length > DEFAULT_MAX_SIZE)
            throw new Failure(`longer than ${showSize(DEFAULT_MAX_SIZE)}, not scanned`);
          return input;
        },
        print: async (text) => writeTextSync(1, text),
        warn: (text) => writeTextSync(2, text),
      },
      agent,
      options,
    );
  } catch (error) {
    writeTextSync(2, `curlew: ${messageOf(error)}\n`);
    return 2;
  }
}
