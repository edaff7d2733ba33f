/** A chat site that can be read, with the selectors for its markup. */
export interface Site {
  readonly id: "chatgpt" | "claude" | "gemini" | "copilot";
  readonly name: string;
  readonly host: string;
  /** An assistant answer, identified by its own attributes or classes and never inferred from the turn that contains it. */
  readonly answer: string;
  /** Attribute with the stable id of the answer; null if the site has none, so that an id is generated for each element. */
  readonly identity: string | null;
  /** Attributes that identify an answer. */
  readonly anchors: readonly string[];
  /** Matches the answer, or an element in it, while the answer is being written. */
  readonly streaming: string;
  /** Matches an element of the page while the site is writing the last answer. */
  readonly stop: string;
  /** The frame of a code block, including its header and buttons. */
  readonly codeFrame: string;
  /** A copy button. In the frame of a code block, the button copies the block; elsewhere, the answer of its turn. */
  readonly copy: string;
  /** The element that contains one answer and its buttons, and no other answer. */
  readonly turn: string;
}

export const SITES: readonly Site[] = [
  {
    id: "chatgpt",
    name: "ChatGPT",
    host: "chatgpt.com",
    answer: '[data-message-author-role="assistant"][data-message-id]',
    identity: "data-message-id",
    anchors: ["data-message-author-role", "data-message-id"],
    streaming: '.result-streaming, .streaming-animation, [data-is-streaming="true"]',
    stop: '[data-testid="stop-button"]',
    codeFrame: "pre",
    copy: 'pre button, [data-testid="copy-turn-action-button"], [aria-label="Copy"]',
    turn: "article",
  },
  {
    id: "claude",
    name: "Claude",
    host: "claude.ai",
    answer: "[data-is-streaming] :is(.font-claude-response, .font-claude-message)",
    identity: null,
    anchors: ["data-is-streaming"],
    streaming: '[data-is-streaming="true"] *',
    stop: 'button[aria-label="Stop response"]',
    codeFrame: '[class~="group/copy"]',
    copy: '[data-testid="action-bar-copy"], button[aria-label^="Copy"]',
    turn: "[data-test-render-count]",
  },
  {
    id: "gemini",
    name: "Gemini",
    host: "gemini.google.com",
    answer: 'message-content[id^="message-content-id-r_"]',
    identity: "id",
    anchors: ["id"],
    streaming: '[aria-busy="true"], .markdown-streaming',
    stop: "button.send-button.stop, .stop-icon",
    codeFrame: "code-block",
    copy: 'copy-button button, button.copy-button, [data-test-id="copy-button"]',
    turn: "model-response",
  },
  {
    id: "copilot",
    name: "Copilot",
    host: "copilot.microsoft.com",
    answer: '[data-content="ai-message"]',
    identity: null,
    anchors: ["data-content"],
    streaming: '[aria-busy="true"]',
    stop: '[data-testid="stop-button"], button[aria-label^="Stop"]',
    codeFrame: "[data-code-block], div:has(> div button):has(> pre)",
    copy: 'button[title^="Copy"], button[aria-label^="Copy"], [data-testid="copy-message-button"]',
    turn: '[role="article"], [data-content="ai-message"]',
  },
];

/** The site that is read by default. */
export const FIRST_SITE: Site = SITES[0] as Site;

export function siteOf(host: string): Site | null {
  return SITES.find((site) => site.host === host) ?? null;
}
