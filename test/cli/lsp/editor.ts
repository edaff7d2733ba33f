import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { pathToFileURL } from "node:url";
import {
  createMessageConnection,
  StreamMessageReader,
  StreamMessageWriter,
  type CancellationToken,
  type MessageConnection,
} from "vscode-jsonrpc/node";
import { command } from "../curlew-process.js";

export interface Position {
  readonly line: number;
  readonly character: number;
}
export interface Range {
  readonly start: Position;
  readonly end: Position;
}
export interface Diagnostic {
  readonly range: Range;
  readonly severity: number;
  readonly code?: string;
  readonly message: string;
}
export interface Action {
  readonly title: string;
  readonly isPreferred: boolean;
  readonly edit: {
    readonly changes?: Readonly<Record<string, readonly { range: Range; newText: string }[]>>;
    readonly documentChanges?: readonly object[];
  };
}

/** An editor that has started the language server. */
export class Editor {
  readonly messages: string[] = [];
  private readonly published = new Map<string, { version?: number; diagnostics: Diagnostic[] }[]>();
  private arrived: () => void = () => undefined;

  private constructor(
    readonly child: ChildProcess,
    private readonly connection: MessageConnection,
  ) {
    connection.onNotification(
      "textDocument/publishDiagnostics",
      ({
        uri,
        version,
        diagnostics,
      }: {
        uri: string;
        version?: number;
        diagnostics: Diagnostic[];
      }) => {
        this.published.set(uri, [
          ...(this.published.get(uri) ?? []),
          { ...(version === undefined ? {} : { version }), diagnostics },
        ]);
        this.arrived();
      },
    );
    connection.onNotification("window/showMessage", ({ message }: { message: string }) => {
      this.messages.push(message);
      this.arrived();
    });
    connection.listen();
  }

  static async start(
    folder: string,
    {
      args = [],
      env = {},
      capabilities = {},
    }: { args?: readonly string[]; env?: Record<string, string>; capabilities?: object } = {},
  ): Promise<Editor> {
    const [program = "", ...rest] = command;
    const child = spawn(program, [...rest, "lsp", "--stdio", ...args], {
      cwd: "/",
      env: { PATH: process.env["PATH"], XDG_CONFIG_HOME: "/nonexistent", ...env },
      stdio: ["pipe", "pipe", "inherit"],
    });
    const editor = new Editor(
      child,
      createMessageConnection(
        new StreamMessageReader(child.stdout),
        new StreamMessageWriter(child.stdin),
      ),
    );
    const workspaceFolders = [{ uri: pathToFileURL(folder).href, name: "folder" }];
    editor.capabilities = (
      await editor.ask<{ capabilities: unknown }>("initialize", {
        processId: process.pid,
        rootUri: null,
        workspaceFolders,
        capabilities,
      })
    ).capabilities;
    await editor.notify("initialized", {});
    return editor;
  }

  capabilities: unknown;

  notify(method: string, parameters: object): Promise<void> {
    return this.connection.sendNotification(method, parameters);
  }

  ask<T>(method: string, parameters: object, token?: CancellationToken): Promise<T> {
    return token === undefined
      ? this.connection.sendRequest(method, parameters)
      : this.connection.sendRequest(method, parameters, token);
  }

  async open(uri: string, text: string, languageId = "plaintext"): Promise<Diagnostic[]> {
    this.published.delete(uri);
    await this.notify("textDocument/didOpen", {
      textDocument: { uri, languageId, version: 1, text },
    });
    return this.diagnostics(uri, 1);
  }

  /** Waits until the server has sent diagnostics for a version of a document, and returns those that it sent last. */
  async diagnostics(uri: string, version: number): Promise<Diagnostic[]> {
    for (;;) {
      const found = this.published.get(uri)?.findLast((each) => each.version === version);
      if (found !== undefined) return found.diagnostics;
      await this.next();
    }
  }

  /** Returns how often the server has sent diagnostics for a document since it was opened. */
  notificationsOf(uri: string): number {
    return this.published.get(uri)?.length ?? 0;
  }

  /** Waits until the server sends diagnostics or a message. */
  next(): Promise<void> {
    return new Promise((resolve) => (this.arrived = resolve));
  }

  /** Ends the server as an editor does; returns its exit status. */
  async stop(): Promise<number | null> {
    const closed = once(this.child, "close");
    await this.ask("shutdown", {});
    await this.notify("exit", {});
    const [status] = await closed;
    return status as number | null;
  }
}

/** Returns a text with the edits of an action applied. */
export function changed(text: string, { edit }: Action, uri: string): string {
  const starts = [
    0,
    ...Array.from(text.matchAll(/\r\n?|\n/g), (match) => match.index + match[0].length),
  ];
  const offset = ({ line, character }: Position): number =>
    (starts[line] ?? text.length) + character;
  return (edit.changes?.[uri] ?? []).reduceRight(
    (whole, { range, newText }) =>
      whole.slice(0, offset(range.start)) + newText + whole.slice(offset(range.end)),
    text,
  );
}
