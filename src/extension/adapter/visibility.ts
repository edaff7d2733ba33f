import { generatedBy } from "./generated-text.js";
import {
  CODE_SELECTOR,
  COMMAND_TEXT,
  CONTROL_ROLES,
  CONTROL_TAGS,
  DRAWN_TEXT_SELECTOR,
  SELECTORS,
  LABEL_TEXT,
  UNREAD_SELECTOR,
  VISUALLY_HIDDEN_CLASS,
} from "./selectors.js";

/** The reason why a part that is visible, or becomes visible after one click, was not read. */
export type UnreadKind =
  | "editable"
  | "embedded"
  | "folded"
  | "formula"
  | "aside"
  | "lines"
  | "control"
  | "drawing"
  | "generated"
  | "deep";

const FIELD = "textarea, input:is(:not([type]), [type=text], [type=url], [type=search])";

/** Matches elements whose attributes may make them look different from other elements with the same key. */
const RELEVANT_SELECTOR = `[hidden], [aria-hidden], [role], [style], [id], [data-state], ${SELECTORS.reference}, ${UNREAD_SELECTOR}`;

/** Matches elements in a code block that are never syntax-highlighted words, whatever their class. */
const NOT_WORDS_SELECTOR = "[hidden], [aria-hidden], [style]";

/**
 * Decides which parts of one answer are visible at one moment. Because every element of a long conversation is checked, computed
 * styles are read as rarely as possible. The key of an element consists of its classes (or its tag, if it has none) and the names of
 * its attributes. Elements with the same key, in parents with the same classes, share the result "visible" unless they match
 * `RELEVANT_SELECTOR`. An element that seems hidden is always checked itself.
 */
export class Visibility {
  /** The keys of elements that are known to be visible, by the classes of their parent. */
  private readonly visibleByParent = new Map<string, Set<string>>();
  private parent: Element | null = null;
  private parentClasses = "";
  private visibleInParent = new Set<string>();
  /** The keys of elements without classes whose generated text was already checked. */
  private readonly plain = new Set<string>();
  /** Matches elements of a code block that are not known to be syntax-highlighted words. */
  private unknownWord = `:not(${SELECTORS.codeWord}), ${NOT_WORDS_SELECTOR}`;
  private readonly words: string[] = [];
  /** The parts that were not read, with the reasons. */
  readonly unread = new Map<Element, UnreadKind>();

  /** Whether an element is outside the evaluated text: hidden, a control or toolbar, or a part that cannot be read. */
  excludes(element: Element, tag = element.tagName): boolean {
    if (CONTROL_TAGS.has(tag)) return this.excludeControl(element, tag);
    const isBare = !element.hasAttributes();
    if (!isBare && element.matches(RELEVANT_SELECTOR)) return this.isExcludedByAttributes(element);
    this.enter(element.parentElement);
    const classes = isBare ? "" : element.className;
    // If neither the element nor its parent has a class, nothing indicates that the element is hidden.
    if (classes === "" && this.parentClasses === "") {
      const key = isBare ? tag : `${tag} ${attributesOf(element)}`;
      if (!this.plain.has(key) && this.noteGenerated(element)) this.plain.add(key);
      return false;
    }
    const key = isBare ? tag : `${classes || tag} ${attributesOf(element)}`;
    if (this.visibleInParent.has(key)) return false;
    if (isHidden(element)) return true;
    if (this.noteGenerated(element)) this.visibleInParent.add(key);
    return false;
  }

  /** Whether an element below `root` and all elements between the two are visible. */
  shows(element: Element, root: Element): boolean {
    for (let at: Element | null = element; at !== null && at !== root; at = at.parentElement)
      if (this.excludes(at)) return false;
    return true;
  }

  /** Whether a code block contains only text and syntax-highlighted words, so that all its text is visible. */
  showsWordsOnly(code: Element): boolean {
    if (code.firstElementChild === null) return true;
    for (
      let word = code.querySelector(this.unknownWord);
      word !== null;
      word = code.querySelector(this.unknownWord)
    ) {
      if (!isWord(word)) return false;
      if (!this.noteGenerated(word)) return false;
      this.words.push(`[class="${word.className}"]`);
      this.unknownWord = `:not(${this.words.join(", ")}, ${SELECTORS.codeWord}), ${NOT_WORDS_SELECTOR}`;
    }
    return true;
  }

  /** Records an element with a meaningful generated text; returns whether elements with the same key have the same generated text. */
  private noteGenerated(element: Element): boolean {
    const { isMeaningful, dependsOnAttributes } = generatedBy(element);
    if (isMeaningful) this.unread.set(element, "generated");
    return !dependsOnAttributes;
  }

  /** Records content of a control that users may see or copy although it is not read. Returns true, because every control is excluded. */
  private excludeControl(element: Element, tag: string): true {
    if (tag === "BUTTON") this.noteCode(element);
    if (tag === "svg" && hasDrawnText(element) && !isHidden(element))
      this.unread.set(element, "drawing");
    if (tag === "IFRAME" && !isHiddenByAttribute(element) && !isHidden(element))
      this.unread.set(element, "embedded");
    const isFilled = element.matches(FIELD) && (element as HTMLTextAreaElement).value.trim() !== "";
    if (isFilled && !isHidden(element)) this.unread.set(element, "editable");
    return true;
  }

  /** Records a control that shows code: the code is not evaluated, but users copy it. */
  private noteCode(element: Element): void {
    const code = element.querySelector(CODE_SELECTOR)?.textContent ?? "";
    const text = element.textContent ?? "";
    const isCode = LABEL_TEXT.test(code) || (COMMAND_TEXT.test(text) && LABEL_TEXT.test(text));
    if (isCode && !isHiddenByAttribute(element) && !isHidden(element))
      this.unread.set(element, "control");
  }

  private isExcludedByAttributes(element: Element): boolean {
    if (isHiddenByAttribute(element)) {
      // The element is hidden only from screen readers: other users see it and copy it with the rest of the answer.
      if (
        !element.hasAttribute("hidden") &&
        LABEL_TEXT.test(element.textContent ?? "") &&
        !isHidden(element)
      ) {
        this.unread.set(element, element.closest(SELECTORS.formula) === null ? "aside" : "formula");
      }
      return true;
    }
    if (isHidden(element)) return true;
    if (element.matches(UNREAD_SELECTOR)) {
      this.unread.set(element, element.matches(SELECTORS.gap) ? "lines" : "editable");
      return true;
    }
    if (element.matches(SELECTORS.reference)) return true;
    const role = element.getAttribute("role");
    // A code viewer has the role of a read-only text box.
    const isControl =
      role !== null &&
      CONTROL_ROLES.has(role) &&
      !(role === "textbox" && element.matches(SELECTORS.readOnly));
    if (isControl) this.noteCode(element);
    else this.noteGenerated(element);
    return isControl;
  }

  /** Selects the visible keys for the children of a parent. */
  private enter(parent: Element | null): void {
    if (parent === this.parent) return;
    this.parent = parent;
    this.parentClasses = parent?.className ?? "";
    const known = this.visibleByParent.get(this.parentClasses);
    if (known !== undefined) this.visibleInParent = known;
    else this.visibleByParent.set(this.parentClasses, (this.visibleInParent = new Set()));
  }
}

function hasDrawnText(drawing: Element): boolean {
  const texts = Array.from(drawing.querySelectorAll(DRAWN_TEXT_SELECTOR), (each) =>
    each.closest("defs, symbol, clipPath") === null ? (each.textContent ?? "") : "",
  );
  return LABEL_TEXT.test(texts.join(" ")) && !isHiddenByAttribute(drawing);
}

/** Returns the attribute names, or an empty string if there are none besides `class`. Other attributes may cause other generated text. */
function attributesOf({ attributes, className }: Element): string {
  const hasClass = className !== "";
  if (attributes.length === (hasClass ? 1 : 0)) return "";
  return Array.from(attributes, ({ name }) => name).join(" ");
}

/** Whether an element in a code block is a visible word that is colored through its class. */
function isWord(element: Element): boolean {
  const { tagName, className } = element;
  if (tagName !== "SPAN" || className === "" || /["\\\n\r\f]/.test(className)) return false;
  return !element.matches(RELEVANT_SELECTOR) && !isHidden(element) && !isLine(element);
}

/** Whether an element in a code block is a line, according to its tag name, class or style. */
export function isLine(element: Element): boolean {
  const { tagName, className } = element;
  if (tagName === "DIV" || tagName === "P" || tagName === "LI") return true;
  if (className === "" || element.matches(SELECTORS.codeWord)) return false;
  return (
    element.classList.contains(SELECTORS.codeLineClass) ||
    /^(?:block|flex|grid|list-item)/.test(getComputedStyle(element).display)
  );
}

function isHiddenByAttribute(element: Element): boolean {
  return element.hasAttribute("hidden") || element.getAttribute("aria-hidden") === "true";
}

function isHidden(element: Element): boolean {
  if (VISUALLY_HIDDEN_CLASS.test(element.className)) return true;
  const style = getComputedStyle(element);
  if (style.display === "none" || style.visibility === "hidden" || style.visibility === "collapse")
    return true;
  return isClipped(style);
}

/**
 * Whether an element is hidden visually in a common way: clipped, outside the page, or at most one pixel large without visible
 * overflow.
 */
function isClipped(style: CSSStyleDeclaration): boolean {
  if (style.position !== "absolute" && style.position !== "fixed") return false;
  if (
    /^(rect\(0(px)?,? 0(px)?,? 0(px)?,? 0(px)?\)|rect\(1px,? 1px,? 1px,? 1px\))$/.test(style.clip)
  )
    return true;
  if (/^inset\((50|100)%/.test(style.clipPath)) return true;
  if (Number.parseFloat(style.left) <= -999 || Number.parseFloat(style.top) <= -999) return true;
  return (
    style.overflow !== "visible" &&
    Number.parseFloat(style.width) <= 1 &&
    Number.parseFloat(style.height) <= 1
  );
}
