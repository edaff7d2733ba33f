import { InputError } from "../../../src/core/index.js";
import { serveTasks } from "../../../src/host/child-tasks.js";

/** Serves tasks that crash their process, exhaust its memory or never end, as the analysis of a text could. */
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
    // a large allocation in a built-in function, which the memory limit of a worker thread does not prevent
    builtin: () => {
      let list: number[] = [1];
      for (;;) list = [...list, ...list];
    },
    // memory outside V8's heap
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
