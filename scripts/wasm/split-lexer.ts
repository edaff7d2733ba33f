/**
 * Builds a grammar from the C sources of its npm package, with the lexer split into functions of a few states each.
 *
 * Tree-sitter generates one function for all states of a lexer. V8 optimizes a function of WebAssembly after some iterations of its
 * loops, on a background thread that Node waits for when it exits. For a lexer of 1,900 states this takes ten seconds of processor
 * time; for the same states in functions of 64 it takes a few tenths of a second. Requires `clang`, `wasm-ld` and the headers of
 * `wasi-libc` (Debian packages clang, lld, wasi-libc).
 */
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";

/** The number of lexer states in each function. */
const STATES = 64;

/** Declarations before the functions, with the macros by which a state names the next one: it is returned instead of jumped to. */
const DECLARATIONS = `
typedef struct {
  TSLexer *lexer;
  int32_t lookahead;
  bool eof;
  bool result;
  bool skip;
} LexerState;

static int32_t __attribute__((noinline)) next_in(const uint16_t *map, uint32_t size, int32_t lookahead) {
  for (uint32_t i = 0; i < size; i += 2) {
    if (map[i] == lookahead) return map[i + 1];
  }
  return -1;
}

#undef ADVANCE
#undef ADVANCE_MAP
#undef SKIP
#undef ACCEPT_TOKEN
#undef END_STATE
#define ADVANCE(next) return next;
#define ADVANCE_MAP(...)                                                            \\
  {                                                                                 \\
    static const uint16_t map[] = {__VA_ARGS__};                                    \\
    const int32_t next = next_in(map, sizeof(map) / sizeof(map[0]), lookahead);     \\
    if (next >= 0) return next;                                                     \\
  }
#define SKIP(next)  \\
  {                 \\
    c->skip = true; \\
    return next;    \\
  }
#define ACCEPT_TOKEN(symbol)        \\
  c->result = true;                 \\
  c->lexer->result_symbol = symbol; \\
  c->lexer->mark_end(c->lexer);
#define END_STATE() return -1;
`;

/** Returns a function that runs one of the given states, and returns the next state; -1 at the end of the token. */
function functionOf(states: readonly string[], index: number): string {
  return `static int32_t __attribute__((noinline)) ts_lex_${String(index)}(LexerState *c, TSStateId state) {
  const int32_t lookahead = c->lookahead;
  const bool eof = c->eof;
  switch (state) {
${states.join("\n")}
    default:
      return -1;
  }
}
`;
}

/**
 * Returns the source of a generated parser with its function `ts_lex` split.
 * @throws Error if the source does not have the expected form
 */
export function splitLexer(parser: string): string {
  const head = "static bool ts_lex(TSLexer *lexer, TSStateId state) {";
  const start = parser.indexOf(head);
  const end = parser.indexOf("\n}\n", start) + 3;
  const body = parser.slice(start, end);
  const states = body
    .slice(body.indexOf("    case 0:"), body.indexOf("    default:"))
    .split(/\n(?=    case \d+:\n)/);
  if (start < 0 || states.some((state, index) => !state.startsWith(`    case ${String(index)}:\n`)))
    throw new Error("the parser has no function ts_lex with the expected states");
  const groups = Array.from({ length: Math.ceil(states.length / STATES) }, (_, index) =>
    states.slice(index * STATES, (index + 1) * STATES),
  );
  const calls = groups.map(
    (_, index) =>
      `      case ${String(index)}: next = ts_lex_${String(index)}(&c, state); break;\n`,
  );
  const lexer = `${head}
  LexerState c = {lexer, 0, false, false, false};
  for (;;) {
    c.skip = false;
    c.lookahead = lexer->lookahead;
    c.eof = lexer->eof(lexer);
    int32_t next = -1;
    switch (state / ${String(STATES)}) {
${calls.join("")}      default: break;
    }
    if (next < 0) return c.result;
    state = next;
    lexer->advance(lexer, c.skip);
  }
}
`;
  return [
    parser.slice(0, start),
    DECLARATIONS,
    ...groups.map(functionOf),
    lexer,
    parser.slice(end),
  ].join("\n");
}

/** Builds the grammar of an npm package, whose C sources are in its folder `src`, and writes it to `output`. */
export function buildWithSplitLexer(npmPackage: string, language: string, output: string): void {
  const sources = resolve("node_modules", npmPackage, "src");
  const folder = mkdtempSync(join(tmpdir(), "curlew-grammar-"));
  try {
    writeFileSync(
      join(folder, "parser.c"),
      splitLexer(readFileSync(join(sources, "parser.c"), "utf8")),
    );
    const compile = (source: string, object: string): void => {
      const flags = ["--target=wasm32-unknown-emscripten", "-fPIC", "-Os", "-fvisibility=hidden"];
      const headers = ["-I", sources, "-I", "/usr/include/wasm32-wasi"];
      execFileSync("clang", [...flags, ...headers, "-c", source, "-o", join(folder, object)]);
    };
    compile(join(folder, "parser.c"), "parser.o");
    compile(join(sources, "scanner.c"), "scanner.o");
    const linked = ["-shared", "--experimental-pic", "--no-entry", "--allow-undefined"];
    const exported = [
      `--export=tree_sitter_${language}`,
      "--export-if-defined=__wasm_apply_data_relocs",
    ];
    const objects = [join(folder, "parser.o"), join(folder, "scanner.o")];
    execFileSync("wasm-ld", [...linked, "--strip-debug", ...exported, ...objects, "-o", output]);
  } finally {
    rmSync(folder, { recursive: true });
  }
}
