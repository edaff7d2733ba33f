import { pathToFileURL } from "node:url";
import type { ClientCapabilities, TextEdit, WorkspaceEdit } from "vscode-languageserver/node";
import { TextDocument } from "vscode-languageserver-textdocument";
import type { Action } from "./analyst.js";

/** Whether an editor supports edits that create files. */
export function canCreateFiles({ workspace }: ClientCapabilities): boolean {
  const { documentChanges = false, resourceOperations = [] } = workspace?.workspaceEdit ?? {};
  return documentChanges && resourceOperations.includes("create");
}

/** Returns the edit of an action: of the document, or of the other file if the action has one. */
export function workspaceEditOf(document: TextDocument, { edits, file }: Action): WorkspaceEdit {
  const own = edits.map(
    ({ span: [start, end], text }): TextEdit => ({
      range: { start: document.positionAt(start), end: document.positionAt(end) },
      newText: text,
    }),
  );
  if (file === undefined) return { changes: { [document.uri]: own } };
  const uri = pathToFileURL(file.path).href;
  if (file.old === null)
    return {
      documentChanges: [
        { kind: "create", uri, options: { ignoreIfExists: true } },
        {
          textDocument: { uri, version: null },
          edits: [{ range: { start: START, end: START }, newText: file.text }],
        },
      ],
    };
  const old = TextDocument.create(uri, "json", 0, file.old);
  const whole = { start: START, end: old.positionAt(file.old.length) };
  return { changes: { [uri]: [{ range: whole, newText: file.text }] } };
}

const START = { line: 0, character: 0 };
