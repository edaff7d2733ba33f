import { InputError } from "../../../src/core/index.js";
import { serveTasks } from "../../../src/host/child-tasks.js";

/** Tasks that end their process in the ways in which a text may end it. */
serveTasks(async (setup: { readonly fails?: boolean }) => {
  if (setup.fails === true) throw new Error("the grammar is damaged");
  return {
    echo: (task: unknown) => task,
    pid: () => process.pid,
    sleep: (ms: number) => new Promise((resolve) => setTimeout(() => resolve(ms), ms)),
    hang: () => {
      for (;;);
    },
    heap: () => {
      const kept: object[] = [];
      for (let i = 0; ; i++) kept.push({ i, more: [i] });
    },
    // one allocation inside a builtin, which no limit of a worker thread catches
    builtin: () => {
      let list: number[] = [1];
      for (;;) list = [...list, ...list];
    },
    // memory that V8 does not count
    buffers: async () => {
      const kept: Buffer[] = [];
      for (;;) {
        kept.push(Buffer.alloc(1 << 24, 1));
        await new Promise((resolve) => setTimeout(resolve, 1));
      }
    },
    exit: () => process.exit(3),
    trap: () => {
      throw new RangeError("Maximum call stack size exceeded");
    },
    refuse: () => {
      throw new InputError("format", "format has to be a fence tag");
    },
  };
});
