import { expect, it, vi } from "vitest";
import { Parser, Tree } from "web-tree-sitter";
import { mutated, seeds } from "../hostile/mutations.js";

/** Returns a list to which each WebAssembly memory that is created later is added. */
function watchMemories(): WebAssembly.Memory[] {
  const memories: WebAssembly.Memory[] = [];
  const Plain = WebAssembly.Memory;
  WebAssembly.Memory = new Proxy(Plain, {
    construct(target, [descriptor]: [WebAssembly.MemoryDescriptor]) {
      const memory = new target(descriptor);
      memories.push(memory);
      return memory;
    },
  });
  return memories;
}

const sizeOf = (memories: readonly WebAssembly.Memory[]): number =>
  memories.reduce((sum, { buffer }) => sum + buffer.byteLength, 0);

it("every syntax tree is freed, and the runtime's memory does not grow", {
  timeout: 300_000,
}, async () => {
  const memories = watchMemories();
  const { createNodeDetector } = await import("../../src/host/node.js");
  const detector = await createNodeDetector();
  let parsed = 0;
  const { parse } = Parser.prototype;
  vi.spyOn(Parser.prototype, "parse").mockImplementation(function (
    this: Parser,
    ...args: Parameters<typeof parse>
  ) {
    const tree = parse.apply(this, args);
    if (tree !== null) parsed++;
    return tree;
  });
  let deleted = 0;
  const free = Tree.prototype.delete;
  vi.spyOn(Tree.prototype, "delete").mockImplementation(function (this: Tree) {
    deleted++;
    free.call(this);
  });

  const corpus = seeds().filter((text) => text.length < 200);
  const run = (texts: number): void => {
    let left = texts;
    for (const text of mutated(corpus, 5)) {
      if (left-- === 0) return;
      detector.detect(text.slice(0, 200));
    }
  };
  run(700);
  const before = sizeOf(memories);
  for (let round = 0; round < 2; round++) run(300);

  expect(before).toBeGreaterThan(0);
  expect(sizeOf(memories)).toBe(before);
  expect(parsed).toBeGreaterThan(500);
  expect(deleted).toBe(parsed);
  vi.restoreAllMocks();
  detector.dispose();
});
