import type { Span } from "../../src/core/index.js";
import { Client } from "./client.js";
import type { Editor } from "./editor.js";
import { byId, element } from "./element.js";
import { EXAMPLES, FIRST_EXAMPLE, QUERY_EXAMPLE } from "./examples.js";
import type { QueryProblem } from "./messages.js";
import { marksOf, showResults, summaryOf } from "./results.js";
import { fragmentOf, sharedOf, type Shared } from "./share.js";
import { Trees } from "./trees.js";

/** Milliseconds between the last keystroke and the analysis of the text. */
const QUIET_MS = 150;
/** Maximum length of the fragment of a link; a longer link is too long for most uses. */
const MAX_LINK_LENGTH = 30_000;
const MAX_FILE_BYTES = 4_000_000;

const { worker, assets } = document.documentElement.dataset;
const client = new Client(
  new URL(worker ?? "", location.href).href,
  new URL(assets ?? "", location.href).href,
);

const profile = byId("profile", HTMLSelectElement);
const format = byId("format", HTMLSelectElement);
const example = byId("example", HTMLSelectElement);
const summary = byId("summary", HTMLParagraphElement);
const results = byId("results", HTMLDivElement);
/** Shows the text until the editor is loaded. */
const plainText = byId("plain-text", HTMLPreElement);
const queryPanel = byId("query-panel", HTMLDetailsElement);
const queryLanguage = byId("query-language", HTMLSelectElement);
const queryProblem = byId("query-problem", HTMLParagraphElement);
const announcement = byId("announcement", HTMLParagraphElement);

const first = EXAMPLES[FIRST_EXAMPLE] ?? { text: "", format: "" };
const linked = sharedOf(location.hash);
let editors: { readonly text: Editor; readonly query: Editor } | null = null;
/** The content of the editors, or their future content before they are loaded. */
let state: Shared = linked ?? { ...first, profile: "extended", query: null };

const select = (span: Span): void => editors?.text.select(span);
const announce = (message: string): void => {
  announcement.textContent = message;
};
const trees = new Trees(client, select);

let turn = 0;
/** Analyzes the text and shows the result, unless another analysis was started in the meantime. */
async function analyze(): Promise<void> {
  const asked = ++turn;
  const shared = state;
  const answer = await client.analyze(shared);
  if (asked !== turn) return;
  showQueryProblem(answer.kind === "query-error" ? answer.error : null);
  if (answer.kind === "failed") summary.textContent = `Not analyzed: ${answer.message}`;
  if (answer.kind === "query-error")
    summary.textContent = "Not analyzed: the query file has an error.";
  document.documentElement.dataset["state"] = answer.kind;
  if (answer.kind !== "analysis") return;
  summary.textContent = summaryOf(answer);
  showResults(results, answer, { text: shared.text, select, announce });
  trees.update(answer.regions);
  lastMarks = marksOf(answer);
  editors?.text.mark(lastMarks);
  performance.mark("curlew-result");
}

let lastMarks: ReturnType<typeof marksOf> = [];

/** Shows a mistake in the query file: the message beside the editor, and an underline in the editor. */
function showQueryProblem(problem: QueryProblem | null): void {
  queryProblem.textContent =
    problem === null ? "" : `Line ${problem.line}, column ${problem.column}: ${problem.message}`;
  if (editors === null) return;
  if (problem === null) return editors.query.mark([]);
  const lines = editors.query.text.split("\n");
  const start = lines.slice(0, problem.line - 1).reduce((sum, line) => sum + line.length + 1, 0);
  const at = start + problem.column - 1;
  const length = /^[\w.@#?!"-]+/.exec(editors.query.text.slice(at))?.[0].length ?? 1;
  const { message } = problem;
  editors.query.mark([{ span: [at, at + length], severity: "error", message, source: "query" }]);
}

let timer = 0;
function changed(): void {
  state = readState();
  clearTimeout(timer);
  timer = window.setTimeout(() => void analyze(), QUIET_MS);
}

function readState(): Shared {
  const query = editors?.query.text ?? state.query?.text ?? QUERY_EXAMPLE;
  return {
    text: editors?.text.text ?? state.text,
    profile: profile.value === "contract" ? "contract" : "extended",
    format: format.value,
    query:
      queryPanel.open && query.trim() !== ""
        ? { path: `${queryLanguage.value}/own.scm`, text: query }
        : null,
  };
}

/** Shows a state in all controls. */
function show(shared: Shared): Promise<void> {
  state = shared;
  profile.value = shared.profile;
  setFormat(shared.format);
  if (shared.query !== null) {
    queryPanel.open = true;
    queryLanguage.value = shared.query.path.split("/")[0] ?? "bash";
    editors?.query.replace(shared.query.text);
  }
  plainText.textContent = shared.text;
  editors?.text.replace(shared.text);
  return analyze();
}

/** Selects a language tag; adds the tag to the list if it is missing. */
function setFormat(tag: string): void {
  if (![...format.options].some(({ value }) => value === tag))
    format.append(element("option", { value: tag }, tag));
  format.value = tag;
}

async function openFile(file: File | undefined): Promise<void> {
  if (file === undefined) return;
  if (file.size > MAX_FILE_BYTES) return announce("The file is larger than 4 MB.");
  const answer = await client.formatOf(file.name);
  const tag = answer.kind === "format-of" ? answer.format : "";
  void show({ ...readState(), text: await file.text(), format: tag });
  announce(`${file.name} is open`);
}

async function share(): Promise<void> {
  const fragment = fragmentOf(readState());
  if (fragment.length > MAX_LINK_LENGTH)
    return announce("The text is too long for a link; send it as a file.");
  history.replaceState(null, "", `#${fragment}`);
  await navigator.clipboard.writeText(location.href).then(
    () => announce("The link is copied; it holds the text, and no server gets it."),
    () => announce("The address bar has the link."),
  );
}

let isKept = false;
/** Registers the service worker after the first result. It fetches all other files, so that later texts cause no requests. */
function keepForOffline(): void {
  if (isKept || !("serviceWorker" in navigator)) return;
  isKept = true;
  const offline = byId("offline", HTMLParagraphElement);
  navigator.serviceWorker
    .register("sw.js")
    .then(() => controlled())
    .then(() => {
      offline.textContent = "Works offline; everything is stored in the browser.";
      document.documentElement.dataset["offline"] = "ready";
    })
    .catch(() => (offline.textContent = "This browser does not store the page for offline use."));
}

/** Resolves when the service worker answers the requests of this page. */
async function controlled(): Promise<void> {
  const { serviceWorker } = navigator;
  if (serviceWorker.controller !== null) return;
  await new Promise((resolve) =>
    serviceWorker.addEventListener("controllerchange", resolve, { once: true }),
  );
}

function listen(): void {
  for (const select of [profile, format, queryLanguage]) select.addEventListener("change", changed);
  queryPanel.addEventListener("toggle", changed);
  example.append(...Object.keys(EXAMPLES).map((name) => element("option", { value: name }, name)));
  example.addEventListener("change", () => {
    const chosen = EXAMPLES[example.value];
    if (chosen !== undefined) void show({ ...readState(), ...chosen });
    example.value = "";
  });
  const file = byId("file", HTMLInputElement);
  file.addEventListener("change", () => void openFile(file.files?.[0]));
  byId("open", HTMLButtonElement).addEventListener("click", () => file.click());
  byId("share", HTMLButtonElement).addEventListener("click", () => void share());
  addEventListener("dragover", (event) => event.preventDefault());
  addEventListener("drop", (event) => {
    if ((event.dataTransfer?.files.length ?? 0) === 0) return;
    event.preventDefault();
    void openFile(event.dataTransfer?.files[0]);
  });
  addEventListener("hashchange", () => {
    const shared = sharedOf(location.hash);
    if (shared !== null) void show(shared);
  });
}

/** Replaces the plain text with editors. */
async function openEditors(): Promise<void> {
  const { createEditor } = await import("./editor.js");
  plainText.remove();
  editors = {
    text: createEditor(byId("text", HTMLDivElement), {
      label: "Text to analyze",
      text: state.text,
      onChange: changed,
    }),
    query: createEditor(byId("query", HTMLDivElement), {
      label: "Query file",
      text: state.query?.text ?? QUERY_EXAMPLE,
      onChange: changed,
    }),
  };
  editors.text.mark(lastMarks);
  document.documentElement.dataset["editor"] = "ready";
}

/** Resolves when the user starts to edit the text. */
function wantsEditor(): Promise<unknown> {
  const container = byId("text", HTMLDivElement);
  return Promise.race(
    ["pointerdown", "focusin", "keydown"].map(
      (name) => new Promise((resolve) => container.addEventListener(name, resolve, { once: true })),
    ),
  );
}

listen();
// The editors are loaded after the first result, because their code is larger than the rest of the page.
await Promise.race([show(state), wantsEditor()]);
await openEditors();
keepForOffline();
