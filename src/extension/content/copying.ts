import { frameOf } from "../adapter/code-frame.js";
import type { Site } from "../adapter/sites.js";
import type { Box } from "../ui/placement.js";
import { warningsOf } from "../ui/state-texts.js";
import type { AnswerSession } from "./answer-session.js";

/** A copy is also reported if the copied text is assessed within this many milliseconds afterwards. */
const LATE_MS = 5_000;

export interface CopyEvents {
  /** Returns the answer that contains a node, or null. */
  sessionAt(node: Node): AnswerSession | null;
  sessions(): readonly AnswerSession[];
  /** Called when commands with findings were copied; `at` is the position of the copy in the window. */
  copied(session: AnswerSession, findings: readonly number[], at: Box): void;
}

/** A copy that the user made, with its position in the window. */
interface Copy {
  readonly session: AnswerSession;
  /** Whether a node of the page is a part of the copy. */
  readonly contains: (node: Node) => boolean;
  readonly at: Box;
  readonly time: number;
}

/**
 * Detects copies. Keyboard and menus fire a `copy` event; the site's copy buttons write to the clipboard without an event, so their
 * clicks are observed. The copy is never blocked or changed.
 */
export class Copying {
  private last: Copy | null = null;

  constructor(
    private readonly page: Document,
    private readonly site: Site,
    private readonly events: CopyEvents,
    signal: AbortSignal,
  ) {
    const options = { capture: true, passive: true, signal };
    page.addEventListener("copy", (event) => event.isTrusted && this.bySelection(), options);
    page.addEventListener("click", (event) => event.isTrusted && this.byButton(event), options);
  }

  /** Called when the state of an answer has changed: text that was copied a moment ago may have findings now. */
  update(session: AnswerSession): void {
    if (this.last?.session !== session || Date.now() - this.last.time > LATE_MS) return;
    this.report(this.last);
  }

  private bySelection(): void {
    const selection = this.page.getSelection();
    if (selection === null || selection.isCollapsed || selection.rangeCount === 0) return;
    const range = selection.getRangeAt(0);
    const at = lastBox(range);
    for (const session of this.events.sessions()) {
      if (range.intersectsNode(session.element))
        this.note({
          session,
          contains: (node) => range.intersectsNode(node),
          at,
          time: Date.now(),
        });
    }
  }

  private byButton(event: MouseEvent): void {
    const target = event.composedPath()[0];
    const button = target instanceof Element ? target.closest(this.site.copy) : null;
    if (button === null) return;
    const at = button.getBoundingClientRect();
    const inside = this.events.sessionAt(button);
    const frame = inside === null ? null : frameOf(button, inside.element, this.site);
    const time = Date.now();
    if (inside !== null && frame !== null)
      return this.note({ session: inside, contains: (node) => frame.contains(node), at, time });
    const turn = button.closest(this.site.turn);
    for (const session of this.events.sessions()) {
      if (turn?.contains(session.element) === true)
        this.note({ session, contains: () => true, at, time });
    }
  }

  private note(copy: Copy): void {
    this.last = copy;
    this.report(copy);
  }

  private report(copy: Copy): void {
    const { evidence } = copy.session;
    if (evidence === null) return;
    const findings = warningsOf(evidence.assessment).filter((index) => {
      const span = evidence.assessment.findings[index]?.span;
      return (
        span !== undefined &&
        evidence.extraction.locate(...span).some(({ node }) => copy.contains(node))
      );
    });
    if (findings.length === 0) return;
    this.last = null;
    this.events.copied(copy.session, findings, copy.at);
  }
}

/** Returns the box in the window of the last line of a selection. */
function lastBox(range: Range): Box {
  const boxes = range.getClientRects();
  return boxes[boxes.length - 1] ?? range.getBoundingClientRect();
}
