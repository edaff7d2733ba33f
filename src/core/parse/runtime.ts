import { Parser, type Tree, type TreeCursor } from "web-tree-sitter";

/** The methods of a tree cursor that are used to read a tree. */
export type Walker = Pick<
  TreeCursor,
  | "nodeTypeId"
  | "startIndex"
  | "endIndex"
  | "currentFieldName"
  | "nodeIsMissing"
  | "gotoFirstChild"
  | "gotoNextSibling"
  | "gotoParent"
  | "delete"
>;

/**
 * Functions of the runtime. Each takes the address of a tree; the position of the cursor is stored at a fixed address in the
 * runtime's memory.
 */
type Functions = Readonly<Record<(typeof FUNCTION_NAMES)[number], (tree: number) => number>>;

const FUNCTION_NAMES = [
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

/**
 * The size in bytes of the stack that is allocated in the runtime's memory. The built-in stack has 64 KB and lies above the data,
 * which a grammar that recurses too deeply would overwrite.
 */
const STACK_SIZE = 1 << 20;

/** The required part of the platform's types: the core is compiled without the types of a platform. */
declare const WebAssembly: {
  instantiate(
    bytes: Uint8Array,
    imports: Imports,
  ): Promise<{ readonly instance: Instance; readonly module: object }>;
  readonly RuntimeError: new () => Error;
};

interface Imports {
  readonly env: {
    readonly memory: Inside["memory"];
    readonly __stack_pointer: Inside["stackPointer"];
  };
}

interface Instance {
  readonly exports: { readonly malloc: (size: number) => number };
}

/** Internals of the runtime, which are known only if this module started it. */
interface Inside {
  readonly memory: { readonly buffer: ArrayBufferLike };
  readonly stackPointer: { value: number };
  /** The address at which the stack begins; it grows downwards. */
  readonly stackTop: number;
}

// There is one runtime per process, and two starts at once would race. A failed start may be tried again.
let started: Promise<void> | null = null;
let functions: Functions | null = null;
let inside: Inside | null = null;

/** Starts the runtime from its bytes, unless it is already running. */
export function startRuntime(bytes: Uint8Array): Promise<void> {
  started ??= start(bytes).catch((cause: unknown) => {
    started = null;
    throw cause;
  });
  return started;
}

async function start(bytes: Uint8Array): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    let largerStack = (): Inside | null => null;
    const module = {
      // Called instead of the library's own start, which does not expose memory and stack and waits forever if this fails.
      instantiateWasm: (imports: Imports, done: (instance: Instance, module: object) => void) => {
        WebAssembly.instantiate(bytes, imports)
          .then(({ instance, module }) => {
            done(instance, module);
            largerStack = () => withLargerStack(imports, instance);
          })
          .catch(reject);
        return {};
      },
      // errors are thrown instead: the core prints nothing
      printErr: () => undefined,
    };
    Parser.init(module).then(() => {
      functions = hasFunctions(module) ? module : null;
      inside = largerStack();
      resolve();
    }, reject);
  });
}

function withLargerStack(
  { env: { memory, __stack_pointer: stackPointer } }: Imports,
  { exports }: Instance,
): Inside {
  const bottom = exports.malloc(STACK_SIZE);
  if (bottom !== 0) stackPointer.value = (bottom + STACK_SIZE) & ~15;
  return { memory, stackPointer, stackTop: stackPointer.value };
}

/** Returns the size of the runtime's memory in bytes, which never shrinks; 0 if another module started the runtime. */
export function memoryInUse(): number {
  return inside?.memory.buffer.byteLength ?? 0;
}

/** Whether an error is a trap, which interrupted the runtime's code. */
export function isTrap(error: unknown): boolean {
  return error instanceof WebAssembly.RuntimeError || error instanceof RangeError;
}

/** Resets the runtime's stack after a trap. The objects that the interrupted code used must be neither used nor freed. */
export function afterTrap(): void {
  if (inside !== null) inside.stackPointer.value = inside.stackTop;
}

/**
 * Whether the runtime added its functions to the object that it was started with. It does not if other code in the process had
 * already started it.
 */
function hasFunctions(module: object): module is Functions {
  return FUNCTION_NAMES.every((name) => name in module);
}

/**
 * Returns a cursor at the root of a tree. The caller must delete it, and use no other tree meanwhile: the position of this cursor
 * stays in the runtime's memory, while the library's cursor copies it there and back at each step, which takes most of the time.
 */
export function walk(tree: Tree): Walker {
  const address = (tree as unknown as { readonly 0: number })[0];
  return functions === null
    ? tree.walk()
    : new DirectWalker(functions, address, tree.language.fields);
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
