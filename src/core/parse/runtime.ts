import { Parser, type Tree, type TreeCursor } from "web-tree-sitter";

/** What reading a tree asks of a cursor. */
export type Walker = Pick<TreeCursor, "nodeTypeId" | "startIndex" | "endIndex" | "currentFieldName" | "nodeIsMissing" | "gotoFirstChild" | "gotoNextSibling" | "gotoParent" | "delete">;

/** Functions of the runtime. Each is told the address of a tree; where the cursor stands they keep in one place of their memory. */
type Functions = Readonly<Record<(typeof needed)[number], (tree: number) => number>>;

const needed = [
  "_ts_tree_root_node_wasm",
  "_ts_tree_cursor_new_wasm",
  "_ts_tree_cursor_delete_wasm",
  "_ts_tree_cursor_current_node_type_id_wasm",
  "_ts_tree_cursor_start_index_wasm",
  "_ts_tree_cursor_end_index_wasm",
  "_ts_tree_cursor_current_field_id_wasm",
  "_ts_tree_cursor_current_node_is_missing_wasm",
  "_ts_tree_cursor_goto_first_child_wasm",
  "_ts_tree_cursor_goto_next_sibling_wasm",
  "_ts_tree_cursor_goto_parent_wasm",
] as const;

// The runtime is one per process, and two starts at once would race. A failed start may be tried again.
let started: Promise<void> | null = null;
let functions: Functions | null = null;

/** Starts the runtime from its bytes, unless it runs already. */
export function startRuntime(bytes: Uint8Array): Promise<void> {
  const module = {
    wasmBinary: bytes,
    // With the bytes at hand the name serves as a label only: nothing is read or fetched.
    locateFile: (name: string) => name,
    // What goes wrong is thrown; the core prints nothing.
    printErr: () => undefined,
  };
  started ??= Parser.init(module)
    .then(() => {
      functions = hasFunctions(module) ? module : null;
    })
    .catch((cause: unknown) => {
      started = null;
      throw cause;
    });
  return started;
}

/** The runtime puts its functions into the object it was started with; it does not where somebody else in the process had started it. */
function hasFunctions(module: object): module is Functions {
  return needed.every((name) => name in module);
}

/**
 * A cursor at the root of a tree; to be deleted. No other tree may be touched meanwhile: the library's cursor copies its
 * place into the runtime's memory and back at each step, which takes most of the time of reading a tree; this one leaves it there.
 */
export function walk(tree: Tree): Walker {
  const address = (tree as unknown as { readonly 0: number })[0];
  return functions === null ? tree.walk() : new DirectWalker(functions, address, tree.language.fields);
}

class DirectWalker implements Walker {
  constructor(
    private readonly runtime: Functions,
    private readonly tree: number,
    private readonly fields: readonly (string | null)[],
  ) {
    runtime._ts_tree_root_node_wasm(tree);
    runtime._ts_tree_cursor_new_wasm(tree);
  }

  get nodeTypeId(): number {
    return this.runtime._ts_tree_cursor_current_node_type_id_wasm(this.tree);
  }

  get startIndex(): number {
    return this.runtime._ts_tree_cursor_start_index_wasm(this.tree);
  }

  get endIndex(): number {
    return this.runtime._ts_tree_cursor_end_index_wasm(this.tree);
  }

  get currentFieldName(): string | null {
    return this.fields[this.runtime._ts_tree_cursor_current_field_id_wasm(this.tree)] ?? null;
  }

  get nodeIsMissing(): boolean {
    return this.runtime._ts_tree_cursor_current_node_is_missing_wasm(this.tree) === 1;
  }

  gotoFirstChild(): boolean {
    return this.runtime._ts_tree_cursor_goto_first_child_wasm(this.tree) === 1;
  }

  gotoNextSibling(): boolean {
    return this.runtime._ts_tree_cursor_goto_next_sibling_wasm(this.tree) === 1;
  }

  gotoParent(): boolean {
    return this.runtime._ts_tree_cursor_goto_parent_wasm(this.tree) === 1;
  }

  delete(): void {
    this.runtime._ts_tree_cursor_delete_wasm(this.tree);
  }
}
