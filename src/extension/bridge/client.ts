import * as v from "valibot";
import { AssessReply, fitsText } from "./assessment.js";
import { MAX_TEXT_LENGTH, type ContentMessage } from "./messages.js";

/** Sends one message to the worker and gives its answer, as `chrome.runtime.sendMessage` does. */
export type Send = (message: ContentMessage) => Promise<unknown>;

/** The content script's end of the bridge. */
export class BridgeClient {
  constructor(
    private readonly send: Send,
    /** Whether the extension that this script belongs to is still there. */
    private readonly isAlive: () => boolean,
  ) {}

  /**
   * Asks for an assessment. A worker that died on the way is asked once more; whatever goes wrong
   * is an answer of its own, never an exception.
   */
  async assess(responseId: string, text: string): Promise<AssessReply> {
    if (text.length > MAX_TEXT_LENGTH) return unavailable("too-large");
    const message = { type: "assess", responseId, text } as const;
    for (let attempt = 0; attempt < 2; attempt++) {
      if (!this.isAlive()) return unavailable("extension-updated");
      try {
        const reply = await this.send(message);
        // A worker that stops before it answers leaves `undefined` behind in some browsers.
        if (reply !== undefined && reply !== null) return this.read(reply, responseId, text);
      } catch {
        // The worker was stopped: the next message wakes it.
      }
    }
    return unavailable(this.isAlive() ? "worker-restarted" : "extension-updated");
  }

  /** Asks for something that has no answer. A worker that cannot be reached is reported by the next assessment. */
  async tell(message: Exclude<ContentMessage, { type: "assess" }>): Promise<void> {
    if (this.isAlive()) await this.send(message).catch(() => undefined);
  }

  private read(message: unknown, responseId: string, text: string): AssessReply {
    const reply = v.safeParse(AssessReply, message);
    if (!reply.success) return unavailable("bad-response");
    const { output } = reply;
    if (output.status === "assessed" && (output.responseId !== responseId || !fitsText(output.assessment, text))) return unavailable("bad-response");
    return output;
  }
}

/** The answer that says why there is none. */
export function unavailable(reason: Extract<AssessReply, { status: "unavailable" }>["reason"], retryAfter?: number): AssessReply {
  return { status: "unavailable", reason, ...(retryAfter === undefined ? {} : { retryAfter }) };
}
