import type { Readable, Writable } from "node:stream";
import {
  createConnection,
  CodeActionKind,
  DidChangeWatchedFilesNotification,
  DiagnosticSeverity,
  LSPErrorCodes,
  MarkupKind,
  MessageType,
  ProposedFeatures,
  ResponseError,
  ShowMessageNotification,
  TextDocuments,
  TextDocumentSyncKind,
  type CancellationToken,
  type ClientCapabilities,
  type CodeAction,
  type Connection,
  type Diagnostic,
  type InitializeResult,
  type Range,
  type WorkspaceEdit,
} from "vscode-languageserver/node";
import { TextDocument } from "vscode-languageserver-textdocument";
import type { Action, Analyst, File, Problem } from "./analyst.js";
import { Debounced } from "./debounced.js";
import { pathOf, Workspace } from "./workspace.js";
import { canCreateFiles, workspaceEditOf } from "./workspace-edit.js";

export type { Action, Analyst, Edit, File, NewText, Problem } from "./analyst.js";

/** What the server needs from its caller; this package does not contain the detector. */
export interface LspOptions {
  readonly version: string;
  readonly analyst: Analyst;
  readonly stdin: Readable;
  readonly stdout: Writable;
}

/** Minimum delay between the last keystroke and the analysis, in milliseconds. */
const MIN_DELAY_MS = 200;

/** Additional delay per UTF-16 code unit in milliseconds, because longer texts take longer to analyze. */
const DELAY_MS_PER_UNIT = 1 / 1000;

/** The minimum ratio of the delay to the duration of the document's last analysis. */
const DELAY_RATIO = 1.5;

const MAX_DELAY_MS = 3000;

const SEVERITIES = {
  error: DiagnosticSeverity.Error,
  warning: DiagnosticSeverity.Warning,
  note: DiagnosticSeverity.Information,
} as const;

/** Serves the Language Server Protocol over two streams. The process ends when the client requests it, or disconnects. */
export function serveLsp({ version, analyst, stdin, stdout }: LspOptions): void {
  const connection = createConnection(
    ProposedFeatures.all,
    stdin as NodeJS.ReadableStream,
    stdout as NodeJS.WritableStream,
  );
  const documents = new TextDocuments(TextDocument);
  const workspace = new Workspace();
  const server = new Server(connection, documents, workspace, analyst);
  connection.onInitialize(({ rootUri, workspaceFolders, capabilities }): InitializeResult => {
    server.capabilities = capabilities;
    workspace.setFolders(
      workspaceFolders?.map(({ uri }) => uri) ?? (rootUri === null ? [] : [rootUri]),
    );
    return {
      serverInfo: { name: "curlew", version },
      capabilities: {
        positionEncoding: "utf-16",
        textDocumentSync: { openClose: true, change: TextDocumentSyncKind.Incremental },
        hoverProvider: true,
        codeActionProvider: { codeActionKinds: [CodeActionKind.QuickFix] },
        workspace: { workspaceFolders: { supported: true } },
      },
    };
  });
  server.listen();
  documents.listen(connection);
  connection.listen();
}

/** The result of the last analysis of a document. */
interface Known {
  readonly version: number;
  readonly problems: readonly Problem[];
  /** The duration of the analysis, in milliseconds. */
  readonly cost: number;
}

class Server {
  private readonly known = new Map<string, Known>();
  private readonly opened = new Set<string>();
  private readonly reading = new Debounced((uri, signal) => this.read(uri, signal));
  private readonly reported = new Set<string>();
  capabilities: ClientCapabilities = {};

  constructor(
    private readonly connection: Connection,
    private readonly documents: TextDocuments<TextDocument>,
    private readonly workspace: Workspace,
    private readonly analyst: Analyst,
  ) {}

  listen(): void {
    const { connection, documents, workspace } = this;
    documents.onDidChangeContent(({ document }) => {
      const { uri } = document;
      // A document that was just opened is analyzed at once.
      this.reading.after(uri, this.opened.has(uri) ? this.delayFor(document) : 0);
      this.opened.add(uri);
    });
    connection.onInitialized(() => this.watch());
    documents.onDidClose(({ document }) => {
      this.reading.drop(document.uri);
      this.opened.delete(document.uri);
      this.known.delete(document.uri);
      void connection.sendDiagnostics({ uri: document.uri, diagnostics: [] });
    });
    // A saved curlew.json may change the findings of every document.
    documents.onDidSave(() => this.readAll());
    connection.onDidChangeWatchedFiles(() => this.readAll());
    connection.onNotification(
      "workspace/didChangeWorkspaceFolders",
      ({ event }: { event: { added: { uri: string }[]; removed: { uri: string }[] } }) => {
        workspace.changeFolders(
          event.added.map(({ uri }) => uri),
          event.removed.map(({ uri }) => uri),
        );
        this.readAll();
      },
    );
    connection.onHover(({ textDocument, position }, token) =>
      cancellable(token, (signal) => this.hover(textDocument.uri, position, signal)),
    );
    connection.onCodeAction(({ textDocument, range, context: { only } }, token) =>
      // A request for other kinds, such as source.organizeImports at each save, is answered at once.
      only === undefined || only.some(includesQuickFixes)
        ? cancellable(token, (signal) => this.actions(textDocument.uri, range, signal))
        : [],
    );
  }

  /** Asks the editor to report changes of configurations and baselines. */
  private watch(): void {
    if (this.capabilities.workspace?.didChangeWatchedFiles?.dynamicRegistration !== true) return;
    void this.connection.client.register(DidChangeWatchedFilesNotification.type, {
      watchers: [{ globPattern: "**/curlew.json" }, { globPattern: "**/curlew-baseline.json" }],
    });
  }

  /** Returns the milliseconds between the last keystroke and the analysis of a document. */
  private delayFor(document: TextDocument): number {
    const byLength = MIN_DELAY_MS + document.getText().length * DELAY_MS_PER_UNIT;
    const byCost = (this.known.get(document.uri)?.cost ?? 0) * DELAY_RATIO;
    return Math.min(MAX_DELAY_MS, Math.max(byLength, byCost));
  }

  private readAll(): void {
    for (const uri of this.documents.keys()) this.reading.after(uri, MIN_DELAY_MS);
  }

  /** Analyzes the current text of a document, and sends its findings unless the text has changed since then. */
  private async read(uri: string, signal: AbortSignal): Promise<void> {
    const document = this.documents.get(uri);
    if (document === undefined) return;
    const { version } = document;
    const started = Date.now();
    const problems = await this.problemsOf(document, signal);
    if (signal.aborted || this.documents.get(uri)?.version !== version) return;
    this.known.set(uri, { version, problems, cost: Date.now() - started });
    await this.connection.sendDiagnostics({
      uri,
      version,
      diagnostics: problems.map((problem) => diagnosticOf(document, problem)),
    });
  }

  private async problemsOf(
    document: TextDocument,
    signal: AbortSignal,
  ): Promise<readonly Problem[]> {
    try {
      const { problems, remarks } = await this.analyst.problems(this.fileOf(document), signal);
      for (const warning of remarks) this.warn(warning);
      return problems;
    } catch (error) {
      if (!signal.aborted) this.warn(error instanceof Error ? error.message : String(error));
      return [];
    }
  }

  /** Shows a warning once, and not after every keystroke. */
  private warn(warning: string): void {
    if (this.reported.has(warning)) return;
    this.reported.add(warning);
    void this.connection.sendNotification(ShowMessageNotification.type, {
      type: MessageType.Warning,
      message: `curlew: ${warning}`,
    });
  }

  /** Waits until the current text of a document is analyzed, and returns the findings; null if it is closed or the signal is aborted. */
  private async current(
    uri: string,
    signal: AbortSignal,
  ): Promise<{ document: TextDocument; problems: readonly Problem[] } | null> {
    for (;;) {
      const document = this.documents.get(uri);
      if (document === undefined || signal.aborted) return null;
      const known = this.known.get(uri);
      if (known?.version === document.version) return { document, problems: known.problems };
      if (!this.reading.isUnderWay(uri)) this.reading.after(uri, 0);
      await this.reading.done(uri, signal);
    }
  }

  private async hover(
    uri: string,
    position: Range["start"],
    signal: AbortSignal,
  ): Promise<{ contents: { kind: MarkupKind; value: string }; range: Range } | null> {
    const now = await this.current(uri, signal);
    if (now === null) return null;
    const offset = now.document.offsetAt(position);
    const problem = now.problems.find(
      ({ span, hover }) => hover !== undefined && offset >= span[0] && offset <= span[1],
    );
    if (problem?.hover === undefined) return null;
    return {
      contents: { kind: MarkupKind.Markdown, value: problem.hover },
      range: rangeOf(now.document, problem.span),
    };
  }

  private async actions(uri: string, range: Range, signal: AbortSignal): Promise<CodeAction[]> {
    const now = await this.current(uri, signal);
    if (now === null) return [];
    const { document } = now;
    const [from, to] = [document.offsetAt(range.start), document.offsetAt(range.end)];
    const inRange = now.problems.filter(({ span }) => from <= span[1] && to >= span[0]);
    const offered: CodeAction[] = [];
    // The problems are processed one after the other, so that little work is wasted if the editor cancels the request.
    for (const problem of inRange) {
      const actions = await this.analyst.actions(this.fileOf(document), problem, signal);
      for (const action of actions) {
        const edit = this.editOf(document, action);
        if (edit === null) continue;
        offered.push({
          title: action.title,
          kind: CodeActionKind.QuickFix,
          isPreferred: action.preferred,
          diagnostics: [diagnosticOf(document, problem)],
          edit,
        });
      }
    }
    return offered;
  }

  /** Returns the edit of an action; null if it creates a file and the editor cannot do this. */
  private editOf(document: TextDocument, action: Action): WorkspaceEdit | null {
    if (action.file?.old === null && !canCreateFiles(this.capabilities)) return null;
    return workspaceEditOf(document, action);
  }

  private fileOf(document: TextDocument): File {
    const path = pathOf(document.uri);
    return {
      path,
      folder: path === null ? null : this.workspace.folderOf(path),
      language: document.languageId,
      text: document.getText(),
    };
  }
}

/** Returns the response to a request, or an error if the editor cancels it, which aborts the signal. */
async function cancellable<T>(
  token: CancellationToken,
  answer: (signal: AbortSignal) => Promise<T>,
): Promise<T | ResponseError> {
  const controller = new AbortController();
  const listening = token.onCancellationRequested(() => controller.abort());
  const cancelled = (): ResponseError =>
    new ResponseError(LSPErrorCodes.RequestCancelled, "the request was cancelled");
  try {
    const answered = await answer(controller.signal);
    return controller.signal.aborted ? cancelled() : answered;
  } catch (error) {
    if (controller.signal.aborted) return cancelled();
    throw error;
  } finally {
    listening.dispose();
  }
}

/** Whether a kind of code actions includes quick fixes; the empty kind includes all. */
function includesQuickFixes(kind: string): boolean {
  return kind === "" || kind === CodeActionKind.QuickFix;
}

function diagnosticOf(
  document: TextDocument,
  { span, severity, code, page, message }: Problem,
): Diagnostic {
  return {
    range: rangeOf(document, span),
    severity: SEVERITIES[severity],
    source: "curlew",
    message,
    ...(code === undefined ? {} : { code }),
    ...(page === undefined ? {} : { codeDescription: { href: page } }),
  };
}

function rangeOf(document: TextDocument, [start, end]: readonly [number, number]): Range {
  return { start: document.positionAt(start), end: document.positionAt(end) };
}
