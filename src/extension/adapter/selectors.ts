/** What is known of the markup inside answers, on every site. What tells an answer is in `sites.ts`. */
export const SELECTORS = {
  /** A block of code, its header included. */
  codeBlock: "pre",
  /** Inside a code block: the part that holds the code itself. */
  codeText: "code, .cm-content",
  /** Class of the text of an editor-like view, which may stand outside of a block of code. */
  editorTextClass: "cm-content",
  /** Inside a code block: coloured words, and what holds them together. */
  codeWord: 'span[class^="hljs-"], span:not([class])',
  /** Inside a code block: class of a line of an editor-like view. */
  codeLineClass: "cm-line",
  /** Pills and numbers that lead to a source, and back from it, and headers beside a block of code: controls, whatever they are made of. */
  reference:
    '[data-testid="webpage-citation-pill"], [data-footnote-ref], [data-footnote-backref], .code-block-decoration',
  /** A text box in which nobody can write. */
  readOnly: '[contenteditable="false"], [aria-readonly="true"]',
  /** A formula: what is seen of it is made of parts that no reader could put together. */
  formula: ".katex, mjx-container, math",
  /** Stands for lines of code that are not on the page yet. */
  gap: ".cm-gap",
  /** What a person can press, fill in or follow. */
  control:
    'a[href], button, input, select, textarea, summary, [role="button"], [role="link"], [role="menuitem"], [contenteditable="true"]',
} as const;

/** Attributes whose change may show or hide a part of an answer, or end its streaming. */
export const WATCHED_ATTRIBUTES = [
  "class",
  "style",
  "hidden",
  "aria-hidden",
  "open",
  "role",
  "data-state",
  "contenteditable",
  "data-is-streaming",
];

/** Elements that are outside the evaluated text whatever they hold (card rule 21). */
export const CONTROL_TAGS: ReadonlySet<string> = new Set(
  (
    "AUDIO BUTTON CANVAS DATALIST DIALOG EMBED FIELDSET FORM HEAD IFRAME INPUT METER MENU NAV NOSCRIPT OBJECT " +
    "OPTION PROGRESS SCRIPT SELECT STYLE SVG svg TEMPLATE TEXTAREA VIDEO"
  ).split(" "),
);

/** Roles of controls and toolbars. */
export const CONTROL_ROLES: ReadonlySet<string> = new Set(
  (
    "button checkbox combobox dialog listbox menu menubar menuitem navigation option radio searchbox slider " +
    "spinbutton status switch tab tablist textbox toolbar tooltip"
  ).split(" "),
);

/** Class names that hide an element from sight and leave it to screen readers. */
export const VISUALLY_HIDDEN_CLASS =
  /(?:^|\s)(?:sr-only|visually-hidden|screen-reader-text|katex-mathml)(?:\s|$)/;

/** Editable parts, and gaps that stand for lines which are not on the page yet: they are counted and named, not read. */
export const UNREAD_SELECTOR = `[contenteditable]:not([contenteditable="false"]), ${SELECTORS.gap}`;

/** Text that could say something: a word followed by more, or a call. Line numbers, icons and single letters are not. */
export const TELLING_TEXT = /\p{L}{2,}\s+\S|\p{L}{2,}\s*\(/u;

/** Inside a control: it shows code, as one does that copies what it shows. */
export const CODE_SELECTOR = "code, pre, kbd, samp, tt";
/** What no label of a control holds, and a command does. */
export const COMMAND_TEXT = /[|`]|[$<]\(/;
/** Inside a drawing: what shows text. */
export const DRAWN_TEXT_SELECTOR = "text, foreignObject";
