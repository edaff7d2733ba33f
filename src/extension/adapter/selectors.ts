/** Selectors and class names for the markup inside answers, for all sites. The selectors that identify an answer are in `sites.ts`. */
export const SELECTORS = {
  /** A code block, including its header. */
  codeBlock: "pre",
  /** Inside a code block: the part that contains the code itself. */
  codeText: "code, .cm-content",
  /** Class of the text in an editor-like view, inside or outside a code block. */
  editorTextClass: "cm-content",
  /** Inside a code block: syntax-highlighted words and the elements that group them. */
  codeWord: 'span[class^="hljs-"], span:not([class])',
  /** Inside a code block: class of a line of an editor-like view. */
  codeLineClass: "cm-line",
  /** Citation pills, footnote numbers and their back links, and headers of code blocks: controls, whatever their elements. */
  reference:
    '[data-testid="webpage-citation-pill"], [data-footnote-ref], [data-footnote-backref], .code-block-decoration',
  /** A read-only text box. */
  readOnly: '[contenteditable="false"], [aria-readonly="true"]',
  /** A formula: its visible text is split into parts whose order cannot be reconstructed. */
  formula: ".katex, mjx-container, math",
  /** A placeholder for lines of code that are not on the page yet. */
  gap: ".cm-gap",
  /** Buttons, fields and links. */
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

/** Elements that are outside the evaluated text, whatever they contain. */
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

/** Class names that hide an element visually but keep it for screen readers. */
export const VISUALLY_HIDDEN_CLASS =
  /(?:^|\s)(?:sr-only|visually-hidden|screen-reader-text|katex-mathml)(?:\s|$)/;

/** Editable elements and placeholders for lines that are not on the page yet. They are not read, but reported as unread. */
export const UNREAD_SELECTOR = `[contenteditable]:not([contenteditable="false"]), ${SELECTORS.gap}`;

/** Matches text that may be meaningful: a word followed by more text or by `(`. Line numbers, icons and single letters do not match. */
export const LABEL_TEXT = /\p{L}{2,}\s+\S|\p{L}{2,}\s*\(/u;

/** Elements that show code inside a control, such as a button that copies its own text. */
export const CODE_SELECTOR = "code, pre, kbd, samp, tt";
/** Matches characters of commands that labels of controls do not contain. */
export const COMMAND_TEXT = /[|`]|[$<]\(/;
/** The elements inside a drawing that show text. */
export const DRAWN_TEXT_SELECTOR = "text, foreignObject";
