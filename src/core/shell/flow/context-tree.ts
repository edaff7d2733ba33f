import type { Reading } from "./call-context.js";

/** Maximum number of results at one leaf; if there are more, the oldest is dropped. */
const MAX_AT_LEAF = 8;

interface Branch<Result> {
  readonly kind: Reading["kind"];
  readonly name: string;
  readonly next: Map<string, Node<Result>>;
}

type Node<Result> = Branch<Result> | Result[];

/**
 * Results of evaluations, found by the values that the evaluations read. Evaluations that have read the same values so far read
 * the same name next, so each node is a name with a branch for each value.
 */
export class ContextTree<Result> {
  private root: Node<Result> | null = null;

  /** Returns the results of evaluations that read values with these signatures; empty if there are none. */
  find(signature: (kind: Reading["kind"], name: string) => string): readonly Result[] {
    let node = this.root ?? undefined;
    while (node !== undefined && !Array.isArray(node))
      node = node.next.get(signature(node.kind, node.name));
    return node ?? [];
  }

  /** Adds a result; of the other results at the same leaf, only those that `isKept` accepts are kept. */
  add(reads: Iterable<Reading>, result: Result, isKept: (other: Result) => boolean): void {
    let at = this.root;
    let insert = (node: Node<Result>): void => {
      this.root = node;
    };
    for (const { kind, name, signature } of reads) {
      // if another name was read at this node, the old branch is out of date
      const isSame = at !== null && !Array.isArray(at) && at.kind === kind && at.name === name;
      const branch: Branch<Result> =
        isSame && at !== null && !Array.isArray(at) ? at : { kind, name, next: new Map() };
      if (!isSame) insert(branch);
      insert = (node) => {
        branch.next.set(signature, node);
      };
      at = branch.next.get(signature) ?? null;
    }
    const others = Array.isArray(at) ? at.filter(isKept) : [];
    insert([result, ...others].slice(0, MAX_AT_LEAF));
  }
}
