import type { AssessReply } from "./assessment.js";
import { FAILURES, unavailable } from "./failures.js";
import { fitsText } from "./fits-text.js";
import { MAX_TEXT_LENGTH } from "./limits.js";
import type { ContentMessage } from "./messages.js";

/** Sends one message to the worker and returns its reply, as `chrome.runtime.sendMessage` does. */
export type Send = (message: ContentMessage) => Promise<unknown>;

/** Sends the content script's messages to the worker. */
export class BridgeClient {
  constructor(
    private readonly transport: Send,
    /** Whether the extension that injected this script is still installed and was not reloaded. */
    private readonly isAlive: () => boolean,
  ) {}

  /**
   * Requests an assessment. If the worker stops before it replies, the request is sent once more. A failure is returned as a reply;
   * nothing is thrown.
   */
  async assess(responseId: string, text: string): Promise<AssessReply> {
    if (text.length > MAX_TEXT_LENGTH) return unavailable("too-large");
    const message = { type: "assess", responseId, text } as const;
    for (let attempt = 0; attempt < 2; attempt++) {
      if (!this.isAlive()) return unavailable("extension-updated");
      try {
        const reply = await this.transport(message);
        // In some browsers the reply of a worker that stopped is `undefined`.
        if (reply !== undefined && reply !== null) return read(reply, responseId, text);
      } catch {
        // The worker was stopped: the next message wakes it.
      }
    }
    return unavailable(this.isAlive() ? "worker-restarted" : "extension-updated");
  }

  /** Sends a message of any other type; returns null if the worker cannot be reached, which the next assessment reports. */
  async send(message: Exclude<ContentMessage, { type: "assess" }>): Promise<unknown> {
    return this.isAlive() ? this.transport(message).catch(() => null) : null;
  }
}

/** Returns the worker's reply if it is consistent with the request, else a `bad-response`. The worker has already validated its parts. */
function read(message: unknown, responseId: string, text: string): AssessReply {
  const reply = message as AssessReply;
  if (reply.status === "unavailable")
    return FAILURES.includes(reply.reason) ? reply : unavailable("bad-response");
  if (reply.status !== "assessed" || reply.responseId !== responseId)
    return unavailable("bad-response");
  return fitsText(reply.assessment, text) ? reply : unavailable("bad-response");
}
