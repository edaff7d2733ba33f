import { defaultKeymap, history, historyKeymap } from "@codemirror/commands";
import { lintGutter, lintKeymap, setDiagnostics, type Diagnostic } from "@codemirror/lint";
import { EditorState } from "@codemirror/state";
import {
  drawSelection,
  EditorView,
  highlightSpecialChars,
  keymap,
  lineNumbers,
} from "@codemirror/view";
import type { Span } from "../../src/core/index.js";

/** An underlined range in an editor. */
export interface Mark {
  readonly span: Span;
  readonly severity: Diagnostic["severity"];
  readonly message: string;
  readonly source: string;
}

export interface Editor {
  readonly text: string;
  replace(text: string): void;
  mark(marks: readonly Mark[]): void;
  /** Selects a range and scrolls it into view. */
  select(span: Span): void;
  focus(): void;
}

const theme = EditorView.theme({
  "&": {
    height: "100%",
    fontSize: "14px",
    backgroundColor: "var(--surface)",
    color: "var(--text)",
  },
  ".cm-scroller": { fontFamily: "var(--mono)", lineHeight: "1.6" },
  ".cm-content": { caretColor: "var(--text)" },
  ".cm-gutters": {
    backgroundColor: "var(--surface)",
    color: "var(--muted)",
    borderRight: "1px solid var(--line)",
  },
  "&.cm-focused": { outline: "2px solid var(--accent)", outlineOffset: "-2px" },
  ".cm-cursor": { borderLeftColor: "var(--text)" },
  "&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground":
    { background: "var(--selection)" },
  ".cm-lintRange": { backgroundImage: "none !important", paddingBottom: "1px" },
  ".cm-lintRange-error": { background: "var(--error-bg)", borderBottom: "2px solid var(--error)" },
  ".cm-lintRange-warning": {
    background: "var(--warning-bg)",
    borderBottom: "2px solid var(--warning)",
  },
  ".cm-lintRange-hint, .cm-lintRange-info": { borderBottom: "2px dotted var(--muted)" },
  ".cm-tooltip": {
    backgroundColor: "var(--surface)",
    color: "var(--text)",
    border: "1px solid var(--line)",
  },
  ".cm-panels": { backgroundColor: "var(--page)", color: "var(--text)" },
});

/** Creates an editor in an element. In the editor, Tab moves the focus to the next control, and F8 selects the next mark. */
export function createEditor(
  parent: HTMLElement,
  { label, text, onChange }: { label: string; text: string; onChange: () => void },
): Editor {
  let isReplacing = false;
  const view = new EditorView({
    parent,
    state: EditorState.create({
      doc: text,
      extensions: [
        lineNumbers(),
        highlightSpecialChars(),
        history(),
        drawSelection(),
        EditorView.lineWrapping,
        lintGutter(),
        keymap.of([...defaultKeymap, ...historyKeymap, ...lintKeymap]),
        EditorView.contentAttributes.of({
          "aria-label": label,
          spellcheck: "false",
          tabindex: "0",
        }),
        EditorView.updateListener.of(({ docChanged }) => {
          if (docChanged && !isReplacing) onChange();
        }),
        // The page handles dropped files.
        EditorView.domEventHandlers({
          drop: (event) => (event.dataTransfer?.files.length ?? 0) > 0,
        }),
        theme,
      ],
    }),
  });
  const within = ([start, end]: Span): { from: number; to: number } => {
    const { length } = view.state.doc;
    return { from: Math.min(start, length), to: Math.min(end, length) };
  };
  return {
    get text() {
      return view.state.sliceDoc();
    },
    replace(doc) {
      isReplacing = true;
      view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert: doc } });
      isReplacing = false;
    },
    mark(marks) {
      const diagnostics = marks.map(({ span, severity, message, source }) => ({
        ...within(span),
        severity,
        message,
        source,
      }));
      view.dispatch(setDiagnostics(view.state, diagnostics));
    },
    select(span) {
      const { from, to } = within(span);
      view.dispatch({
        selection: { anchor: from, head: to },
        effects: EditorView.scrollIntoView(from, { y: "center" }),
      });
      view.focus();
    },
    focus: () => view.focus(),
  };
}
