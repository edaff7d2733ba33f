/**
 * Node's options with which a thread loads its file by `import()`. If Node can load modules by `require()`, the thread pool does so,
 * and Node 20 ends the process if the thread is terminated while loading.
 */
export const threadOptions: readonly string[] =
  "require_module" in process.features ? ["--no-experimental-require-module"] : [];
