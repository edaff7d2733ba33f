import type { Readable, Writable } from "node:stream";
import {
  createConnection,
  CodeActionKind,
  DiagnosticSeverity,
  MarkupKind,
  MessageType,
  ProposedFeatures,
  ShowMessageNotification,
  TextDocuments,
  TextDocumentSyncKind,
  type CodeAction,
  type Connection,
  type Diagnostic,
  type InitializeResult,
  type Range,
} from "vscode-languageserver/node";
import { TextDocument } from "vscode-languageserver-textdocument";
import type { Analyst, File, Problem } from "./analyst.js";
import { Debounced } from "./debounced.js";
import { pathOf, Workspace } from "./workspace.js";

export type { Action, Analyst, Edit, File, Problem } from "./analyst.js";

/** What the server needs from around it; this package knows nothing of detection. */
export interface LspOptions {
  readonly version: string;
  readonly analyst: Analyst;
  readonly stdin: Readable;
  readonly stdout: Writable;
}

/** How long nobody has typed before a text is read. */
const QUIET_MS = 200;

const SEVERITIES = {
  error: DiagnosticSeverity.Error,
  warning: DiagnosticSeverity.Warning,
  note: DiagnosticSeverity.Information,
} as const;

/** Serves the Language Server Protocol over two streams. The process ends when the client says so, or leaves. */
export function serveLsp({ version, analyst, stdin, stdout }: LspOptions): void {
  const connection = createConnection(
    ProposedFeatures.all,
    stdin as NodeJS.ReadableStream,
    stdout as NodeJS.WritableStream,
  );
  const documents = new TextDocuments(TextDocument);
  const workspace = new Workspace();
  const server = new Server(connection, documents, workspace, analyst);
  connection.onInitialize(({ rootUri, workspaceFolders }): InitializeResult => {
    workspace.open(workspaceFolders?.map(({ uri }) => uri) ?? (rootUri === null ? [] : [rootUri]));
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

/** What the server knows of a document: the version that was read, and what was found in it. */
interface Known {
  readonly version: number;
  readonly problems: readonly Problem[];
}

class Server {
  private readonly known = new Map<string, Known>();
  private readonly opened = new Set<string>();
  private readonly reading = new Debounced((uri) => this.read(uri));
  private readonly told = new Set<string>();

  constructor(
    private readonly connection: Connection,
    private readonly documents: TextDocuments<TextDocument>,
    private readonly workspace: Workspace,
    private readonly analyst: Analyst,
  ) {}

  listen(): void {
    const { connection, documents, workspace } = this;
    documents.onDidChangeContent(({ document: { uri } }) => {
      // what was just opened is read at once
      this.reading.after(uri, this.opened.has(uri) ? QUIET_MS : 0);
      this.opened.add(uri);
    });
    documents.onDidClose(({ document }) => {
      this.reading.drop(document.uri);
      this.opened.delete(document.uri);
      this.known.delete(document.uri);
      void connection.sendDiagnostics({ uri: document.uri, diagnostics: [] });
    });
    // a saved curlew.json may change what is found anywhere
    documents.onDidSave(() => this.readAll());
    connection.onDidChangeWatchedFiles(() => this.readAll());
    connection.onNotification(
      "workspace/didChangeWorkspaceFolders",
      ({ event }: { event: { added: { uri: string }[]; removed: { uri: string }[] } }) => {
        workspace.change(
          event.added.map(({ uri }) => uri),
          event.removed.map(({ uri }) => uri),
        );
        this.readAll();
      },
    );
    connection.onHover(({ textDocument, position }) => this.hover(textDocument.uri, position));
    connection.onCodeAction(({ textDocument, range, context: { only } }) =>
      // a request for other kinds, such as source.organizeImports at each saving, waits for nothing
      only === undefined || only.some(includesQuickFixes)
        ? this.actions(textDocument.uri, range)
        : [],
    );
  }

  private readAll(): void {
    for (const uri of this.documents.keys()) this.reading.after(uri, QUIET_MS);
  }

  /** Reads a document as it stands and tells what is found. What was typed meanwhile is read when its turn comes. */
  private async read(uri: string): Promise<void> {
    const document = this.documents.get(uri);
    if (document === undefined) return;
    const { version } = document;
    const problems = await this.problemsOf(document);
    if (this.documents.get(uri)?.version !== version) return;
    this.known.set(uri, { version, problems });
    await this.connection.sendDiagnostics({
      uri,
      version,
      diagnostics: problems.map((problem) => diagnosticOf(document, problem)),
    });
  }

  private async problemsOf(document: TextDocument): Promise<readonly Problem[]> {
    try {
      const { problems, remarks } = await this.analyst.problems(this.fileOf(document));
      for (const remark of remarks) this.tell(remark);
      return problems;
    } catch (error) {
      this.tell(error instanceof Error ? error.message : String(error));
      return [];
    }
  }

  /** A mistake in a configuration is told once, not at each key that is pressed. */
  private tell(remark: string): void {
    if (this.told.has(remark)) return;
    this.told.add(remark);
    void this.connection.sendNotification(ShowMessageNotification.type, {
      type: MessageType.Warning,
      message: `curlew: ${remark}`,
    });
  }

  /** What is found in a document as it stands now. */
  private async current(
    uri: string,
  ): Promise<{ document: TextDocument; problems: readonly Problem[] } | null> {
    const document = this.documents.get(uri);
    if (document === undefined) return null;
    const known = this.known.get(uri);
    if (known?.version === document.version) return { document, problems: known.problems };
    return { document, problems: await this.problemsOf(document) };
  }

  private async hover(
    uri: string,
    position: Range["start"],
  ): Promise<{ contents: { kind: MarkupKind; value: string }; range: Range } | null> {
    const now = await this.current(uri);
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

  private async actions(uri: string, range: Range): Promise<CodeAction[]> {
    const now = await this.current(uri);
    if (now === null) return [];
    const { document } = now;
    const [from, to] = [document.offsetAt(range.start), document.offsetAt(range.end)];
    const here = now.problems.filter(({ span }) => from <= span[1] && to >= span[0]);
    const offered = here.map(async (problem) => {
      const actions = await this.analyst.actions(this.fileOf(document), problem);
      return actions.map(
        ({ title, preferred, edits }): CodeAction => ({
          title,
          kind: CodeActionKind.QuickFix,
          isPreferred: preferred,
          diagnostics: [diagnosticOf(document, problem)],
          edit: {
            changes: {
              [uri]: edits.map(({ span, text }) => ({
                range: rangeOf(document, span),
                newText: text,
              })),
            },
          },
        }),
      );
    });
    return (await Promise.all(offered)).flat();
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

/** Whether a kind of actions includes quick fixes; the empty kind is all. */
function includesQuickFixes(kind: string): boolean {
  return kind === "" || kind === CodeActionKind.QuickFix;
}

function diagnosticOf(
  document: TextDocument,
  { span, severity, code, message }: Problem,
): Diagnostic {
  return {
    range: rangeOf(document, span),
    severity: SEVERITIES[severity],
    source: "curlew",
    message,
    ...(code === undefined ? {} : { code }),
  };
}

function rangeOf(document: TextDocument, [start, end]: readonly [number, number]): Range {
  return { start: document.positionAt(start), end: document.positionAt(end) };
}
