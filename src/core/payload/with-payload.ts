import type { Detection, Finding, Opened, Payload, Span, TraceStep } from "../model.js";
import { toText } from "../decode/bytes.js";
import { quotedStart, shown } from "./visible-text.js";

/** Maximum number of characters of a payload that are read and shown. */
const MAX_SHOWN = 4096;
/** Maximum number of characters of a payload that are quoted in a trace step. */
const MAX_QUOTED = 160;
/** Maximum nesting depth to which payloads are decoded. */
export const MAX_PAYLOAD_DEPTH = 3;

/** Analyzes a payload as a text of the language that executes it. */
export type ReadPayload = (text: string) => Pick<Detection, "findings" | "outcome">;

/** Adds the payload and its findings to a finding, and their trace steps to the trace; or the reason why it cannot be decoded. */
export function withPayload(finding: Finding, opened: Opened, read: ReadPayload): Finding {
  if ("failure" in opened)
    return {
      ...finding,
      trace: [
        ...finding.trace,
        { step: "decode", message: `the payload cannot be shown: ${opened.failure}` },
      ],
    };
  const whole = toText(opened.bytes);
  const text = whole.slice(0, MAX_SHOWN);
  const { findings, outcome } = read(text);
  const payload: Payload = {
    text: shown(text),
    truncated: text.length < whole.length,
    findings: findings.map((inner) => shownFinding(inner, text)),
  };
  const decodes: TraceStep = {
    step: "decode",
    message: `the payload decodes to ${quotedStart(payload.text, MAX_QUOTED)}`,
  };
  const unread: TraceStep[] =
    outcome.status === "complete"
      ? []
      : [{ step: "decode", message: "the payload was not analyzed completely" }];
  const { trace } = finding;
  return {
    ...finding,
    payload,
    trace: [
      ...trace,
      decodes,
      ...payload.findings.flatMap(({ trace: steps }) => steps.map(inPayload)),
      ...unread,
    ],
  };
}

/** Returns a step from the trace of a payload without its span and patterns: it is not in the document, and no reason for the finding. */
function inPayload({ step, message }: TraceStep): TraceStep {
  return { step, message: message.startsWith(WITHIN) ? message : `${WITHIN}${message}` };
}

const WITHIN = "in the payload, ";

/** Returns a finding of a payload with its texts escaped, and its spans relative to the escaped payload. */
function shownFinding(finding: Finding, text: string): Finding {
  const place = ([start, end]: Span): Span => {
    const from = shown(text.slice(0, start)).length;
    return [from, from + shown(text.slice(start, end)).length];
  };
  const trace = finding.trace.map((step) => ({
    ...step,
    message: shown(step.message),
    ...(step.span === undefined ? {} : { span: place(step.span) }),
  }));
  return { ...finding, text: shown(finding.text), span: place(finding.span), trace };
}
